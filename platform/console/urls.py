"""The console's routes. One view module per screen."""

from __future__ import annotations

from django.urls import path

from console.views import account, audit, bots, conversations, customers, documents, overview, people, session, trial

app_name = "console"

urlpatterns = [
    path("", overview.overview, name="overview"),
    path("account/", account.account, name="account"),
    path("switch/", session.switch_tenant, name="switch_tenant"),
    path("bots/", bots.bot_list, name="bots"),
    path("bots/new/", bots.new_bot, name="new_bot"),
    path("bots/<uuid:bot_id>/", bots.edit, name="bot"),
    path("bots/<uuid:bot_id>/publish/", bots.publish, name="publish"),
    path("bots/<uuid:bot_id>/discard/", bots.discard, name="discard_draft"),
    path("bots/<uuid:bot_id>/versions/", bots.versions, name="versions"),
    path("bots/<uuid:bot_id>/versions/<int:number>/", bots.version, name="version"),
    path("bots/<uuid:bot_id>/versions/<int:number>/roll-back/", bots.roll_back, name="roll_back"),
    path("bots/<uuid:bot_id>/widget/", bots.widget, name="widget"),
    path("bots/<uuid:bot_id>/widget/secret/", bots.identity_secret, name="identity_secret"),
    path("bots/<uuid:bot_id>/trial/", trial.trial, name="trial"),
    path("documents/", documents.document_list, name="documents"),
    path("documents/text/", documents.new_text, name="new_text"),
    path("documents/pair/", documents.new_pair, name="new_pair"),
    path("documents/upload/", documents.upload, name="upload"),
    path("documents/search/", documents.test_search, name="test_search"),
    path("documents/<uuid:document_id>/", documents.detail, name="document"),
    path("documents/<uuid:document_id>/edit/", documents.edit, name="edit_document"),
    path("documents/<uuid:document_id>/remove/", documents.remove, name="remove_document"),
    path("documents/<uuid:document_id>/diff/", documents.diff, name="document_diff"),
    path("documents/<uuid:document_id>/roll-back/", documents.roll_back, name="roll_back_document"),
    path("passages/<uuid:chunk_id>/", documents.passage, name="passage"),
    path("conversations/", conversations.conversation_list, name="conversations"),
    path("conversations/<uuid:conversation_id>/", conversations.detail, name="conversation"),
    path("conversations/<uuid:conversation_id>/turns/", conversations.turns, name="turns"),
    path("conversations/<uuid:conversation_id>/why/<uuid:message_id>/", conversations.why, name="why"),
    path("conversations/<uuid:conversation_id>/take-over/", conversations.take_over, name="take_over"),
    path("conversations/<uuid:conversation_id>/release/", conversations.release, name="release"),
    path("conversations/<uuid:conversation_id>/end/", conversations.end, name="end_conversation"),
    path("conversations/<uuid:conversation_id>/say/", conversations.say, name="say"),
    path("customers/", customers.customer_list, name="customers"),
    path("customers/quarantine/", customers.quarantine, name="quarantine"),
    path("customers/<uuid:customer_id>/", customers.detail, name="customer"),
    path("customers/<uuid:customer_id>/forget-since/", customers.forget_since, name="forget_since"),
    path("customers/<uuid:customer_id>/export/", customers.export_data, name="export_customer"),
    path("customers/<uuid:customer_id>/erase/", customers.erase_customer, name="erase_customer"),
    path("facts/<uuid:fact_id>/", customers.fact, name="fact"),
    path("facts/<uuid:fact_id>/edit/", customers.edit_fact, name="edit_fact"),
    path("facts/<uuid:fact_id>/forget/", customers.forget_fact, name="forget_fact"),
    path("facts/<uuid:fact_id>/pin/", customers.pin_fact, name="pin_fact"),
    path("facts/<uuid:fact_id>/wrong/", customers.mark_wrong, name="mark_wrong"),
    path("people/", people.people, name="people"),
    path("people/invite/", people.invite, name="invite"),
    path("people/invitations/<uuid:invitation_id>/withdraw/", people.withdraw, name="withdraw_invitation"),
    path("people/<uuid:membership_id>/role/", people.change_role, name="change_role"),
    path("people/<uuid:membership_id>/remove/", people.remove, name="remove_member"),
    path("audit/", audit.audit_log, name="audit"),
    path("audit/verify/", audit.verify, name="verify_audit"),
    path("join/<str:token>/", session.join, name="join"),
]
