"""Owners read who gave a role, invited somebody, or took data away."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts import actions, audit
from clubtornei.accounts.models import AuditEntry, Club, Invitation, Role
from tests.factories import make_club, make_event_with_round, make_member, make_player, make_user, signed_in

pytestmark = pytest.mark.django_db


def page_of(browser: Client, club: Club) -> str:
    return browser.get(reverse("accounts:audit", args=[club.slug])).text


def lines(club: Club) -> list[str]:
    return [audit.sentence_of(entry) for entry in AuditEntry.objects.of_club(club)]


def test_roles_and_their_end(club: Club, owner: Client) -> None:
    member = make_member(club, make_user("bea"))
    of_her = {"slug": club.slug, "pk": member.pk}
    owner.post(reverse("accounts:member_role", kwargs=of_her), {"role": Role.HELPER})
    owner.post(reverse("accounts:member_unlock", kwargs=of_her))
    owner.post(reverse("accounts:member_password", kwargs=of_her))
    owner.post(reverse("accounts:member_second_factor", kwargs=of_her))
    owner.post(reverse("accounts:member_remove", kwargs=of_her))
    assert lines(club) == [
        "bea non è più fra gli organizzatori; era Aiutante (solo risultati)",
        "Tolto il secondo fattore a bea",
        "Link per una nuova password, per bea",
        "Sbloccato l’accesso di bea",
        "Ruolo di bea: Aiutante (solo risultati), prima Arbitro",
    ]
    by = club.memberships.get(role=Role.OWNER).user
    assert page_of(owner, club).count(f'<small class="soft">{by}</small>') == 5


def test_invitations_and_who_has_come_by_one(club: Club, owner: Client) -> None:
    for whom in ("Ugo", "Ida"):
        owner.post(reverse("accounts:invite", args=[club.slug]), {"whom": whom, "role": Role.ARBITER})
    ugo, ida = Invitation.objects.get(whom="Ugo"), Invitation.objects.get(whom="Ida")
    owner.post(reverse("accounts:invitation_withdraw", args=[club.slug, ida.pk]))
    guest = Client()
    guest.force_login(make_user("ugo"))
    guest.post(reverse("accounts:join", args=[ugo.link_key]))
    assert lines(club)[:2] == ["ugo entra con un invito: Arbitro", "Invito per «Ida» ritirato"]
    assert lines(club)[3] == "Invito per «Ugo»: Arbitro"


def test_downloads_of_what_is_known_of_people(club: Club, owner: Client) -> None:
    player = make_player(club)
    make_event_with_round(player)
    owner.get(reverse("exchange:roster", args=[club.slug, "csv"]))
    owner.get(reverse("rounds:person_file", args=[club.slug, player.pk]))
    assert lines(club) == ["Scaricato ciò che il sito sa di un giocatore", "Scaricato l’elenco dei giocatori"]


def test_what_concerns_the_whole_site_is_read_in_every_club(club: Club, owner: Client) -> None:
    call_command("record_restore", "2026-11-21_18-30-00_command.tar")
    elsewhere = make_club()
    assert "Ripristinata la copia di sicurezza 2026-11-21_18-30-00_command.tar" in page_of(owner, club)
    assert lines(elsewhere) == lines(club)


def test_the_log_of_one_club_is_not_that_of_another(club: Club, owner: Client) -> None:
    other = make_club(owner=make_user())
    actions.change_role(make_member(other, make_user("bea")), Role.HELPER, make_user())
    assert "bea" not in page_of(owner, club)
    assert signed_in(club, Role.ARBITER).get(reverse("accounts:audit", args=[club.slug])).status_code == 403


def test_it_is_kept_for_two_years(club: Club) -> None:
    audit.record("roster", club, None)
    audit.record("roster", club, None)
    old = AuditEntry.objects.latest("pk")
    AuditEntry.objects.filter(pk=old.pk).update(at=now() - audit.KEPT - timedelta(days=1))
    call_command("tidy", verbosity=0)
    assert AuditEntry.objects.count() == 1


def test_who_deletes_his_account_leaves_no_name(club: Club, owner: Client) -> None:
    bea = make_user("bea")
    member = make_member(club, bea)
    actions.change_role(member, Role.HELPER, club.memberships.get(role=Role.OWNER).user)
    actions.delete_account(bea)
    assert "bea" not in page_of(owner, club)
    assert lines(club) == [
        "Un organizzatore ha eliminato il suo account; era Aiutante (solo risultati)",
        "Ruolo di chi non ha più un account: Aiutante (solo risultati), prima Arbitro",
    ]
