"""What recognises the SECRET_KEY of the other machines."""

import pytest
from django.test import override_settings

from clubtornei.accounts.models import SiteKey

pytestmark = pytest.mark.django_db


def test_a_machine_that_shares_only_the_cache_is_refused_with_another_key() -> None:
    assert SiteKey.objects.is_ours()
    SiteKey.objects.all().delete()  # as on another database
    assert SiteKey.objects.is_ours()
    with override_settings(SECRET_KEY="n" * 50):
        SiteKey.objects.all().delete()
        assert not SiteKey.objects.is_ours()
        SiteKey.objects.change()
        assert SiteKey.objects.is_ours()
    assert not SiteKey.objects.is_ours()
