"""Which suites there are, by name. A suite's module is imported only when it runs."""

from __future__ import annotations

from importlib import import_module

from evaluation.suite import Suite

SUITES = {
    "scripts": "evaluation.scripts:run",
    "recall": "evaluation.recall:run",
    "rag": "evaluation.adapted:rag",
    "hostile": "evaluation.adapted:hostile",
    "grounding": "evaluation.grounding:run",
    "topic": "evaluation.topic:run",
    "contrast": "evaluation.contrast:run",
}


class UnknownSuite(LookupError):
    """There is no such suite."""


def suite_named(name: str) -> Suite:
    """Raises UnknownSuite."""
    try:
        module, _, attribute = SUITES[name].partition(":")
        suite: Suite = getattr(import_module(module), attribute)
    except (KeyError, ImportError, AttributeError) as error:
        raise UnknownSuite(name) from error
    return suite
