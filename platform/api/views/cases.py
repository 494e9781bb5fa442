"""Test cases of a bot for programs: a release pipeline runs them before it publishes."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.scopes import Scope
from api.serializers import CaseOut, CaseRunIn, CaseRunOut
from api.views.base import TenantView
from bots import api as bots
from bots.errors import NoCases, NoDraft
from tenants.scope import tenant_scope


class Cases(TenantView):
    scopes = {"GET": Scope.BOTS_READ}

    @extend_schema(responses={200: CaseOut(many=True)})
    def get(self, request: Request, bot_id: uuid.UUID) -> Response:
        """The test cases, the newest first, each with how it went last."""
        with tenant_scope(self.tenant_id(request)):
            bots.get_bot(bot_id)
            return Response(CaseOut(bots.list_cases(bot_id), many=True).data)


class CaseRuns(TenantView):
    scopes = {"POST": Scope.BOTS_TEST}

    @extend_schema(request=CaseRunIn, responses={202: CaseRunOut})
    def post(self, request: Request, bot_id: uuid.UUID) -> Response:
        """Run all of them against the draft or what is live. Read the run until its `state` is not `queued`."""
        given = CaseRunIn(data=request.data)
        given.is_valid(raise_exception=True)
        draft = given.validated_data["settings"] == "draft"
        with tenant_scope(self.tenant_id(request)):
            try:
                run = bots.start_run(bot_id=bot_id, draft=draft, actor=self.actor(request))
            except (NoCases, NoDraft) as error:
                raise ValidationError({"settings": [error.__doc__ or ""]}) from error
            return Response(_out(run), status=status.HTTP_202_ACCEPTED)


class CaseRun(TenantView):
    scopes = {"GET": Scope.BOTS_READ}

    @extend_schema(responses={200: CaseRunOut})
    def get(self, request: Request, case_run_id: uuid.UUID) -> Response:
        """How far a run is, and what failed."""
        with tenant_scope(self.tenant_id(request)):
            return Response(_out(bots.get_run(case_run_id), bots.results_of(case_run_id)))


def _out(run: bots.RunView, results: tuple[bots.ResultView, ...] = ()) -> dict[str, object]:
    shown: dict[str, object] = dict(CaseRunOut({"run": run, "results": results}).data)
    return shown
