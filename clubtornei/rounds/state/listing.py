"""A long list on a page: searched by words, and so many of its rows at a time."""

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from clubtornei.players.names import sort_key

ON_A_PAGE = 100
FEW = 20
"""Rows that one looks over without searching."""

Row = TypeVar("Row")


def is_searchable(rows: Sized) -> bool:
    """Whether there are more of them than one looks over."""
    return len(rows) > FEW


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """The page of the rows found by the text `q`; `total`: of all rows."""

    q: str
    total: int
    page: Page[Row]

    @property
    def searchable(self) -> bool:
        """Whether the page has a field for the search."""
        return self.total > FEW or bool(self.q)

    @property
    def nothing(self) -> bool:
        """Whether the search has found nothing."""
        return not self.page.paginator.count


def listing_of(rows: Sequence[Row], query: QueryDict, text: Callable[[Row], str]) -> Listing[Row]:
    """The rows in whose text words begin with every word of the search, those of `?page=`. A few more than a
    page has are on it: 101 players are one list.
    """
    q = query.get("q", "").strip()
    found = [row for row in rows if is_found(text(row), q)] if q else rows
    pages = Paginator(found, ON_A_PAGE, orphans=ON_A_PAGE // 5)
    return Listing(q, len(rows), pages.get_page(query.get("page")))


def is_found(text: str, q: str) -> bool:
    """Whether every word searched begins a word of the text, without accents and case."""
    key = f" {sort_key(text)}"
    return all(f" {word}" in key for word in sort_key(q).split())
