"""Migration operations that put a table behind row-level security and composite keys.

A simple foreign key accepts another tenant's row (PostgreSQL checks it past the policies), so every reference is
(tenant_id, x_id) -> (tenant_id, id). Sources: PostgreSQL manual, "Row Security Policies" and CREATE TABLE.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.apps.registry import Apps
from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

_OWN_TENANT = "tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid"


class SecureTenantTable(Operation):
    """RLS enabled and forced, UNIQUE (tenant_id, id), composite foreign keys. Safe to repeat after new fields.

    `lookup_column`: a row may also be read, alone, by whoever knows this column's value (a widget key, the hash of a
    token) before the tenant is known. `sweeper`: the sweeper may read due rows of all tenants, in the granted columns.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(
        self, app_label: str, model_name: str, *, lookup_column: str = "", sweeper: bool = False, own: str = ""
    ) -> None:
        self.app_label, self.model_name = app_label, model_name
        self.lookup_column, self.sweeper, self.own = lookup_column, sweeper, own

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        pass

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if not _migrates(schema_editor):
            return
        model = to_state.apps.get_model(self.app_label, self.model_name)
        table = model._meta.db_table
        for statement in self._policies(table, schema_editor):
            schema_editor.execute(statement)
        if any(field.column == "tenant_id" for field in model._meta.local_fields):
            _add_constraint(schema_editor, table, f"{table}_tenant_id_key", "UNIQUE (tenant_id, id)")
        for field in model._meta.local_fields:
            if getattr(field, "composite", False):
                _add_composite_key(schema_editor, table, field)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        pass  # the table goes with its CreateModel

    def describe(self) -> str:
        return f"Put {self.app_label}.{self.model_name} behind row-level security"

    def deconstruct(self) -> tuple[str, Sequence[object], dict[str, object]]:
        options = {"lookup_column": self.lookup_column, "sweeper": self.sweeper, "own": self.own}
        return self.__class__.__name__, [self.app_label, self.model_name], {k: v for k, v in options.items() if v}

    def _policies(self, table: str, editor: BaseDatabaseSchemaEditor) -> list[str]:
        name = editor.quote_name(table)
        own = self.own or _OWN_TENANT
        made = [
            f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY",
            f"DROP POLICY IF EXISTS tenant ON {name}",
            f"CREATE POLICY tenant ON {name} AS PERMISSIVE FOR ALL TO PUBLIC USING ({own}) WITH CHECK ({own})",
        ]
        if self.lookup_column:
            match = f"{editor.quote_name(self.lookup_column)}::text = NULLIF(current_setting('app.lookup', true), '')"
            made += [
                f"DROP POLICY IF EXISTS lookup ON {name}",
                f"CREATE POLICY lookup ON {name} AS PERMISSIVE FOR SELECT TO PUBLIC USING ({match})",
            ]
        if self.sweeper:
            from django.db import connections  # noqa: PLC0415  the role's name is known at run time only

            role = editor.quote_name(str(connections["sweeper"].settings_dict["USER"]))
            made += [
                f"DROP POLICY IF EXISTS sweep ON {name}",
                f"CREATE POLICY sweep ON {name} AS PERMISSIVE FOR SELECT TO {role} USING (true)",
            ]
        return made


class AddCompositeKey(Operation):
    """A reference to a table of a higher layer, which the model itself cannot name."""

    reversible = True

    def __init__(self, table: str, column: str, target: str) -> None:
        self.table, self.column, self.target = table, column, target

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        pass

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if _migrates(schema_editor):
            _add_reference(schema_editor, self.table, self.column, self.target)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        name = schema_editor.quote_name(_key_name(self.table, self.column))
        schema_editor.execute(f"ALTER TABLE {schema_editor.quote_name(self.table)} DROP CONSTRAINT IF EXISTS {name}")

    def describe(self) -> str:
        return f"Tie {self.table}.{self.column} to {self.target} of the same tenant"

    def deconstruct(self) -> tuple[str, Sequence[object], dict[str, object]]:
        return self.__class__.__name__, [self.table, self.column, self.target], {}


class RefuseChanges(Operation):
    """A trigger that refuses UPDATE, DELETE and TRUNCATE, for the owner too."""

    reversible = True

    def __init__(self, app_label: str, model_name: str) -> None:
        self.app_label, self.model_name = app_label, model_name

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        pass

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if not _migrates(schema_editor):
            return
        table = to_state.apps.get_model(self.app_label, self.model_name)._meta.db_table
        name = schema_editor.quote_name(table)
        schema_editor.execute(
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION USING MESSAGE = TG_TABLE_NAME || ' is append-only'; END $$"
        )
        schema_editor.execute(f"DROP TRIGGER IF EXISTS refuse_change ON {name}")
        schema_editor.execute(
            f"CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON {name} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        table = from_state.apps.get_model(self.app_label, self.model_name)._meta.db_table
        schema_editor.execute(f"DROP TRIGGER IF EXISTS refuse_change ON {schema_editor.quote_name(table)}")

    def describe(self) -> str:
        return f"Make {self.app_label}.{self.model_name} append-only"

    def deconstruct(self) -> tuple[str, Sequence[object], dict[str, object]]:
        return self.__class__.__name__, [self.app_label, self.model_name], {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """What a data migration did, against what it had to do."""

    rows: int
    expected: int


class ChangeTenantData(Operation):
    """Change rows of all tenants in a migration.

    Under FORCE the owner sees no row, and an UPDATE silently changes none. So: NO FORCE, act, check the counts, FORCE,
    in the one transaction of the migration.
    """

    reversible = True

    def __init__(self, tables: Sequence[str], act: Callable[[Apps, BaseDatabaseSchemaEditor], Changed]) -> None:
        self.tables, self.act = tuple(tables), act

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        pass

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if not _migrates(schema_editor):
            return
        names = [schema_editor.quote_name(table) for table in self.tables]
        for name in names:
            schema_editor.execute(f"ALTER TABLE {name} NO FORCE ROW LEVEL SECURITY")
        changed = self.act(to_state.apps, schema_editor)
        if changed.rows != changed.expected:
            raise ValueError(f"the data migration changed {changed.rows} rows and had to change {changed.expected}")
        for name in names:
            schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            schema_editor.execute(f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY")

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        pass  # data stays as it is

    def describe(self) -> str:
        return f"Change rows of {', '.join(self.tables)}"

    def deconstruct(self) -> tuple[str, Sequence[object], dict[str, object]]:
        return self.__class__.__name__, [self.tables, self.act], {}


def _migrates(editor: BaseDatabaseSchemaEditor) -> bool:
    return editor.connection.alias == "owner"


def _add_composite_key(editor: BaseDatabaseSchemaEditor, table: str, field: models.Field[object, object]) -> None:
    target = field.related_model
    if not isinstance(target, type) or not issubclass(target, models.Model):
        raise TypeError(f"{field} refers to no model")
    _add_reference(editor, table, str(field.column), target._meta.db_table)


def _add_reference(editor: BaseDatabaseSchemaEditor, table: str, column: str, other: str) -> None:
    _add_constraint(editor, other, f"{other}_tenant_id_key", "UNIQUE (tenant_id, id)")
    body = (
        f"FOREIGN KEY (tenant_id, {editor.quote_name(column)}) "
        f"REFERENCES {editor.quote_name(other)} (tenant_id, id) DEFERRABLE INITIALLY DEFERRED"
    )
    _add_constraint(editor, table, _key_name(table, column), body)


def _key_name(table: str, column: str) -> str:
    return f"{table}_{column}_same_tenant"[:63]  # PostgreSQL cuts longer names


def _add_constraint(editor: BaseDatabaseSchemaEditor, table: str, name: str, body: str) -> None:
    with editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_constraint WHERE conname = %s AND conrelid = %s::regclass", [name, table])
        if cursor.fetchone():
            return
    editor.execute(f"ALTER TABLE {editor.quote_name(table)} ADD CONSTRAINT {editor.quote_name(name)} {body}")
