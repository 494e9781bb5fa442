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


def next_run(
    rhythm: str,
    *,
    cron: str,
    time_zone: str,
    after: datetime,
    failures: int = 0,
    asked_to_wait: timedelta = timedelta(),
) -> datetime | None:
    """None for a source that is only refreshed by hand. Cron runs by the tenant's clock; failures back off, for at
    least as long as the site asks."""
    if failures:
        pause = max(_FIRST_PAUSE * (1 << min(failures - 1, 10)), asked_to_wait)
        return after + min(pause, _LONGEST_PAUSE)
    if rhythm == Rhythm.CRON:
        return _next_by_clock(cron, ZoneInfo(time_zone), after)
    period = _PERIODS.get(Rhythm(rhythm))
    return after + period if period else None


def _next_by_clock(cron: str, zone: ZoneInfo, after: datetime) -> datetime:
    """When the clocks go back, an hour comes twice: what has its fixed hours runs in the first one alone."""
    moments = croniter(cron, after.astimezone(zone))
    while True:
        moment = datetime.fromtimestamp(float(moments.get_next(float)), tz=zone)
        if not moment.fold or "*" in cron.split()[1]:
            return moment.astimezone(after.tzinfo)
