"""A stage's name in its form: as the reader has it, and stored as it was where he leaves it so."""

import pytest
from django.utils import translation

from clubtornei.rounds.stages.views import StageNameForm


@pytest.mark.parametrize(
    ("language", "typed", "kept"),
    [("en", "Final", "Finale"), ("it", "Finale", "Finale"), ("en", "Grand Final", "Grand Final")],
)
def test_a_name_of_the_site_stays_one_in_every_language(language: str, typed: str, kept: str) -> None:
    with translation.override(language):
        form = StageNameForm({"name": typed}, "Finale")
        assert form.initial["name"] == {"en": "Final", "it": "Finale"}[language]
        assert form.is_valid()
    assert form.cleaned_data["name"] == kept
