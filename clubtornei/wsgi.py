"""The WSGI application that gunicorn, or any other server, runs."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from clubtornei.whole_requests import whole_requests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

application = whole_requests(get_wsgi_application())

# What is loaded by now stays. The collector of garbage need not walk through it after each large page, nor so
# often through the events in memory; and processes that are forked from this one go on sharing it.
gc.freeze()
gc.set_threshold(2_000, 10, 50)
