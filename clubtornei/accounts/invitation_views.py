"""Inviting members by a link, and following it."""

import logging
from collections.abc import Sequence
from smtplib import SMTPException
from textwrap import shorten
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import SignedInRequest, club_of
from clubtornei.accounts.forms import InvitationForm, NewMemberForm
from clubtornei.accounts.invitation_actions import (
    InvitationRefused,
    accept_as,
    accept_as_new,
    invitation_with,
    make_invitation,
    withdraw_invitation,
)
from clubtornei.accounts.member_responses import members_page
from clubtornei.accounts.models import Invitation, Membership, Role
from clubtornei.accounts.sessions import sign_in
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data
from clubtornei.web.local_hosts import url_for_other_devices

JOINING = "invitation"
"""The key of the session with that of the invitation that was opened, while its reader signs in."""


@require_POST
def invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make an invitation, and lead to its link; send it too where there is an address."""
    club = club_of(request, slug, Role.OWNER)
    form = InvitationForm(request.POST, instance=Invitation(club=club, invited_by=request.user))
    if not form.is_valid():
        return members_page(request, club, form)
    invitation = form.save(commit=False)
    make_invitation(invitation, request.user)
    if invitation.email:
        context = {"invitation": invitation, "url": _url(request, invitation), "inviter": request.user}
        subject = shorten(_("Invito: %(club)s") % {"club": club.name}, SUBJECT, placeholder="…")
        if send("accounts/mail/invitation.txt", subject, context, [invitation.email]):
            messages.success(request, _("Invito spedito a %(email)s.") % {"email": invitation.email})
        else:
            messages.warning(request, _("L’email non è partita: da’ il link a mano."))
    return redirect("accounts:invitation", slug, invitation.pk)


@never_cache
@require_safe
def invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The link and its QR code, for the owner to hand over."""
    club = club_of(request, slug, Role.OWNER)
    found = get_object_or_404(club.invitations.valid(), pk=pk)
    context = {
        "club": club,
        "section": "members",
        "title": _("Invito per %(whom)s") % {"whom": found.whom},
        "lead": f"{found.get_role_display()} · {club.name}",
        "url": _url(request, found),
        "end": found.expires_at,
        "withdrawal": reverse("accounts:invitation_withdraw", args=[slug, pk]),
        "withdrawal_button": _("Ritira l’invito"),
    }
    return render(request, "accounts/one_time_link.html", context)


@require_POST
def invitation_withdraw(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    found = get_object_or_404(club.invitations, pk=pk)
    withdraw_invitation(found, request.user)
    messages.success(request, _("Invito ritirato: il link di %(whom)s non vale più.") % {"whom": found.whom})
    return redirect("accounts:members", slug)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, key: UUID) -> HttpResponse:
    """What the link of an invitation opens: a new account, or a club more for one that is there."""
    found = invitation_with(key)
    if found is None:
        return render(request, "accounts/join_too_late.html", status=410)
    if not request.user.is_authenticated:
        request.session[JOINING] = str(key)
    refusal = ""
    form = None if request.user.is_authenticated else NewMemberForm(post_data(request), initial=found.names)
    try:
        if request.method == "POST" and isinstance(request.user, User):
            return _welcome(request, accept_as(request.user, key))
        if form and form.is_valid():
            member = accept_as_new(form.save(commit=False), key)
            return sign_in(request, member.user, _welcome(request, member))
    except InvitationRefused as refused:
        if form:
            form.add_error(None, str(refused))
        else:
            refusal = str(refused)
    role = found.get_role_display()
    return form_page(
        request,
        {},
        form,
        title=_("Invito da %(club)s") % {"club": found.club.name},
        lead=_("Entri fra gli organizzatori dei tornei. Il tuo ruolo: %(role)s.") % {"role": role},
        button=_("Crea il tuo account ed entra") if form else _("Entra nel circolo"),
        refused=refusal,
        template="accounts/join.html",
    )


@require_safe
def join_signed_in(request: HttpRequest) -> HttpResponse:
    """Back to the invitation, for who has signed in from it: its key is in no address but its own."""
    key = request.session.pop(JOINING, None)
    return redirect("accounts:join", key) if key else redirect("rounds:home")


def _welcome(request: HttpRequest, member: Membership) -> HttpResponse:
    message = _("Ora fai parte di %(club)s: %(role)s.")
    messages.success(request, message % {"club": member.club.name, "role": member.get_role_display()})
    return redirect("rounds:club", member.club.slug)


def _url(request: HttpRequest, invitation: Invitation) -> str:
    """The address of the link, as another device opens it."""
    return url_for_other_devices(request, reverse("accounts:join", args=[invitation.link_key]))


logger = logging.getLogger(__name__)

SUBJECT = 60
"""The characters of a subject that lists of mails show."""


def send(template: str, subject: str, context: Context, to: Sequence[str]) -> bool:
    """Whether the mail server has taken it. Why not is in the log: who waits for it gets the link by hand."""
    try:
        send_mail(subject, render_to_string(template, context), None, list(to))
    except (OSError, SMTPException) as error:
        logger.warning("A mail was not sent: %s", type(error).__name__)  # its text may name the address
        return False
    return True
