"""A report on paper as it is, under headings where its rows have them."""

from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.reports.writing import written
from clubtornei.text.untyped import Context


def report_context(report: Report) -> Context:
    """The context of `sheets/report.html`: the report with the columns of a page, written."""
    return {
        "stage": "",
        "report": report,
        "columns": report.page_columns,
        "lines": list(written(report, report.page_columns)),
    }
