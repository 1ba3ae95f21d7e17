"""Sending mail, where the site can."""

import logging
from collections.abc import Sequence
from smtplib import SMTPException

from django.core.mail import send_mail
from django.template.loader import render_to_string

from clubtornei.text.untyped import Context

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
