"""The site's settings, as tests need them: nothing slow, nothing written where the site keeps its own."""

from clubtornei.settings import *  # noqa: F403
from clubtornei.settings import INSTALLED_APPS, STORAGES, VAR_DIR

INSTALLED_APPS = [*INSTALLED_APPS, "tests"]  # for its command `flush`
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "jobs": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "club_copies": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "backups": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
}
AUTOMATIC_BACKUPS = False
# Empty, whatever the site in this checkout has collected: WhiteNoise reads all of it for each new client.
STATIC_ROOT = VAR_DIR / "static-of-tests"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
