"""Bots, documents and memories for programs."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import TooLarge
from api.scopes import Scope
from api.serializers import BotOut, DocumentChange, DocumentIn, DocumentOut, FactOut
from api.views.base import TenantView
from bots import api as bots
from bots.errors import NotFound
from knowledge import api as knowledge
from knowledge.errors import DocumentNotFound, EmptyDocument, UnreadableFile
from memory import api as memory
from memory.errors import UnknownCustomer, UnknownFact
from tenants.scope import tenant_scope


class Bots(TenantView):
    scopes = {"GET": Scope.BOTS_READ}

    @extend_schema(responses={200: BotOut(many=True)})
    def get(self, request: Request) -> Response:
        """The company's bots."""
        with tenant_scope(self.tenant_id(request)):
            return Response(BotOut(bots.list_bots(), many=True).data)


class Documents(TenantView):
    scopes = {"GET": Scope.DOCUMENTS_READ, "POST": Scope.DOCUMENTS_WRITE}

    @extend_schema(parameters=[OpenApiParameter("page", int)], responses={200: DocumentOut(many=True)})
    def get(self, request: Request) -> Response:
        """The documents, the newest first, a page at a time."""
        number = request.query_params.get("page", "1")
        with tenant_scope(self.tenant_id(request)):
            page = knowledge.list_documents(page=max(1, int(number)) if number.isdecimal() and len(number) < 7 else 1)
        return Response(DocumentOut(page.rows, many=True).data)

    @extend_schema(request=DocumentIn, responses={201: DocumentOut})
    def post(self, request: Request) -> Response:
        """Add a text. It is searched as soon as it is indexed: read its `state`."""
        given = DocumentIn(data=request.data)
        given.is_valid(raise_exception=True)
        with tenant_scope(self.tenant_id(request)):
            with _readable():
                made = _add(given.validated_data)
            return Response(DocumentOut(knowledge.document(made).row).data, status=status.HTTP_201_CREATED)


class Document(TenantView):
    scopes = {"GET": Scope.DOCUMENTS_READ, "PATCH": Scope.DOCUMENTS_WRITE, "DELETE": Scope.DOCUMENTS_WRITE}

    @extend_schema(responses={200: DocumentOut})
    def get(self, request: Request, document_id: uuid.UUID) -> Response:
        """One document and the state of its index."""
        with tenant_scope(self.tenant_id(request)):
            try:
                return Response(DocumentOut(knowledge.document(document_id).row).data)
            except DocumentNotFound as error:
                raise NotFound from error

    @extend_schema(request=DocumentChange, responses={200: DocumentOut})
    def patch(self, request: Request, document_id: uuid.UUID) -> Response:
        """New text makes a new revision; old citations still open the old one."""
        given = DocumentChange(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        with tenant_scope(self.tenant_id(request)):
            with _readable():
                knowledge.update_document(document_id, title=wanted.get("title"), text=wanted.get("text"))
            return Response(DocumentOut(knowledge.document(document_id).row).data)

    @extend_schema(responses={204: OpenApiResponse(description="Removed.")})
    def delete(self, request: Request, document_id: uuid.UUID) -> Response:
        """Remove a document; no answer uses it any more."""
        with tenant_scope(self.tenant_id(request)):
            try:
                knowledge.remove_document(document_id)
            except DocumentNotFound as error:
                raise NotFound from error
        return Response(status=status.HTTP_204_NO_CONTENT)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except DocumentNotFound as error:
        raise NotFound from error
    except (EmptyDocument, UnreadableFile) as error:
        raise ValidationError({"text": [str(error) or error.__doc__ or ""]}) from error


def _add(wanted: dict[str, Any]) -> uuid.UUID:
    if "file" in wanted:
        file = wanted["file"]
        if file.size > settings.MAX_UPLOAD_BYTES:
            raise TooLarge
        return knowledge.add_upload(name=file.name, content=file.read(), media_type=file.content_type or "")
    if "question" in wanted:
        return knowledge.add_pair(question=wanted["question"], answer=wanted["answer"], language=wanted.get("language"))
    return knowledge.add_text(
        title=wanted["title"], text=wanted["text"], language=wanted.get("language"), url=wanted["url"]
    )


class Memories(TenantView):
    scopes = {"GET": Scope.MEMORY_READ}

    @extend_schema(responses={200: FactOut(many=True)})
    def get(self, request: Request, customer_id: uuid.UUID) -> Response:
        """What is remembered of a customer, with what has been replaced."""
        with tenant_scope(self.tenant_id(request)):
            try:
                return Response(FactOut(memory.memory_of(customer_id).facts, many=True).data)
            except UnknownCustomer as error:
                raise NotFound from error


class Memory(TenantView):
    scopes = {"DELETE": Scope.MEMORY_WRITE}

    @extend_schema(responses={204: OpenApiResponse(description="Forgotten.")})
    def delete(self, request: Request, fact_id: uuid.UUID) -> Response:
        """Forget one memory."""
        with tenant_scope(self.tenant_id(request)):
            try:
                memory.forget_fact(fact_id=fact_id, person_id=None)
            except UnknownFact as error:
                raise NotFound from error
        return Response(status=status.HTTP_204_NO_CONTENT)
