"""Who changed a round last, and when, from the versions that the database keeps of it."""

from django.apps import apps
from django.contrib.auth.models import User
from django.utils.formats import time_format
from django.utils.timezone import localtime

from clubtornei.accounts.models import name_of_user
from clubtornei.rounds.models import Round


def last_change(round_: Round) -> str:
    """Who changed the round or its tables last, and at what time: “Ada Rossi, 15:42”; without a name where
    nobody is known. Empty: there is no version.
    """
    versions = (("RoundEvent", {"pgh_obj_id": round_.pk}), ("TableEvent", {"round_id": round_.pk}))
    found = [
        apps.get_model("rounds", name)
        .objects.filter(**lookups)
        .order_by("-pgh_id")
        .values_list("pgh_created_at", "pgh_context__metadata")
        .first()
        for name, lookups in versions
    ]
    latest = max((one for one in found if one), key=lambda one: one[0], default=None)
    if latest is None:
        return ""
    at, metadata = latest
    known = metadata or {}  # of who sent the request; in a club's copy by name
    user = User.objects.filter(pk=known["user"]).first() if known.get("user") else None
    who = name_of_user(user) if user else known.get("who", "")
    return ", ".join(filter(None, [who, time_format(localtime(at))]))
