"""Is the process alive, and can it do its work?"""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from jobs.api import queue_health

STUCK_AFTER = 60.0  # seconds that the oldest due job may wait: a wedged worker shows here, not in its process list


def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """503 when the database does not answer or due jobs are not taken."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        queue = queue_health()
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "database": "unreachable"}, status=503)
    stuck = queue.oldest_due_seconds > STUCK_AFTER
    body = {
        "status": "unavailable" if stuck else "ok",
        "database": "ok",
        "jobs": {"due": queue.due, "oldest_due_seconds": round(queue.oldest_due_seconds, 1), "dead": queue.dead},
    }
    return JsonResponse(body, status=503 if stuck else 200)
