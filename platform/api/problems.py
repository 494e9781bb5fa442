"""Errors as problem documents (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework.exceptions import APIException, NotAuthenticated, NotFound, ValidationError
from rest_framework.response import Response
from rest_framework.views import set_rollback

from bots.errors import BadMessage, ConversationEnded
from bots.errors import NotFound as BotsNotFound

MEDIA_TYPE = "application/problem+json"


def problem_response(error: Exception, context: object) -> Response | None:
    """DRF's hook. A foreign id and an absent one give the same 404."""
    known = _as_api_exception(error)
    if known is None:
        return None
    set_rollback()
    headers = {"WWW-Authenticate": "Bearer"} if known.status_code == 401 else {}
    wait = getattr(known, "wait", None)
    if wait:
        headers["Retry-After"] = str(int(wait))
    return Response(_body(known), status=known.status_code, headers=headers, content_type=MEDIA_TYPE)


def not_found(request: HttpRequest, exception: Exception | None = None) -> JsonResponse:
    """For paths under /api/ that are no route."""
    return JsonResponse(
        {"type": "about:blank", "title": "Not Found", "status": 404}, status=404, content_type=MEDIA_TYPE
    )


def _as_api_exception(error: Exception) -> APIException | None:
    if isinstance(error, (Http404, BotsNotFound)):
        return NotFound()
    if isinstance(error, BadMessage):
        return ValidationError({"text": [str(error.text)]}, code=error.code)
    if isinstance(error, ConversationEnded):
        return ValidationError({"detail": "The conversation has ended. Start a new one."}, code="conversation_ended")
    if isinstance(error, PermissionDenied):
        return NotAuthenticated()
    return error if isinstance(error, APIException) else None


def _body(error: APIException) -> dict[str, object]:
    body: dict[str, object] = {
        "type": "about:blank",
        "title": HTTPStatus(error.status_code).phrase,
        "status": error.status_code,
    }
    if isinstance(error, ValidationError):
        body["detail"] = "The request is not right; see errors."
        body["errors"] = error.detail
    elif not isinstance(error, NotFound):
        body["detail"] = str(error.detail)
    return body
