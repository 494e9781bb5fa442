"""Sources for programs: add, run, and push documents by a key of one's own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.scopes import Scope
from api.serializers_knowledge import PushIn, PushOut, SourceIn, SourceOut
from api.views.base import TenantView
from bots.errors import NotFound
from knowledge import api as knowledge
from knowledge.errors import BadSource, EmptyDocument, SourceNotFound
from tenants.scope import tenant_scope


class Sources(TenantView):
    scopes = {"GET": Scope.DOCUMENTS_READ, "POST": Scope.DOCUMENTS_WRITE}

    @extend_schema(responses={200: SourceOut(many=True)})
    def get(self, request: Request) -> Response:
        """Where documents come from by themselves, with the last and the next run of each."""
        with tenant_scope(self.tenant_id(request)):
            return Response(SourceOut(knowledge.list_sources(), many=True).data)

    @extend_schema(request=SourceIn, responses={201: SourceOut})
    def post(self, request: Request) -> Response:
        """Add one. What is fetched is looked at right away: read its `running` and `troubles`."""
        given = SourceIn(data=request.data)
        given.is_valid(raise_exception=True)
        with tenant_scope(self.tenant_id(request)), _sound():
            made = knowledge.add_source(given.new_source)
            return Response(SourceOut(knowledge.source(made)).data, status=status.HTTP_201_CREATED)


class Source(TenantView):
    scopes = {"GET": Scope.DOCUMENTS_READ, "DELETE": Scope.DOCUMENTS_WRITE}

    @extend_schema(responses={200: SourceOut})
    def get(self, request: Request, source_id: uuid.UUID) -> Response:
        """One source and what its last run brought."""
        with tenant_scope(self.tenant_id(request)), _sound():
            return Response(SourceOut(knowledge.source(source_id)).data)

    @extend_schema(responses={204: OpenApiResponse(description="Removed, with its documents.")})
    def delete(self, request: Request, source_id: uuid.UUID) -> Response:
        """Remove a source and its documents."""
        with tenant_scope(self.tenant_id(request)), _sound():
            knowledge.remove_source(source_id, with_documents=True)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SourceRun(TenantView):
    scopes = {"POST": Scope.DOCUMENTS_WRITE}

    @extend_schema(request=None, responses={202: SourceOut})
    def post(self, request: Request, source_id: uuid.UUID) -> Response:
        """Look at a page, a sitemap or a feed now."""
        with tenant_scope(self.tenant_id(request)), _sound():
            knowledge.refresh_source(source_id)
            return Response(SourceOut(knowledge.source(source_id)).data, status=status.HTTP_202_ACCEPTED)


class SourceDocument(TenantView):
    scopes = {"PUT": Scope.DOCUMENTS_WRITE, "DELETE": Scope.DOCUMENTS_WRITE}

    @extend_schema(request=PushIn, responses={200: PushOut})
    def put(self, request: Request, source_id: uuid.UUID, key: str) -> Response:
        """Put a document under your own key; the same key again makes a revision, the same text changes nothing."""
        given = PushIn(data=request.data)
        with tenant_scope(self.tenant_id(request)), _sound():
            knowledge.source(source_id)
            given.is_valid(raise_exception=True)
            wanted = given.validated_data
            fate = knowledge.push_document(source_id, key=key[:2000], title=wanted["title"], text=wanted["text"])
        return Response(PushOut({"fate": fate}).data)

    @extend_schema(responses={204: OpenApiResponse(description="Removed.")})
    def delete(self, request: Request, source_id: uuid.UUID, key: str) -> Response:
        """Remove the document of this key."""
        with tenant_scope(self.tenant_id(request)), _sound():
            knowledge.push_document(source_id, key=key[:2000], title="", text="")
        return Response(status=status.HTTP_204_NO_CONTENT)


@contextmanager
def _sound() -> Iterator[None]:
    try:
        yield
    except SourceNotFound as error:
        raise NotFound from error
    except BadSource as error:
        raise ValidationError({"source": [str(error)]}) from error
    except EmptyDocument as error:
        raise ValidationError({"text": [str(error)]}) from error
