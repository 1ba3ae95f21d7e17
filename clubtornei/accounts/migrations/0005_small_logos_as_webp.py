"""The small pictures of logos that were uploaded as PNG: as WebP they are a third of the bytes."""

import io

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from PIL import Image


def small(image: bytes) -> bytes:
    picture, file = Image.open(io.BytesIO(image)).convert("RGB"), io.BytesIO()
    picture.thumbnail((128, 128))
    picture.save(file, "WEBP", method=6, quality=75)
    return file.getvalue()


def convert(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for logo in apps.get_model("accounts", "ClubLogo").objects.all():
        logo.small = small(logo.image)
        logo.save(update_fields=["small"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_looks_of_clubs"),
    ]

    operations = [
        migrations.RunPython(convert, migrations.RunPython.noop),
    ]
