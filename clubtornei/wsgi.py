"""The WSGI application, which `asgi.py` runs in threads."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

application = get_wsgi_application()

# What is loaded by now stays. The collector of garbage need not walk through it after each large page, nor so
# often through the events in memory.
gc.freeze()
gc.set_threshold(2_000, 10, 50)
