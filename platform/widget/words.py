"""The words that the chat's script shows, in the language of the request. "{name}" is filled in the browser."""

from __future__ import annotations

from django.utils.translation import gettext as _


def chat_words() -> dict[str, str]:
    return _line_words() | _message_words() | _source_words() | _choice_words()


def _line_words() -> dict[str, str]:
    return {
        "assistant": _("Assistant"),
        "human": _("Colleague"),
        "reconnecting": _("Reconnecting… nothing is lost"),
        "waiting_human": _("A colleague has been asked"),
        "with_human": _("You are talking with a colleague"),
        "with_name": _("You are talking with {name}"),
        "colleague": _("a colleague"),
        "human_queued": _("A colleague has been asked and will answer here."),
        "human_joined": _("{name} has joined."),
        "human_ended": _("The assistant answers again."),
        "moved_on": _("The last conversation has ended; this is a new one."),
        "status_thinking": _("Thinking…"),
        "status_searching": _("Looking in the documents…"),
        "status_answering": _("Writing the answer…"),
        "status_typing": _("Typing…"),
        "status_slow": _("This takes longer than usual. Your message has arrived."),
        "session_expired": _("Your log-in has expired. Please reload the page."),
        "went_wrong": _("That did not work. Please try again."),
    }


def _message_words() -> dict[str, str]:
    return {
        "sending": _("Sending…"),
        "not_sent": _("Could not be sent."),
        "retry": _("Try again"),
        "discard": _("Discard"),
        "failed": _("The answer did not come through."),
        "ask_human": _("Ask a colleague"),
        "rate": _("Was this helpful?"),
        "helpful": _("Helpful"),
        "not_helpful": _("Not helpful"),
        "what_was_wrong": _("What was wrong? (optional)"),
        "send": _("Send"),
        "thanks": _("Thank you."),
    }


def _source_words() -> dict[str, str]:
    return {
        "sources": _("Sources"),
        "kind_document": _("From the documents"),
        "kind_memory": _("From what you told us"),
        "kind_record": _("From your records"),
        "said": _("You said:"),
        "said_on": _("You said on {date}:"),
        "as_of": _("As of {date}"),
        "record_table": _("Table"),
        "record_key": _("Number"),
        "record_says": _("It says"),
        "record_read": _("Read at"),
        "open_source": _("Select it to open the source"),
        "open_page": _("Open the page"),
    }


def _choice_words() -> dict[str, str]:
    return {
        "confirm_new": _("Begin a new conversation? The assistant still remembers what you told it."),
        "confirm_forget": _("End the chat and remove it from this device? The next person here will not see it."),
        "confirm_unsent": _("Messages not sent yet, which will be dropped: {count}"),
        "do_new": _("New conversation"),
        "do_forget": _("End and forget"),
    }
