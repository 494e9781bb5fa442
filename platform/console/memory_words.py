"""What the codes of memory are called on a page: the steps of a reading, and the classes of detail. Pure."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WRITE_STEPS: dict[str, Promise] = {
    "parse": _("Read the line"),
    "extract": _("Find facts in it"),
    "classify": _("Decide what becomes of each"),
    "resolve": _("Compare with what is known"),
    "store": _("Keep"),
}
FLAGS: dict[str, Promise] = {
    "chitchat": _("small talk"),
    "hypothetical": _("hypothetical"),
    "quoted": _("somebody else's words"),
    "question": _("a question"),
    "poison": _("reads like an instruction"),
    "vague": _("too vague"),
    "changed": _("says that something changed"),
    "corrected": _("corrects something"),
    "masked": _("has words that this bot may not remember"),
}
TARGETS: dict[str, Promise] = {
    "fact": _("a memory"),
    "point": _("a decision or request"),
    "discard": _("left out"),
}
OPERATIONS: dict[str, Promise] = {
    "replace": _("replaces what was"),
    "correct": _("corrects what was"),
    "reattribute": _("belongs to somebody else"),
    "retract": _("taken back"),
    "forget": _("to be forgotten"),
}
READING_NOTES: dict[str, Promise] = {
    "repaired": _("The model's first answer was malformed; it was told, and corrected it."),
    "not_asked": _("No model was asked"),
    "fell_back": _("The model failed, and the rules alone were used"),
    "refused": _("A proposal of the model was refused"),
    # the reasons
    "not_in_line": _("its words are not in the line"),
    "value_not_in_line": _("its value is not in the line"),
    "name_not_in_line": _("what it names is not in the line"),
    "attribute": _("it has no usable name"),
    "instruction": _("it reads like an instruction"),
    "question": _("it stands in a question"),
    "unreachable": _("not reachable"),
    "timeout": _("too slow"),
    "rate_limited": _("too many requests"),
    "server_error": _("its server failed"),
    "cut": _("its answer broke off"),
    "bad_answer": _("no usable answer, even when told what was wrong"),
    "empty": _("an empty answer"),
    "refused_by_server": _("it refused"),
    "circuit_open": _("it failed too often lately"),
}
READERS: dict[str, Promise] = {"rules": _("the rules"), "prewrite": _("the rules, at once")}
DETAILS: dict[str, Promise] = {
    "contact": _("Telephone and e-mail"),
    "address": _("Addresses"),
    "health": _("Health"),
    "payment": _("Cards and accounts"),
    "identity": _("Identity numbers"),
    "preference": _("Preferences and requests"),
    "order": _("Orders and amounts"),
    "other": _("Everything else"),
}
