"""Django's settings. What differs between machines is read from environment variables:

DATABASE_URL   the PostgreSQL database, for example postgres://user:password@host:5432/name;
               without it the private one that `make run` has started, if any; a pooler in transaction mode
               will do where DIRECT_DATABASE_URL, which launch/ reads, leads to the server itself
SECRET_KEY     the signing key; on a laptop one is made at random and kept in var/secret-key
ALLOWED_HOSTS  comma-separated names the site answers to; without it, this machine's own and private addresses
HTTPS          1 when a proxy in front speaks HTTPS (and sets X-Forwarded-Proto)
DEBUG          1 for Django's own error pages; never where strangers can reach the site
EMAIL_URL      how to send mail, for example smtp+tls://user:password@host/?from=torneo@example.org;
               without it nothing is sent, and links to get in are handed over by their QR codes
CACHE_URL      a Redis or Valkey that several machines share, for example redis://host:6379;
               without it the processes of this machine share files in var/pages
FILES_FOLDER   where prints, packages and uploaded lists (jobs/), clubs' own copies (copies/) and backups
               (backups/) are, a folder that all machines share; without it var
REQUEST_LOG    the file with one line a request; without it they go to standard error
METRICS_TOKEN  what Prometheus sends to read /metrics/; without it there is no such page
SECURITY_CONTACT  where to report a hole in this site, a mail address or an https:// one: for security.txt
HISTORY_DAYS   how long clubs that have not chosen keep an event's history after its closing; 0 for ever;
               without it 730, two years
TIME_ZONE      of the hours shown and typed, for example Europe/London; without it Europe/Rome
"""

import os
from datetime import timedelta
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF

from clubtornei.web.environment import checked_days, checked_time_zone, contact_url, email_settings, env_flag
from clubtornei.web.log_records import drop_refusal_traceback, hide_addresses
from clubtornei.web.secret_key import load_or_create_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = env_flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or load_or_create_secret_key(VAR_DIR / "secret-key")
ROOT_URLCONF = "clubtornei.urls"
WSGI_APPLICATION = "clubtornei.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.forms",
    "csp",
    "django_htmx",
    "template_partials",
    "pgtrigger",
    "pghistory",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "django_tasks",
    "django_tasks_db",
    "clubtornei.accounts",
    "clubtornei.jobs",
    "clubtornei.players",
    "clubtornei.events",
    "clubtornei.mail",
    "clubtornei.rounds",
    "clubtornei.exchange",
    "clubtornei.publishing",
    "clubtornei.season",
    "clubtornei.club_copies",
    "clubtornei.public",
    "clubtornei.help",
]

MIDDLEWARE = [
    "clubtornei.operations.request_log.RequestLogMiddleware",
    "clubtornei.web.middleware.no_store_by_default",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubtornei.web.link_keys.HistoryWithoutAddresses",
    "clubtornei.web.middleware.RefusedMethodMiddleware",
    "clubtornei.rounds.stages.undecided_page.UndecidedStageMiddleware",
    "clubtornei.accounts.password_hashing.HashingBusyMiddleware",
    "axes.middleware.AxesMiddleware",
]

# Hosts, HTTPS and content security

ALLOWED_HOSTS = [host.strip() for host in os.environ.get("ALLOWED_HOSTS", "").split(",") if host.strip()]
# Whether the site runs on a club's own computer, and not on a server of the Internet.
LAPTOP = not ALLOWED_HOSTS
if not ALLOWED_HOSTS:
    ALLOWED_HOSTS = ["*"]
    MIDDLEWARE.insert(
        MIDDLEWARE.index("csp.middleware.CSPMiddleware"), "clubtornei.web.local_hosts.LocalHostsOnly"
    )

HTTPS = env_flag("HTTPS")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^health/$", "^metrics/$"]  # asked for from within
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# A roster of a few thousand people, pasted or uploaded, fits with room to spare.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
DATA_UPLOAD_MAX_NUMBER_FILES = 5
# With its files, from somebody who is signed in: the largest is a rating list of 200 MB. See asgi.py.
LARGEST_BODY = 201_000_000

# Accounts

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_ENGINE = "clubtornei.accounts.sessions"
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

PASSWORD_HASHERS = ["clubtornei.accounts.password_hashing.PasswordHasher"]

# Who gives a wrong password FAILURE_LIMIT times for an account from an address waits. The other limits, and
# the browsers that are known, are in accounts/lockouts.py.

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_HANDLER = "clubtornei.accounts.lockouts.SignInLimits"
AXES_USERNAME_CALLABLE = "clubtornei.accounts.lockouts.counted_name"
AXES_CLIENT_IP_CALLABLE = "clubtornei.accounts.lockouts.counted_address"
AXES_LOCKOUT_CALLABLE = "clubtornei.accounts.sign_in_views.locked_out"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = True
AXES_DISABLE_ACCESS_LOG = True
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "code"]  # not to be written down
AXES_ENABLE_ADMIN = False

# Wrong codes are counted like wrong passwords, so that nobody's make another wait.
OTP_TOTP_THROTTLE_FACTOR = 0
OTP_STATIC_THROTTLE_FACTOR = 0
OTP_TOTP_ISSUER = "ClubTornei"

# Mail

EMAIL_URL = os.environ.get("EMAIL_URL", "")
if EMAIL_URL:
    globals().update(email_settings(EMAIL_URL))

# Operations

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
SECURITY_CONTACT = contact_url(os.environ.get("SECURITY_CONTACT", ""))
# Where prometheus-client keeps what each process counts; it reads the environment when it is imported.
METRICS_DIR = VAR_DIR / "metrics"
os.environ.update(PROMETHEUS_MULTIPROC_DIR=str(METRICS_DIR))
if METRICS_TOKEN:
    METRICS_DIR.mkdir(parents=True, exist_ok=True)

# Data

private_url = VAR_DIR / "database-url"
DATABASES = {
    "default": dj_database_url.config(
        default=private_url.read_text() if private_url.exists() else "postgres:///clubtornei",
        conn_max_age=60,  # a pooler keeps none of them on the server between two transactions
        conn_health_checks=True,
        disable_server_side_cursors=True,  # they need a session, of which such a pooler has none
    ),
}
DATABASES["default"]["OPTIONS"] = {
    # Over a network that is gone nobody waits for minutes. What stands in the URL counts.
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
} | DATABASES["default"].get("OPTIONS", {})
PGHISTORY_MIDDLEWARE_METHODS = ("POST",)  # every write is one
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Of clubs that have not chosen; None: for ever.
HISTORY_DAYS = checked_days("HISTORY_DAYS", os.environ.get("HISTORY_DAYS") or "730") or None

# On a laptop at each publication and closing, and before a migration: see backups/automatic.py. On a server
# PostgreSQL archives its log instead.
AUTOMATIC_BACKUPS = not os.environ.get("DATABASE_URL")

# Rendered public pages.
if cache_url := os.environ.get("CACHE_URL"):
    page_cache: dict[str, object] = {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": cache_url,
        "KEY_PREFIX": "pages",
        # Without its server nothing is found, nothing kept, and a page, which asks twice, waits 0.2 s.
        "OPTIONS": {"IGNORE_EXCEPTIONS": True, "SOCKET_CONNECT_TIMEOUT": 0.1, "SOCKET_TIMEOUT": 0.1},
    }
else:
    page_cache = {  # which the processes of this machine share
        "BACKEND": "clubtornei.web.file_cache.FileCache",
        "LOCATION": VAR_DIR / "pages",
        "OPTIONS": {"MAX_ENTRIES": 1_000},
    }
CACHES = {"default": page_cache}

# Prints, packages, rating lists and mail, which the workers do: see jobs/.

TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["prints", "lists", "mail"]}}
# What does each kind of job: it gets the job, and what hears how far it is; returns the content of a file, or
# None; raises JobRefused.
JOBS = {
    "print": "clubtornei.rounds.printing.pdf_responses.print_sheets",
    "package": "clubtornei.rounds.spreadsheets.package.pack_event",
    "list": "clubtornei.exchange.loading.load_list",
    "copy": "clubtornei.club_copies.copy_jobs.copy_club",
    "restore": "clubtornei.club_copies.copy_jobs.restore_copy",
}
# What each worker does again and again beside its jobs, and the seconds in between, unless it says how many.
ROUTINES = {
    "clubtornei.backups.site_backups.back_up_if_due": 2.0,
    "clubtornei.jobs.actions.revive_lost_jobs": 10.0,
    "clubtornei.rounds.messages.sending.look_for_mail": 10.0,
    "clubtornei.publishing.server_exchange.send_what_waits": 1.0,
}
# The commands that a worker runs each night.
NIGHTLY = ["tidy", "copy_clubs"]

# Pages

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
# Forms look for their templates in templates/ too.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STATICFILES_DIRS = [BASE_DIR / "static", ("help", BASE_DIR / "docs" / "images")]
STATICFILES_FINDERS = [
    "clubtornei.web.made_files.MadeFiles",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]

FILES_FOLDER = Path(os.environ.get("FILES_FOLDER") or VAR_DIR)
FOLDER = "django.core.files.storage.FileSystemStorage"
PRIVATE = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Uploaded rating lists, and what jobs make.
    "jobs": {"BACKEND": FOLDER, "OPTIONS": {"location": FILES_FOLDER / "jobs", **PRIVATE}},
    # The copies that clubs have of themselves, and those of the whole site.
    "club_copies": {"BACKEND": FOLDER, "OPTIONS": {"location": FILES_FOLDER / "copies", **PRIVATE}},
    "backups": {"BACKEND": FOLDER, "OPTIONS": {"location": FILES_FOLDER / "backups", **PRIVATE}},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "clubtornei.web.static_files.HashedFiles"
    },
}

# Language and time. Source strings are Italian; English is the translation.

LANGUAGE_CODE = "it"
LANGUAGES = [("it", "Italiano"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "clubtornei" / "locale"]
TIME_ZONE = checked_time_zone(os.environ.get("TIME_ZONE") or "Europe/Rome")

# One line per record on standard error, where `make run`, systemd and containers all look for it.

request_log = os.environ.get("REQUEST_LOG")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "refusals": {"()": "django.utils.log.CallbackFilter", "callback": drop_refusal_traceback},
        "addresses": {"()": "django.utils.log.CallbackFilter", "callback": hide_addresses},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["refusals", "addresses"],
        },
        "requests": {
            "class": "clubtornei.web.log_records.BoundedFileHandler",
            "filename": request_log,
            "delay": True,
        }
        if request_log
        else {"class": "logging.StreamHandler"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "clubtornei": {"level": "INFO"},
        "django_tasks_db": {"level": "ERROR"},  # a worker that stops need not say so
        "clubtornei.requests": {"handlers": ["requests"], "propagate": False},
        # Scanners send forged Host headers to every open port; logging each would fill the log.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        # So would what they send that is no HTTP.
        "uvicorn.error": {"level": "ERROR"},
    },
}
