"""A second factor beside the password: the codes of a telephone (TOTP), and recovery codes, by django-otp.

How often wrong codes may be given is in lockouts.py.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

RECOVERY_CODES = 10
NAME = "clubtornei"
"""Of each user's two devices, of which django-otp would allow many."""


def is_on(user: User) -> bool:
    """Whether signing in asks the user for a code."""
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def users_with_factor(users: Iterable[int]) -> set[int]:
    """Which of these users have it on, by key."""
    devices = TOTPDevice.objects.filter(user__in=list(users), confirmed=True)
    return set(devices.values_list("user", flat=True))


def begin(user: User) -> TOTPDevice:
    """The telephone that is to be set up: the same until it is confirmed, or as it is, once it has been."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at once make one
        device: TOTPDevice
        device, _new = TOTPDevice.objects.get_or_create(user=user, name=NAME, defaults={"confirmed": False})
        return device


@transaction.atomic
def confirm(user: User, code: str) -> list[str]:
    """Turn it on, if the telephone shows this code; the recovery codes, which nobody sees again, or none."""
    device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
    if device is None or not device.verify_token(_plain(code)):
        return []
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    return new_recovery_codes(user)


@transaction.atomic
def new_recovery_codes(user: User) -> list[str]:
    """Others instead of those that the user had."""
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name=NAME)
    codes = [StaticToken.random_token() for _number in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def recovery_codes_left(user: User) -> int:
    return int(StaticToken.objects.filter(device__user=user).count())


def takes_code(user: User, code: str) -> bool:
    """Whether the telephone shows the code, which is then good no more."""
    return _verified(TOTPDevice, user, code)


def takes_recovery_code(user: User, code: str) -> bool:
    """Whether it is a recovery code, which is then used up. Nobody guesses one of their 40 bits: they need no
    limit.
    """
    return _verified(StaticDevice, user, code)


@transaction.atomic
def _verified(model: type[TOTPDevice] | type[StaticDevice], user: User, code: str) -> bool:
    devices = model.objects.select_for_update().filter(user=user, confirmed=True)
    return any(device.verify_token(_plain(code)) for device in devices)


@transaction.atomic
def turn_off(user: User) -> None:
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


def _plain(code: str) -> str:
    """As it is stored: people type spaces and capitals."""
    return "".join(code.split()).lower()
