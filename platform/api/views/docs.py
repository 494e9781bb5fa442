"""The API's reference as a page of our own: no viewer from elsewhere, no script."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # spectacular's own
    operations = [
        {
            "method": method.upper(),
            "path": path,
            "text": operation.get("description", "").replace("`", ""),
            "parameters": operation.get("parameters", []),
            "body": _body(operation),
            "responses": {code: row.get("description", "") for code, row in operation.get("responses", {}).items()},
        }
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    shapes = {
        name: {field: _type(value) for field, value in shape.get("properties", {}).items()}
        for name, shape in schema.get("components", {}).get("schemas", {}).items()
    }
    return render(
        request, "api/docs.html", {"operations": operations, "shapes": shapes, "title": schema["info"]["title"]}
    )


def _body(operation: dict[str, object]) -> str:
    content = operation.get("requestBody", {})
    reference = str(content).partition("#/components/schemas/")[2]
    return reference.partition("'")[0]


def _type(value: dict[str, object]) -> str:
    reference = str(value).partition("#/components/schemas/")[2].partition("'")[0]
    return reference or str(value.get("format") or value.get("type") or "")
