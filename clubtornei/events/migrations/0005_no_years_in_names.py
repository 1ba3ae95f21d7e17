"""Marks that told namesakes apart by their year of birth have the entry's number instead."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils.timezone import now


def replace_years(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    entries = apps.get_model("events", "Entry").objects.exclude(mark="").filter(mark_chosen=False)
    for entry in entries.filter(player__birth_year__isnull=False).select_related("player", "event"):
        year = str(entry.player.birth_year)
        if entry.mark.split()[-1] != year:
            continue
        own_name = entry.name.removesuffix(f" ({entry.mark})")
        entry.mark = f"{entry.mark.removesuffix(year)}{entry.entry_no}"
        entry.name = f"{own_name} ({entry.mark})"
        entry.save()
        entry.event.version += 1
        entry.event.names_removed_at = now() if entry.event.commitment else entry.event.names_removed_at
        entry.event.save()


class Migration(migrations.Migration):
    dependencies = [("events", "0004_names_in_public")]

    operations = [migrations.RunPython(replace_years, migrations.RunPython.noop)]
