"""What the serving roles may do, granted by the owner after every migration."""

from __future__ import annotations

from django.db import connections

APPEND_ONLY: set[str] = set()  # tables whose rows the app may add and read, never change; filled by `append_only`
SWEEPER_COLUMNS: dict[str, tuple[str, ...]] = {}  # what the sweeper may read across tenants; filled by `sweeper_sees`


def append_only(table: str) -> None:
    APPEND_ONLY.add(table)


def sweeper_sees(table: str, *columns: str) -> None:
    SWEEPER_COLUMNS[table] = columns


def apply_grants(*, using: str = "owner") -> None:
    """Safe to repeat. Runs as the owner, outside any tenant."""
    connection = connections[using]
    quote = connection.ops.quote_name
    app = quote(connections["default"].settings_dict["USER"])
    sweeper = quote(connections["sweeper"].settings_dict["USER"])
    with connection.cursor() as cursor:
        existing = set(connection.introspection.table_names(cursor))
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {app}, {sweeper}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {app}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {app}")
        if "django_migrations" in existing:
            cursor.execute(f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {app}")
        for table in APPEND_ONLY & existing:
            cursor.execute(f"REVOKE UPDATE, DELETE ON {quote(table)} FROM {app}")
        for table, columns in SWEEPER_COLUMNS.items():
            if table in existing:
                listed = ", ".join(quote(column) for column in columns)
                cursor.execute(f"GRANT SELECT ({listed}) ON {quote(table)} TO {sweeper}")
