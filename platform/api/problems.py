"""Errors as problem documents (RFC 9457)."""

from __future__ import annotations

import math
from collections.abc import Callable
from http import HTTPStatus

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import APIException, NotAuthenticated, NotFound, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import set_rollback

from bots.errors import BadMessage, ConversationEnded, TooFast
from bots.errors import NotFound as BotsNotFound

MEDIA_TYPE = "application/problem+json"
PREFIX = "/api/"


class Gone(APIException):
    """The conversation has ended."""

    status_code = HTTPStatus.CONFLICT
    default_detail = "The conversation has ended. Start a new one."
    default_code = "conversation_ended"


class TooLarge(APIException):
    """The body is larger than is taken."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_detail = "The body is too large."
    default_code = "too_large"


class ProblemMiddleware:
    """What goes wrong outside of our views, 500 too, is a problem document under /api/ as well."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path.startswith(PREFIX) or response.status_code < 400:
            return response
        if response.headers.get("Content-Type", "").startswith(MEDIA_TYPE):
            return response
        problem = problem_page(response.status_code)
        for name in ("Allow", "Retry-After", "WWW-Authenticate"):
            if name in response.headers:
                problem.headers[name] = response.headers[name]
        return problem


def problem_page(status: int) -> HttpResponse:
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
    return HttpResponse(orjson.dumps(body), status=status, content_type=MEDIA_TYPE)


@csrf_exempt  # whatever the method, there is nothing here
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """For paths under /api/ that are no route."""
    return problem_page(404)


def problem_response(error: Exception, context: object) -> Response | None:
    """DRF's hook. A foreign id and an absent one give the same 404."""
    known = _as_api_exception(error)
    if known is None:
        return None
    set_rollback()
    headers = {"WWW-Authenticate": "Bearer"} if known.status_code == 401 else {}
    wait = getattr(known, "wait", None)  # Throttled's
    if wait:
        headers["Retry-After"] = str(math.ceil(wait))
    return Response(_body(known), status=known.status_code, headers=headers, content_type=MEDIA_TYPE)


def _as_api_exception(error: Exception) -> APIException | None:
    if isinstance(error, (Http404, BotsNotFound)):
        return NotFound()
    if isinstance(error, BadMessage):
        return ValidationError({"text": [str(error.text)]}, code=error.code)
    if isinstance(error, ConversationEnded):
        return Gone()
    if isinstance(error, TooFast):
        return Throttled(wait=error.retry_after)
    if isinstance(error, RequestDataTooBig):
        return TooLarge()
    if isinstance(error, PermissionDenied):
        return NotAuthenticated()
    return error if isinstance(error, APIException) else None


def _body(error: APIException) -> dict[str, object]:
    body: dict[str, object] = {
        "type": "about:blank",
        "title": HTTPStatus(error.status_code).phrase,
        "status": int(error.status_code),
    }
    if isinstance(error, ValidationError):
        body["detail"] = "The request is not right; see errors."
        body["errors"] = error.detail
        body["codes"] = error.get_codes()
    elif not isinstance(error, NotFound):
        body["detail"] = str(error.detail)
        body["code"] = error.get_codes()
    return body
