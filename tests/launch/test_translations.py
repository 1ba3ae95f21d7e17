"""The English catalogue is complete, and the tools that say so see every message."""

import io

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command

from clubtornei.launch.translations import (
    LANGUAGES,
    all_messages,
    catalogue,
    is_translated,
    messages_in,
    read,
    template_as_python,
)

TEMPLATE = """{% load i18n %}
<div>
  <h1 title="{% translate "Turno" %}">{{ event|default:_("Senza nome") }}</h1>
    {% blocktranslate count seats=n %}{{ seats }} posto{% plural %}{{ seats }} posti{% endblocktranslate %}
  {% blocktranslate trimmed with name=player.name %}
    Riposa
    {{ name }}.
  {% endblocktranslate %}
{# {% translate "Mai" %} #}
  {% translate "Turno" context "di guardia" %}
</div>
"""
CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Turno"
msgstr "Round"

msgid "Tavolo"
msgstr ""

#, fuzzy
msgid "Riposo"
msgstr "Rest"

#, python-format
msgid "%(number)s iscritti"
msgstr "%(count)s entries"

msgid "Girone"
msgstr "Cycle"

#~ msgid "Vecchio"
#~ msgstr "Old"
"""


def catalogue_errors(translations: Catalog, messages: Catalog) -> list[str]:
    """What is missing, invalid or superfluous in `translations` for these messages, one line each."""
    errors = []
    for message in messages:
        if not message.id:
            continue
        translation = translations.get(message.id, message.context)
        where = ", ".join(name for name, _line in message.locations)
        if translation is None or not is_translated(translation):
            errors.append(f"not translated: {message.id!r} ({where})")
        elif translation.fuzzy:
            errors.append(f"fuzzy: {message.id!r}")
        else:
            errors += [f"{error}: {message.id!r}" for error in translation.check(translations)]
    unused = [
        message for message in translations if message.id and not messages.get(message.id, message.context)
    ]
    errors += [f"not in the sources: {message.id!r}" for message in unused]
    errors += [f"obsolete: {key!r}" for key in translations.obsolete]
    return errors


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    assert catalogue_errors(read(catalogue(language)), all_messages()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_a_plural_is_asked_for_with_it(language: str) -> None:
    """Asked for alone, such a message is not found, and comes back in Italian."""
    plurals = [
        message.id[0] for message in read(catalogue(language)) if message.pluralizable and not message.context
    ]
    pages = {path: path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*.html")}
    pages |= {path: path.read_text() for path in (settings.BASE_DIR / "clubtornei").rglob("*.py")}
    alone = [
        (str(path), plural)
        for plural in plurals
        for path, text in pages.items()
        if any(
            f'{start}{plural}"' in text
            for start in ('{% translate "', '{% trans "', ' _("', ' gettext_lazy("')
        )
    ]
    assert plurals
    assert alone == []


def test_messages_of_a_template_are_found_wherever_they_stand() -> None:
    found = messages_in(iter([("page.html", template_as_python(TEMPLATE))]))
    assert {(message.id, message.context) for message in found if message.id} == {
        ("Turno", None),
        ("Senza nome", None),
        (("%(seats)s posto", "%(seats)s posti"), None),
        ("Riposa %(name)s.", None),
        ("Turno", "di guardia"),
    }


def test_each_kind_of_fault_is_named() -> None:
    program = 'a = _("Turno"), _("Tavolo"), _("Riposo"), _("%(number)s iscritti"), gettext_lazy("Scheda")\n'
    found = catalogue_errors(
        read_po(io.BytesIO(CATALOGUE.encode())), messages_in(iter([("page.py", program)]))
    )
    assert len(found) == 6
    for expected in (
        "not translated: 'Tavolo'",
        "not translated: 'Scheda'",
        "fuzzy: 'Riposo'",
        "'%(number)s iscritti'",
        "not in the sources: 'Girone'",
        "obsolete: 'Vecchio'",
    ):
        assert any(expected in fault for fault in found), (expected, found)


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=3)
