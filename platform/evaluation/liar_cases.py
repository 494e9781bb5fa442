"""Write the liar's cases to a file: `python -m evaluation.liar_cases SERVICE_FOLDER OUT.jsonl [COUNT]`."""

from __future__ import annotations

import sys
from pathlib import Path

import orjson

from evaluation.liar import lies

_RULES_ZH = (  # of an invented hotel
    "离店日期前一天18点之前可以免费取消订单。", "入住时需要出示所有入住人的有效身份证件。",
    "每间客房最多入住两位成人。",
    "早餐供应时间为早上7点到10点。", "加床费用为每晚150元。", "酒店不能携带宠物入住。", "押金为500元，退房时原路退回。",
    "办理入住的时间是下午2点以后，退房须在中午12点之前。", "发票可以在退房时向前台索取。", "停车场对住店客人免费开放。",
)  # fmt: skip


def write_cases(service: Path, out: Path, *, count: int = 2400) -> int:
    """Orders and policy of tau2_retail, hotels of crosswoz_zh; the number of cases written."""
    orders = list(orjson.loads((service / "tau2_retail/db/orders.json").read_bytes()).values())
    hotels = [row[1] for row in orjson.loads((service / "crosswoz_zh/db/hotel_db.json").read_bytes())]
    lines = [
        line.strip("- ").replace("**", "").strip()
        for line in (service / "tau2_retail/policy.md").read_text().splitlines()
    ]
    policy = [line for line in lines if 40 < len(line) < 250 and line.endswith(".") and ". " not in line]
    cases = list(lies(orders=orders, hotels=hotels, policy=policy, rules_zh=_RULES_ZH, count=count))
    out.write_bytes(b"\n".join(orjson.dumps(case) for case in cases) + b"\n")
    return len(cases)


if __name__ == "__main__":
    made = write_cases(Path(sys.argv[1]), Path(sys.argv[2]), count=int(sys.argv[3]) if len(sys.argv) > 3 else 2400)
    print(f"{made} cases")  # noqa: T201  a command
