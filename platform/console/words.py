"""What the codes of a record are called on a page. Pure; a code without a word here is shown as it stands."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console import answer_words, memory_words
from console.audit_words import DEEDS

REASONS: dict[str, Promise] = {
    # why the bot decided so
    "grounded": _("supported by evidence"),
    "acknowledged": _("took note of what was said"),
    "chat": _("small talk: needs no evidence"),
    "not_helped": _("the answer before was of no use to the customer"),
    "half_covered": _("found one part, not the other"),
    "which_record": _("several records match"),
    "which_document": _("documents answer for different things"),
    "which_reference": _("unclear what is meant"),
    "about_the_bot": _("a question about the bot itself"),
    "clock": _("date and time from the clock"),
    "taken_back": _("took back what the customer wanted forgotten"),
    "below_threshold": _("confidence below the threshold"),
    "no_record": _("nothing on record"),
    "cannot_do": _("wants something done, which a person has to do"),
    "nothing_verified": _("no sentence passed the check"),
    "forbidden_topic": _("a topic it does not touch"),
    "asked_for": _("the customer asked for a person"),
    "low_confidence_twice": _("found nothing several times"),
    "anger": _("the customer was angry"),
    "waiting": _("a human is awaited"),
    "operator_rule": _("a rule of the operator calls for a person"),
    # why a sentence was withheld
    "unknown_label": _("cites what does not exist"),
    "uncited": _("cites nothing"),
    "literal": _("a number, date, code or link that no source holds"),
    "negation": _("says the opposite of its source"),
    "value": _("gives a value to the wrong thing"),
    "name": _("a name that its source does not hold"),
    "swapped": _("changes who does what"),
    "placeholder": _("a field that no record holds"),
    "anchor": _("breaks a rule of the role"),
    "length": _("beyond the longest reply"),
    "decision": _("goes against what the customer decided"),
    "judge": _("the judging model finds no support"),
    "settled": _("goes against what this conversation has settled"),
    "status": _("states what the record does not"),
    "other_record": _("taken from another record"),
    "unsupported": _("its source supports it too little"),
    # why a candidate was left out
    "floor": _("too far from the question"),
    "weak": _("too far from the question"),
    "limit": _("enough better ones"),
    "over_limit": _("enough better ones"),
    "duplicate": _("says the same as another"),
    "superseded": _("replaced by a newer one"),
    "covered": _("covered by a fact"),
    "relevant": _("close to the question"),
    "expired": _("no longer in force"),
    "wish": _("a wish that advice must heed"),
    "unsure": _("not sure enough that it answers"),
    "forgotten": _("was forgotten on request"),
    "not_allowed": _("a kind that this bot may not remember"),
    # why memory was asked, or not
    "asked": _("the turn may need it"),
    "stateless": _("this bot remembers nothing"),
    "instruction": _("reads like an instruction"),
    "nothing_asked": _("nothing was asked"),
    "small_talk": _("small talk"),
    "route": _("the turn needs none"),
}
BLOCKS: dict[str, Promise] = {
    "system": _("Rules"),
    "anchor": _("Role"),
    "decisions": _("Decisions and open requests"),
    "evidence": _("Evidence"),
    "records": _("Records"),
    "memory": _("Memories"),
    "summary": _("Summary"),
    "recent": _("Recent turns"),
    "reminder": _("Reminder of the role"),
    "message": _("The message"),
}
STEPS: dict[str, Promise] = {
    "route": _("Read the turn"),
    "recall": _("Recall memories"),
    "records": _("Look records up"),
    "memory answer": _("Answer from memory"),
    "search": _("Search documents"),
    "parts": _("Look up each question by itself"),
    "assemble": _("Assemble the prompt"),
    "draft": _("Draft and verify"),
    "first token": _("First word of the model, since the start"),
    "first verified text": _("First verified text, since the start"),
    "total": _("In all"),
}
STATUSES: dict[str, Promise] = {
    "active": _("Current"),
    "superseded": _("Superseded"),
    "retracted": _("Taken back"),
    "quarantined": _("Quarantine"),
    "wrong": _("Marked wrong"),
    "cold": _("Cold"),
    "expired": _("Expired"),
    "erased": _("Forgotten"),
}
AUTHORITIES: dict[str, Promise] = {"customer": _("the customer"), "record": _("a record"), "staff": _("staff")}
CARDINALITIES: dict[str, Promise] = {
    "one": _("one: a newer value replaces it"),
    "set": _("several: each stands until it is taken back"),
    "series": _("a series: each keeps its date"),
}
ATTRIBUTES: dict[str, Promise] = {
    "name": _("name"),
    "preference": _("preference"),
    "code": _("number or code"),
    "address": _("address"),
    "phone": _("telephone"),
    "email": _("e-mail"),
    "instruction": _("instruction"),
    "allergy": _("allergy"),
    "birthday": _("birthday"),
    "size": _("size"),
    "job": _("occupation"),
    "amount": _("amount"),
    "weight": _("weight"),
    "request": _("request"),
    "decision": _("decision"),
    "retraction": _("taken back"),
    "date": _("date"),
    "card": _("card"),
    "surname": _("surname"),
    "is": _("who they are"),
    "note": _("note"),
    "about": _("said of them"),
    "age": _("age"),
    "account": _("account"),
    "quantity": _("quantity"),
    "postcode": _("postcode"),
    "has": _("has"),
    "uses": _("uses"),
    "wants": _("wants"),
    "cannot": _("cannot"),
    "goal": _("goal"),
    "bought": _("bought"),
    "anniversary": _("anniversary"),
    "run": _("runs"),
    "walk": _("walks"),
    "swim": _("swims"),
    "ride": _("rides"),
    "train": _("workouts"),
    "sleep": _("sleep"),
    "steps": _("steps"),
    "pressure": _("blood pressure"),
    "sugar": _("blood sugar"),
    "temperature": _("temperature"),
    "reading": _("meter reading"),
    "pay": _("payments"),
    "status": _("state"),
    "event": _("event"),
}
ACTORS: dict[str, Promise] = {
    "system": _("The system"),
    "customer": _("A customer"),
    "person": _("Somebody who left"),
    "api_key": _("An API key"),
}
AREAS: dict[str, Promise] = {
    "bot": _("Bots"),
    "answer": _("Answers"),
    "conversation": _("Conversations"),
    "knowledge": _("Documents"),
    "memory": _("Memories"),
    "customer": _("Customers"),
    "person": _("People"),
    "api_key": _("API keys"),
}
SOURCE_KINDS: dict[str, Promise] = {
    "page": _("Web page"),
    "sitemap": _("Sitemap"),
    "feed": _("Feed"),
    "folder": _("Folder"),
    "push": _("Pushed by a program"),
}
RHYTHMS: dict[str, Promise] = {
    "manual": _("Only by hand"),
    "hourly": _("Every hour"),
    "daily": _("Every day"),
    "weekly": _("Every week"),
    "cron": _("By a schedule of its own"),
}
FATES: dict[str, Promise] = {
    "added": _("added"),
    "changed": _("changed"),
    "removed": _("removed"),
    "unchanged": _("unchanged"),
    "incomplete": _("left out: half of the pair is missing"),
    "failed": _("failed"),
    "forbidden": _("not allowed"),
}
TROUBLES: dict[str, Promise] = {
    "robots": _(
        "The site's robots.txt asks programs not to read this page. Ask whoever runs the site to allow AnamnesisBot, "
        "or upload the page as a file."
    ),
    "private": _(
        "The address leads into a private network, or is written in a way that no public address is. Only public "
        "http and https addresses are fetched; upload the file, or let a program push it."
    ),
    "too_large": _("The page is larger than is taken. Upload the part that matters as a file."),
    "timeout": _("The site took too long to answer. It is tried again at the next run."),
    "unknown_name": _("There is no site of this name. Look for a typing mistake in the address."),
    "unreachable": _("The site could not be reached, or its certificate is not right. Open it in a browser to see."),
    "redirects": _("The site sends from one address to the next without end. Give the address that it ends at."),
    "status": _("The site refused or had a fault of its own."),
    "unreadable": _("What came could not be read."),
    "empty": _("There is no text in it."),
    "crashed": _("The run broke off."),
}
ORIGINS: dict[str, Promise] = {
    "upload": _("added by hand"),
    "edit": _("edited"),
    "refresh": _("refreshed by its source"),
    "rollback": _("rolled back"),
}
COLUMN_TYPES: dict[str, Promise] = {
    "text": _("Plain text"),
    "integer": _("Whole number"),
    "money": _("Money"),
    "date": _("Date"),
    "time": _("Time of day"),
    "datetime": _("Date and time"),
    "enum": _("One of a few words"),
}
TRIALS: dict[str, Promise] = {
    "": _("It answered, and rows were found."),
    "placeholder": _("Put {key} or {owner} where the other program expects it."),
    "forbidden": _(
        "The address leads into a private network, or its port is not allowed. Only public addresses on ports 80, 443, "
        "8080 and 8443 are asked."
    ),
    "unknown_name": _("There is no site of this name. Look for a typing mistake in the address."),
    "timeout": _("It took too long to answer. Wait longer, or ask whoever runs it."),
    "too_large": _("It answered with more than is taken. Ask for one record at a time."),
    "unreachable": _("It could not be reached, or its certificate is not right."),
    "status": _("It refused or had a fault of its own. Look at the address, the method and the headers."),
    "not_json": _("It answered with something that is not JSON."),
    "no_rows": _("It answered, but no row stands where you said. Look at the answer below and correct the place."),
}
CALIBRATIONS: dict[str, Promise] = {
    "made": _("A new correction is in use."),
    "too_few": _("Too few marks and test questions yet, or all of one kind."),
    "few_new": _("Too few new marks since the last correction."),
    "no_better": _("A correction would do no better than what is in use; nothing was changed."),
}
BOOKS = {
    **answer_words.BOOKS,
    "reason": REASONS,
    "block": BLOCKS,
    "step": STEPS,
    "status": STATUSES,
    "authority": AUTHORITIES,
    "cardinality": CARDINALITIES,
    "attribute": ATTRIBUTES,
    "actor": ACTORS,
    "write_step": memory_words.WRITE_STEPS,
    "flag": memory_words.FLAGS,
    "target": memory_words.TARGETS,
    "operation": memory_words.OPERATIONS,
    "reader": memory_words.READERS,
    "reading_note": memory_words.READING_NOTES,
    "area": AREAS,
    "deed": DEEDS,
    "source kind": SOURCE_KINDS,
    "calibration": CALIBRATIONS,
    "rhythm": RHYTHMS,
    "fate": FATES,
    "trouble": TROUBLES,
    "column type": COLUMN_TYPES,
    "origin": ORIGINS,
    "trial": TRIALS,
}


def word(code: str, book: str) -> str:
    return str(BOOKS[book].get(code, code.replace("_", " ")))
