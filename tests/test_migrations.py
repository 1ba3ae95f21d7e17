"""Migrations that run while the release before serves: its code must go on working on the tables after them.

It counts from the first release after 0.2.0.
"""

import pytest
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from clubtornei import VERSION
from clubtornei.migration_operations import BuildIndex

LAST_OF_FIRST_RELEASE: dict[str, str] = {}
"""Of each app the last migration in the first release after 0.2.0: to be filled in with that release."""

LOSING = (migrations.RemoveField, migrations.DeleteModel, migrations.RenameField, migrations.RenameModel)
INDEX = models.Index(fields=["name"], name="players_by_name")
CONSTRAINT = models.CheckConstraint(condition=~models.Q(name=""), name="named")
ONE_MORE = models.ForeignKey("players.Player", models.SET_NULL, null=True)


def faults(migration: migrations.Migration) -> list[str]:
    """What would stop the release before, or keep it waiting. What is done to a new table is free."""
    new = {made.name_lower for made in migration.operations if isinstance(made, migrations.CreateModel)}
    return [
        fault
        for operation in migration.operations
        if getattr(operation, "model_name", "").lower() not in new
        and (fault := fault_of(operation, migration))
    ]


def fault_of(operation: Operation, migration: migrations.Migration) -> str:
    if isinstance(operation, LOSING):
        return "take it out of the state alone (SeparateDatabaseAndState), of the table a release later"
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if not (field.null or field.many_to_many or field.has_db_default()):
            return "a new column has a db_default or may be null: the old code does not fill it in"
        if field.db_index or field.unique:
            return (
                "an index is added by BuildIndex: nobody reads or writes while that of a new column is built"
            )
    if isinstance(operation, migrations.AddConstraint) and not isinstance(operation, AddConstraintNotValid):
        return "a constraint is added by AddConstraintNotValid, once the release before keeps to it"
    if isinstance(operation, migrations.AddIndex):
        if not isinstance(operation, BuildIndex):
            return "an index is added by BuildIndex"
        if migration.atomic:
            return "BuildIndex needs atomic = False"
    return ""


def made(*operations: Operation, atomic: bool = True) -> migrations.Migration:
    migration = migrations.Migration("0001_test", "players")
    migration.operations, migration.atomic = list(operations), atomic
    return migration


@pytest.mark.parametrize(
    ("migration", "fault"),
    [
        (made(migrations.RemoveField("player", "name")), "a release later"),
        (made(migrations.RenameField("player", "name", "called")), "a release later"),
        (made(migrations.DeleteModel("player")), "a release later"),
        (made(migrations.AddField("player", "more", models.IntegerField(default=0))), "db_default"),
        (
            made(migrations.AddField("player", "more", ArrayField(models.TextField(), default=list))),
            "db_default",
        ),
        (made(migrations.AddField("player", "more", ONE_MORE)), "BuildIndex"),
        (made(migrations.AddField("player", "more", models.UUIDField(null=True, unique=True))), "BuildIndex"),
        (made(migrations.AddConstraint("player", CONSTRAINT)), "AddConstraintNotValid"),
        (made(migrations.AddIndex("player", INDEX)), "BuildIndex"),
        (made(BuildIndex("player", INDEX)), "atomic = False"),
    ],
)
def test_what_the_release_before_could_not_live_with_is_found(
    migration: migrations.Migration, fault: str
) -> None:
    (found,) = faults(migration)
    assert fault in found


def test_what_only_adds_is_let_through() -> None:
    new = migrations.CreateModel("New", [("id", models.BigAutoField(primary_key=True))])
    assert faults(made(new, migrations.AddIndex("new", INDEX))) == []
    assert faults(made(migrations.AddField("player", "more", models.IntegerField(null=True)))) == []
    assert faults(made(migrations.AddField("player", "more", models.IntegerField(db_default=0)))) == []
    assert faults(made(BuildIndex("player", INDEX), atomic=False)) == []
    plain = models.ForeignKey("players.Player", models.SET_NULL, null=True, db_index=False)
    assert faults(made(migrations.AddField("player", "more", plain))) == []
    assert faults(made(AddConstraintNotValid("player", CONSTRAINT))) == []


def test_after_the_first_release_every_migration_keeps_to_it() -> None:
    assert bool(LAST_OF_FIRST_RELEASE) == (VERSION != "0.2.0"), "write down with which migrations it comes"
    later = [
        migration
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app in LAST_OF_FIRST_RELEASE and name > LAST_OF_FIRST_RELEASE[app]
    ]
    assert {str(migration): found for migration in later if (found := faults(migration))} == {}
