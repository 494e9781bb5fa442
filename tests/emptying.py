"""Empty the test database after a test with real transactions, quickly.

Django's own flush truncates every table and sends `post_migrate` again, with its grants and permissions: half a second
of a test that takes a tenth.
"""

from __future__ import annotations

from django.db import connections

_KEPT = ("django_migrations", "django_content_type", "auth_permission")
_FILLED = """
SELECT quote_ident(relname) FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relname = ANY(%s) AND pg_relation_size(oid) > 0
"""


def empty_tables(_test_case: object = None) -> None:
    """Those that hold anything: a truncated table has no pages, and row-level security hides nothing from its size."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(_FILLED, [list(_KEPT)])
        filled = [row[0] for row in cursor.fetchall()]
        if filled:
            cursor.execute(f"TRUNCATE {', '.join(filled)} CASCADE")
