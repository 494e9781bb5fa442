"""What the codes of an answer's record, of drift and of test cases are called on a page. Pure."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RULES: dict[str, Promise] = {
    "language": _("the customer's language"),
    "emoji": _("emoji"),
    "pronoun": _("您 or 你"),
    "phrase": _("words it never uses"),
    "promise": _("promises it does not make"),
    "topic": _("topics it does not touch"),
    "never": _("what it must never do"),
    "persona": _("its role"),
    "leak": _("its instructions stay inside"),
    "tone": _("its tone"),
    "markup": _("no pictures, no foreign links"),
    "length": _("the longest reply"),
}
OUTCOMES: dict[str, Promise] = {
    "answered": _("an answer"),
    "hedged": _("an answer in part"),
    "not_found": _("“not found”"),
    "clarify": _("a question back"),
    "handover": _("a hand-over"),
    "failed": _("a failure"),
    "cancelled": _("stopped by the customer"),
}
REPORT_REASONS: dict[str, Promise] = {
    "incorrect": _("Incorrect"),
    "outdated": _("Outdated"),
    "incomplete": _("Incomplete"),
    "not_allowed": _("Not allowed"),
    "other": _("Something else"),
}
PARTS: dict[str, Promise] = {
    "prompt": _("The prompt"),
    "sentences": _("Each sentence and its check"),
    "decision": _("The decision"),
    "text": _("The reply"),
    "citations": _("The citations"),
    "html": _("What was shown"),
}
FAILURES: dict[str, Promise] = {
    "contains": _("does not contain"),
    "lacks": _("contains what it must not"),
    "outcome": _("is not"),
    "cites": _("does not cite"),
    "error": _("could not be worked out"),
}
BOOKS = {
    "rule": RULES,
    "outcome": OUTCOMES,
    "report": REPORT_REASONS,
    "part": PARTS,
    "failure": FAILURES,
}
