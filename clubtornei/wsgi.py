"""The WSGI application that gunicorn, or any other server, runs."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

application = get_wsgi_application()
