"""The copies that a club has of itself: one ZIP file each, in the storage `club_copies`."""

from secrets import token_hex

from django.core.files.storage import Storage, storages
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club

MOST_COPIES = 14  # of a club; the oldest go


def files() -> Storage:
    """Where the ZIP files are: a folder, or what machines share."""
    return storages["club_copies"]


def new_id() -> str:
    return token_hex(16)


class CopyReason(models.TextChoices):
    ASKED = "asked", _("fatta a mano")
    NIGHT = "night", _("fatta da sé, di notte")
    RESTORE = "restore", _("prima di un ripristino")
    UPLOADED = "uploaded", _("caricata da un file")


class ClubCopy(models.Model):
    """`state`: of the club when it was made (`packing.club_fingerprint`); empty for an uploaded file.
    `with_mail`: whether players' mail addresses are in it. Deleting the row leaves the file to
    `actions.delete_orphaned_files`.
    """

    id = models.CharField(max_length=32, primary_key=True, default=new_id)
    club = models.ForeignKey(Club, models.CASCADE, related_name="copies")
    made_at = models.DateTimeField(_("fatta"), auto_now_add=True)
    why = models.CharField(_("perché"), max_length=10, choices=CopyReason.choices)
    size = models.PositiveBigIntegerField(_("grandezza"))
    with_mail = models.BooleanField(_("con gli indirizzi di posta"), default=False)
    state = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.made_at:%Y-%m-%d %H:%M}"

    def keep(self) -> None:
        """Write it down. The oldest of the club go once there are too many."""
        self.save(force_insert=True)
        own = ClubCopy.objects.filter(club=self.club_id)
        own.filter(pk__in=own.values("pk")[MOST_COPIES:]).delete()

    @property
    def file(self) -> str:
        """Its name in the storage."""
        return f"{self.pk}.zip"

    @property
    def uploaded(self) -> bool:
        """Whether the file came from outside, and may hold anything."""
        return self.why == CopyReason.UPLOADED
