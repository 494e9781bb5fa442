"""When a source is looked at again. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from croniter import croniter

from knowledge.models.sources import Rhythm

_PERIODS = {
    Rhythm.HOURLY: timedelta(hours=1),
    Rhythm.DAILY: timedelta(days=1),
    Rhythm.WEEKLY: timedelta(weeks=1),
}
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(minutes=10), timedelta(hours=24)


def valid_cron(text: str) -> bool:
    return len(text.split()) == 5 and bool(croniter.is_valid(text))


def next_run(rhythm: str, *, cron: str, time_zone: str, after: datetime, failures: int = 0) -> datetime | None:
    """None for a source that is only refreshed by hand. Cron runs by the tenant's clock; failures back off."""
    if failures:
        return after + min(_FIRST_PAUSE * (1 << min(failures - 1, 10)), _LONGEST_PAUSE)
    if rhythm == Rhythm.CRON:
        moment = croniter(cron, after.astimezone(ZoneInfo(time_zone))).get_next(float)
        return datetime.fromtimestamp(float(moment), tz=after.tzinfo)
    period = _PERIODS.get(Rhythm(rhythm))
    return after + period if period else None
