"""The figure of the claims: every ratio is drawn where it belongs, in every look, and said in words."""

import math
import re

import plotly.graph_objects as go
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.papers.claims.picture import claims_picture, rows
from rffviz.explorer.views.papers.claims.words import short_verdict
from rffviz.explorer.words.numbers import measured
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import ALL, Claims, Judged, judged_on
from tests.views.looks import LOOKS


def judged(claim, **ratios):
    limit = CLAIMS[claim].limit
    return Judged(claim, tuple(judged_on(name, (ratio, 1.02 * ratio), (1, 1), limit) for name, ratio in ratios.items()))


def found(chosen=ALL):
    each = (
        judged("fastfood", diabetes=1.3, iris=1.4),
        judged("meka", diabetes=0.5, iris=4.9),
        judged("weighted", diabetes=0.02, iris=0.05),
        judged("orthogonal", diabetes=0.6, iris=0.7),
    )
    return Claims(each, ("2026-01-01", "2026-01-02"), chosen)


def dots_of(figure):
    """(name, x, y, symbol) of each dot of a dataset."""
    return [
        (trace.name, float(x), float(y), symbol)
        for trace in figure.data
        if trace.name in ("Diabetes", "Iris")
        for x, y, symbol in zip(trace.x, trace.y, trace.marker.symbol, strict=True)
        if not math.isnan(x)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("chosen", [ALL, "meka"])
def test_the_picture_is_complete(look, chosen):
    picture = claims_picture(found(chosen), LOOKS[look])
    assert picture.figure.layout.paper_bgcolor == LOOKS[look].paper
    cells = [text for texts in (picture.readout.columns, *picture.readout.rows) for text in texts]
    assert all(cells) and not {"nan", "inf", "None"} & set(cells)
    for said in (picture.title, picture.subtitle, picture.alt, *picture.notes):
        assert len(said) > 20 and not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert "nan" not in picture.csv() and len(picture.columns["ratio"]) == (8 if chosen == ALL else 2)
    low, high = picture.figure.layout.xaxis.range
    assert all(low < math.log10(x) < high for _, x, _, _ in dots_of(picture.figure))


@pytest.mark.slow
def test_dots_stand_in_their_rows_filled_where_the_claim_holds():
    figure = claims_picture(found(), LOOKS["narrow"]).figure  # in one column
    assert [one.claim for one in rows(found())] == ["weighted", "orthogonal", "meka", "fastfood"]
    at = {(name, y): (x, symbol.endswith("-open")) for name, x, y, symbol in dots_of(figure)}
    assert at["Diabetes", 1] == (pytest.approx(0.606, abs=1e-3), False)
    assert at["Diabetes", 2] == (pytest.approx(0.505, abs=1e-3), False) and at["Iris", 2] == (2.5, True)
    assert at["Iris", 3] == (pytest.approx(1.414, abs=1e-3), True) and at["Diabetes", 0][0] == pytest.approx(0.2)
    said = [re.sub("<.*?>", "", note.text) for note in figure.layout.annotations]
    assert {"Weights learned ← 0.020", "MEKA 4.95 →", *map(short_verdict, found().judged)} <= set(said)
    (mark,) = [trace for trace in figure.data if trace.name == "limit"]
    assert (list(mark.x), list(mark.y)) == ([pytest.approx(1.1)], [3]) and mark.showlegend


@pytest.mark.release
def test_two_columns_hold_all_rows():
    figure = claims_picture(found(), LIGHT).figure
    at = {(trace.xaxis, name, y): x for trace in figure.data for name, x, y, _ in dots_of(go.Figure([trace]))}
    assert at["x", "Diabetes", 1] == pytest.approx(0.606, abs=1e-3) and at["x2", "Iris", 0] == 2.5
    assert at["x2", "Iris", 1] == pytest.approx(1.414, abs=1e-3) and len(at) == 8
    assert [shape.xref for shape in figure.layout.shapes if shape.x0 == shape.x1 == 1] == ["x", "x2"], "lines at 1"
    said = {re.sub("<.*?>", "", note.text) for note in figure.layout.annotations}
    assert {"holds", "on 1 of 2", "contradicted", "← 0.020", "4.95 →"} == said
    assert [list(axis.ticktext) for axis in figure.select_yaxes()] == [
        ["Weights learned", "Orthogonal"],
        ["MEKA", "Fastfood*"],
    ]


def test_one_claim_has_its_intervals():
    picture = claims_picture(found("meka"), LIGHT)
    assert picture.title == f"{CLAIMS['meka'].claim[:-1]}: holds on 1 of 2, contradicted on 1 here"
    bars = {trace.name: trace.error_x for trace in picture.figure.data if trace.error_x.array is not None}
    each = {"Diabetes": found().judged[1].on[0], "Iris": found().judged[1].on[1]}
    for name, one in each.items():
        assert bars[name].array[0] == pytest.approx(one.high - one.ratio)
        assert bars[name].arrayminus[0] == pytest.approx(one.ratio - one.low)
    assert picture.readout.columns == ("RMSE over pairs", "MEKA", "Nyström", "ratio", "± 2 standard errors", "verdict")
    for (name, one), row in zip(each.items(), picture.readout.rows, strict=True):
        interval = f"{measured(one.low)}–{measured(one.high)}"
        verdict = {"Diabetes": "holds", "Iris": "contradicted"}[name]
        assert row == (name, measured(one.method), measured(one.baseline), measured(one.ratio), interval, verdict)


@pytest.mark.release
def test_the_title_counts():
    made = claims_picture(found(), LIGHT)
    assert made.title == "2 of 3 verified claims hold on every dataset"
    assert made.readout.rows == (
        ("holds", "2", "–"),
        ("holds on some datasets, not all", "1", "–"),
        ("inconclusive", "0", "–"),
        ("contradicted", "1", "Fastfood"),
        ("†: source not read; *: extends its source", "1", "0 hold on every dataset"),
    )
    alone = Claims((found().judged[3],), ("2026-01-01", "2026-01-01"))
    assert claims_picture(alone, LIGHT).title == "1 of 1 verified claims holds on every dataset"
