"""A new password for who has forgotten his: by mail, or by a link that an owner makes."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.timezone import now
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import SignedInRequest, club_of
from clubtornei.accounts.actions import refuse_if_it_opens_more
from clubtornei.accounts.audit import record
from clubtornei.accounts.forms import NewPasswordForm
from clubtornei.accounts.models import Membership, PasswordLink, Role
from clubtornei.accounts.sessions import end_sessions
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import form_page
from clubtornei.web.local_hosts import require_own_host, url_for_other_devices


class LinkTokens(PasswordResetTokenGenerator):
    """Django's, which are good no more once they are withdrawn, or a backup is restored, which has none of
    them; and once the user belongs to other clubs than when his link was made: the owner who made it may have
    seen it, and it would open the pages of all of them.
    """

    def make_token(self, user: User) -> str:
        PasswordLink.objects.get_or_create(user=user)
        return super().make_token(user)

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        assert isinstance(user, User)
        clubs = user.memberships.order_by("club").values_list("club", flat=True)
        keys = PasswordLink.objects.filter(user=user).values_list("link_key", flat=True)
        return f"{super()._make_hash_value(user, timestamp)} {list(clubs)} {list(keys)}"


TOKENS = LinkTokens()
BETWEEN_MAILS = 300  # seconds between two mails to the same user, so that nobody fills his mailbox


@never_cache
@require_http_methods(["GET", "POST"])
def member_password(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Make the link for a member, or withdraw (`do=withdraw`) those that were made. A user's own password is
    changed on his account page.
    """
    club = club_of(request, slug, Role.OWNER)
    member = get_object_or_404(club.memberships.select_related("user"), pk=pk)
    if member.user == request.user:
        return redirect("accounts:account")
    if request.POST.get("do") == "withdraw":
        withdraw_links(member.user)
        messages.success(
            request, _("I link per la password di %(name)s non valgono più.") % {"name": member.user}
        )
        return redirect("accounts:members", slug)
    if request.method == "POST":
        try:
            refuse_if_it_opens_more(member)
        except ValidationError as refused:
            messages.error(request, refused.messages[0])
            return redirect("accounts:members", slug)
        record("password_link", club, request.user, member.user)
        return render(request, "accounts/one_time_link.html", _link_context(request, member))
    return form_page(
        request,
        {"club": club, "section": "members"},
        title=_("Nuova password per %(name)s") % {"name": member.user.get_username()},
        lead=_("Con un link la sceglie da sé: quella di adesso vale finché non l’ha cambiata."),
        button=_("Fai il link"),
        back=reverse("accounts:members", args=[slug]),
        template="accounts/member_password.html",
    )


def _link_context(request: HttpRequest, member: Membership) -> Context:
    return {
        "club": member.club,
        "section": "members",
        "title": _("Nuova password per %(name)s") % {"name": member.user.get_username()},
        "lead": _("Con un link la sceglie da sé: quella di adesso vale finché non l’ha cambiata."),
        "url": url_for_other_devices(request, link_for(member.user)),
        "end": now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
        "withdrawal": request.path,
        "withdrawal_button": _("Ritira i link già fatti"),
    }


def link_for(user: User) -> str:
    """The path at which the user sets a new password; good until he has, has signed in, or changes clubs."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("accounts:password_set", args=[uid, TOKENS.make_token(user)])


def withdraw_links(user: User) -> None:
    """None that was made for the user is good any more."""
    PasswordLink.objects.filter(user=user).delete()


class UnhurriedResetForm(PasswordResetForm):
    """Django's, which does not say whether there is such a user; not again within BETWEEN_MAILS."""

    def get_users(self, email: str) -> list[User]:
        return [
            user for user in super().get_users(email) if cache.add(f"reset-{user.pk}", True, BETWEEN_MAILS)
        ]


class Forgotten(auth.PasswordResetView):
    """Ask for the link by mail, where the site sends any."""

    template_name = "form_page.html"
    extra_context = {
        "title": gettext_lazy("Password dimenticata"),
        "lead": gettext_lazy("Ti mandiamo un link con cui ne scegli una nuova."),
        "button": gettext_lazy("Manda il link"),
    }
    email_template_name = "accounts/mail/password.txt"
    subject_template_name = "accounts/mail/password_subject.txt"
    form_class = UnhurriedResetForm
    token_generator = TOKENS
    success_url = reverse_lazy("login")

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not settings.EMAIL_URL:
            raise Http404
        require_own_host(request)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        messages.success(
            self.request,
            _("Se un account ha questo indirizzo, gli arriva fra poco un messaggio con un link."),
        )
        self.extra_email_context = {"site": url_for_other_devices(self.request, "/").rstrip("/")}
        return super().form_valid(form)


class SetPassword(auth.PasswordResetConfirmView):
    """What the link opens. Nobody is signed in by it, as a second factor may be asked for."""

    template_name = "accounts/password_set.html"
    extra_context = {"title": gettext_lazy("Nuova password"), "button": gettext_lazy("Cambia la password")}
    form_class = NewPasswordForm
    token_generator = TOKENS
    success_url = reverse_lazy("login")

    def get_context_data(self, **kwargs: object) -> Context:
        context = super().get_context_data(**kwargs)
        if context["validlink"]:
            lead = _("Nome utente: %(name)s") % {"name": context["form"].user.get_username()}
            return context | {"lead": lead}
        late = _("Questo link non vale più: è scaduto o è già stato usato. Chiedine un altro.")
        return context | {"refused": late}

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        messages.success(self.request, _("Password cambiata: accedi."))
        answer = super().form_valid(form)
        withdraw_links(form.user)
        end_sessions(form.user)
        return answer
