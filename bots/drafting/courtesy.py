"""Sentences that claim nothing: greetings, thanks, leads into a quotation. The composer speaks them, and verification
lets them pass."""

from __future__ import annotations

from bots.brief import Language
from language.script import to_traditional

LINES: dict[str, dict[str, str]] = {
    "thanks": {"zh": "不客气！还有别的可以帮您吗？", "en": "You are welcome! Is there anything else I can do?"},
    "goodbye": {"zh": "再见，祝您愉快！", "en": "Goodbye, and have a good day!"},
    "small_talk": {"zh": "嗯嗯，我在听。需要我帮您查什么吗？", "en": "I see! Is there anything I can look up for you?"},
    "noted": {"zh": "好的，记下了。", "en": "Thank you, I have made a note of that."},
    "forgotten": {"zh": "好的，已经忘掉了，以后不会再用到它。", "en": "Done: I have forgotten that and will not use it again."},
    "withdrawn": {"zh": "好的，这条就不算了。", "en": "All right, that no longer counts."},
    "nothing": {"zh": "我这里没有记着这个，没有什么要忘掉的。", "en": "I have nothing like that on record, so there was nothing to forget."},
    "unable": {"zh": "这个我做不到。还有别的可以帮您吗？", "en": "I cannot do that. Is there anything else I can do?"},
    "cannot_do": {"zh": "好的，记下了。不过这件事我自己办不了，需要的话我可以请同事来处理。", "en": "I have noted that, but I cannot do it myself. A colleague can take care of it if you wish."},
    "cannot_do_alone": {"zh": "好的，记下了。不过这件事我自己办不了。", "en": "I have noted that, but I cannot do it myself."},
    "because": {"zh": "根据您之前告诉我们的：", "en": "Going by what you told us:"},
    "which": {"zh": "请问您指的是{choices}？", "en": "Do you mean {choices}?"},
    "not_covered": {"zh": "关于“{part}”，我没有找到可靠的信息。", "en": "About “{part}” I found no reliable information."},
    "changed": {"zh": "这和我之前说的不一样了，请以最新的为准：", "en": "This has changed since I told you earlier:"},
    "no_record": {"zh": "您之前没有提到过这一点，我这里没有相关记录。", "en": "I have no record of that; you have not mentioned it to me."},
    "not_helped": {"zh": "抱歉没帮上忙。请再多说一点，比如您试过什么、出现了什么情况；也可以说“转人工”，我请同事来。", "en": "I am sorry that this did not help. Please tell me a little more, such as what you tried and what happened; or say “talk to a human” and I will ask a colleague."},
    "not_helped_alone": {"zh": "抱歉没帮上忙。请再多说一点，比如您试过什么、出现了什么情况。", "en": "I am sorry that this did not help. Please tell me a little more, such as what you tried and what happened."},
    "human": {"zh": "好的，我已请人工客服接手，请稍候。", "en": "Of course, I have asked a colleague to take over. One moment, please."},
    "waiting": {"zh": "已请同事接手，请稍候；在此之前我会尽力先帮您。", "en": "A colleague is on the way; until then I help where I can."},
    "waiting_only": {"zh": "已请同事接手，他会在这里回复您，请稍候。", "en": "A colleague has been asked and will answer here. One moment, please."},
    "waiting_noted": {"zh": "好的，记下了，同事接手时会看到。", "en": "Thank you, noted: my colleague will see it."},
    "waiting_again": {"zh": "已经请同事了，他会尽快在这里回复您。", "en": "A colleague has been asked already and will answer here as soon as possible."},
    "stopped": {"zh": "好的，已停止回答。", "en": "All right, I have stopped."},
    "anger": {"zh": "非常抱歉让您有这样的体验。我已请同事接手，请稍候。", "en": "I am sorry for this experience. I have asked a colleague to take over. One moment, please."},
    "forbidden_topic": {"zh": "这个话题我不便回答，已请同事来帮您，请稍候。", "en": "This is not for me to answer, so I have asked a colleague to help. One moment, please."},
    "operator_rule": {"zh": "这件事需要同事来处理，我已请同事接手，请稍候。", "en": "This needs one of my colleagues, and I have asked one to take over. One moment, please."},
    "handover": {"zh": "这个问题我还是请同事来帮您，请稍候。", "en": "I had better ask a colleague to help with this. One moment, please."},
}  # fmt: skip


def line(name: str, language: Language) -> str:
    text = LINES[name]["en" if language == "en" else "zh"]
    return to_traditional(text) if language == "zh-Hant" else text
