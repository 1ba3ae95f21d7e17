"""Write đ, ł, ø and the like into the sort keys as the plain letters that they are folded to now.

What versions of entries said is found by the same keys. Triggers are off: this is no change of anybody's.
"""

from django.db import migrations

KEYS = (
    "replace(replace(replace(translate(sort_name, 'đðłøħŧı', 'ddlohti'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')"
)
STATEMENTS = [
    statement
    for table in ("players_player", "events_entry", "events_entryevent", "events_signup")
    for statement in (
        f"ALTER TABLE {table} DISABLE TRIGGER USER",
        f"UPDATE {table} SET sort_name = {KEYS} WHERE sort_name ~ '[đðłøħŧıæœþ]'",  # noqa: S608 (no input)
        f"ALTER TABLE {table} ENABLE TRIGGER USER",
    )
]


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0009_announcement_and_sign_ups"),
        ("players", "0004_k_of_all_lists"),
    ]

    operations = [migrations.RunSQL(STATEMENTS, migrations.RunSQL.noop)]
