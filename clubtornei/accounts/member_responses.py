"""The page with the members of a club, which several views answer with."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from clubtornei.accounts.forms import InvitationForm, RoleForm
from clubtornei.accounts.lockouts import locked_until
from clubtornei.accounts.models import Club, Role
from clubtornei.accounts.second_factor import users_with_factor
from clubtornei.web.http import form_status
from clubtornei.web.list_pages import list_page


def members_page(request: HttpRequest, club: Club, form: InvitationForm) -> HttpResponse:
    """The members with their roles, who is invited, and the form for another invitation."""
    memberships = list(club.memberships.by_role())
    locked = locked_until([member.user.get_username() for member in memberships])
    with_factor = users_with_factor(member.user_id for member in memberships)
    owners = [member for member in memberships if member.role == Role.OWNER]
    members = [
        (
            member,
            member.user == request.user,
            RoleForm(initial={"role": member.role}, auto_id=f"%s-{member.pk}"),
            locked.get(member.user.get_username()),
            [member] == owners,
            member.user_id in with_factor and member.user != request.user,
        )
        for member in memberships
    ]
    context = {
        "club": club,
        "section": "members",
        "invitations": club.invitations.valid(),
        "form": form,
    }
    return list_page(
        request,
        context,
        "accounts/members.html",
        title=_("Organizzatori del circolo"),
        lead=_("Chi può entrare nel sito, e che cosa può fare."),
        columns=[(_("Nome utente"), ""), (_("Ruolo"), ""), ("", "")],
        rows=members,
        status=form_status(form.is_bound),
    )
