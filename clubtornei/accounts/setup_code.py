"""The code with which the first owner makes the first club: who merely opens a fresh site gets nothing.

It is printed at the terminal and stored nowhere: it comes from the signing key. Who has been let in since
changes it, so that none is good twice.
"""

from base64 import b32encode

from django.contrib.auth.models import User
from django.utils.crypto import constant_time_compare, salted_hmac

from clubtornei.accounts.models import Club

LETTERS, GROUP = 12, 4  # 60 bits


def is_set_up() -> bool:
    """Whether there is a club; the demo's users are guests."""
    return Club.objects.not_demo().exists()


def setup_code() -> str:
    """In groups of letters that are easily copied by hand."""
    let_in = User.objects.exclude(memberships__club__demo=True).count()
    digest = salted_hmac("clubtornei.accounts.setup_code", str(let_in), algorithm="sha256").digest()
    letters = b32encode(digest).decode()[:LETTERS]
    return "-".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP))


def is_setup_code(text: str) -> bool:
    """Whether it is the code; people type spaces, small letters, and 0 and 1, which no code has."""
    typed = "".join(text.upper().replace("-", "").split()).translate(str.maketrans("01", "OI"))
    return constant_time_compare(typed, setup_code().replace("-", ""))
