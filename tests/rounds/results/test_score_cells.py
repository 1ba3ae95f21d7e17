"""The fields of a table's scores are written without a template: what people type stays text."""

from clubtornei.rounds.results.score_forms import ScoreCell, cells_html

TYPED = '"><script>'


def cell(**facts: object) -> ScoreCell:
    usual = {"count": "points", "kind": "number", "aside": False, "value": "", "errors": [], "choices": []}
    return ScoreCell(**{"id": "t7-1-points", "name": "1-points", "title": "Punti"} | usual | facts)  # type: ignore[arg-type]


def test_names_titles_and_values_are_escaped() -> None:
    html = cells_html([cell(value=TYPED, title="A & B")], "D’Angelo <b>", {})
    assert TYPED not in html and 'value="&quot;&gt;&lt;script&gt;"' in html
    assert "D’Angelo &lt;b&gt;" in html and "A &amp; B" in html


def test_a_wrong_field_points_to_its_error_and_each_kind_has_its_field() -> None:
    assert 'aria-describedby="t7-1-points-error"' in cell(errors=["Troppi."]).field()
    assert (
        cell(kind="flag", value="on").field()
        == '<input type="checkbox" id="t7-1-points" name="1-points" checked>'
    )
    chosen = cell(kind="choice", value="2", choices=[("", "—"), ("2", "2°")]).field()
    assert '<option value="2" selected>2°</option>' in chosen
