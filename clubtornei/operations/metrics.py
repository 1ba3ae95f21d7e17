"""The metrics of all processes of this machine, as Prometheus reads them.

prometheus-client keeps what each process counts in files in PROMETHEUS_MULTIPROC_DIR. What the database and
the backups tell is looked up when somebody asks.
"""

from collections.abc import Iterable

from django.db import connection
from django.db.models import Count
from django.http import HttpRequest
from django.utils.timezone import now
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from clubtornei.backups.archive import backups_in
from clubtornei.backups.site_backups import archive_age, files
from clubtornei.jobs.models import Job

REQUESTS = Histogram(
    "clubtornei_request_seconds",
    "Time to answer a request, by room of the site and class of status.",
    ["room", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
STATES = """
    SELECT coalesce(state, 'other'), count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND usename IS NOT NULL GROUP BY 1 ORDER BY 1
"""


def observe(request: HttpRequest, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    room = request.resolver_match.namespace if request.resolver_match else ""
    REQUESTS.labels(room or "site", f"{status // 100}xx").observe(seconds)


class SiteCollector(Collector):
    """What is not counted, but looked up."""

    def collect(self) -> Iterable[Metric]:
        yield database_connections()
        yield backup_age()
        yield age_of_archive()
        yield jobs()


def database_connections() -> Metric:
    metric = GaugeMetricFamily(
        "clubtornei_database_connections", "Connections to the site's database.", labels=["state"]
    )
    with connection.cursor() as cursor:
        cursor.execute(STATES)
        for state, number in cursor.fetchall():
            metric.add_metric([state], number)
    return metric


def backup_age() -> Metric:
    """Without a value while there is no backup."""
    metric = GaugeMetricFamily("clubtornei_backup_age_seconds", "Time since the last backup was made.")
    for backup in backups_in(files())[:1]:
        metric.add_metric([], (now() - backup.made).total_seconds())
    return metric


def age_of_archive() -> Metric:
    """Without a value while nothing could be restored from it."""
    metric = GaugeMetricFamily(
        "clubtornei_archive_age_seconds", "Age of PostgreSQL's archive: base backup and write-ahead log."
    )
    if (age := archive_age()) is not None:
        metric.add_metric([], age.total_seconds())
    return metric


def jobs() -> Metric:
    """The jobs of the last day; the queue is what waits."""
    metric = GaugeMetricFamily("clubtornei_jobs", "Jobs by state.", labels=["state"])
    for state, number in Job.objects.values_list("state").annotate(number=Count("pk")):
        metric.add_metric([state], number)
    return metric


def exposition() -> bytes:
    """All metrics in Prometheus' text format."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(SiteCollector())
    return generate_latest(registry)
