from tests.mail.mailing import mailing as mailing
