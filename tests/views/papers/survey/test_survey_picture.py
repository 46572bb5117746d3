"""The survey's figure and table: every number of the record is drawn, in every look, and said in words."""

import re

import numpy as np
import pytest

from rffviz.figures.theme import DARK, LIGHT
from rffviz.papers import Cell, Measured, Record
from rffviz.papers.survey_record import survey_record
from rffviz.views.papers.survey.picture import standings_picture, survey_picture
from rffviz.views.papers.survey.words import headline
from tests.views.looks import LOOKS

NAMES = ("monte_carlo", "sobol_scrambled", "orthogonal", "leverage", "mine_own")


def made_up(agree, datasets=("diabetes", "digits"), names=NAMES, ratios=(2.0, 8.0, 32.0)):
    """A survey in which the test error grows with the kernel error, where schemes `agree`, or falls at equal D/d."""
    records = {}
    for dataset in datasets:
        machines = ("ridge",) if dataset == "diabetes" else ("ridge", "svm")
        for ratio in ratios:
            for k, name in enumerate(names):
                if (name, ratio) == ("leverage", 2.0):
                    continue
                error = (k + 1) / (8 * ratio)
                test = 0.1 + 1 / ratio + (k if agree else -k) / 1000
                settings = {
                    "n_train": 300,
                    "n_test": 100,
                    "d": 3,
                    "ratio": ratio,
                    "verdict": "costly",
                    "found": "Right",
                }
                settings |= {f"exact_{machine}": 0.1 for machine in machines}
                place = Cell("survey", dataset, name, int(ratio), kernel="gaussian")
                details = {machine: test for machine in machines} | {"features": 0.1 * (k + 1)}
                records[place] = Record(place).plus(0, Measured(error, 1.0, settings, details))
    refused = Cell("survey", "diabetes", "sorf", 3, kernel="gaussian")
    return survey_record(records | {refused: Record(refused).plus(0, "It is not defined.")})


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_the_picture_is_complete(look):
    seen = made_up(True).seen("digits", machine="svm")
    made = survey_picture(seen, LOOKS[look])
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    for said in (made.title, made.subtitle, made.reading, made.alt, *made.notes, *made.scrub.readings):
        assert len(said) > 20 and not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert made.scrub.names == ["2", "8", "32"] and made.scrub.start == 1
    assert made.reading == made.scrub.readings[1] and made.reading.startswith("At D/d = 8 ")
    assert len(made.columns["scheme"]) == len(seen.points) == 14 and "nan" not in made.csv()
    for frame in (made.figure, *made.figure.frames):
        drawn = {
            (round(float(x), 5), round(float(y), 5))
            for trace in frame.data[:10]
            for x, y in zip(trace.x, trace.y, strict=True)
        }
        kept = {(round(p.error, 5), round(p.tests["svm"], 5)) for p in seen.points}
        assert kept == {each for each in drawn if not np.isnan(each[0])}
    large = [trace for trace in made.figure.frames[0].data if trace.showlegend]
    assert [len(trace.x) for trace in large] == [1] * 5 and np.isnan(large[3].x[0]), (
        "one marker a scheme, none where it has none"
    )
    colours = {trace.marker.color for trace in large}
    assert colours == {LOOKS[look].scheme(name)[0] for name in seen.schemes}


def test_the_correlations_are_drawn_with_their_intervals():
    seen = made_up(False).seen("digits")
    (trace,) = (each for each in survey_picture(seen, LIGHT).figure.data if each.error_y.array is not None)
    found = [seen.correlation(ratio) for ratio in (2.0, 8.0, 32.0)]
    np.testing.assert_allclose(trace.y, [each.value for each in found])
    np.testing.assert_allclose(trace.error_y.array, [each.high - each.value for each in found])
    np.testing.assert_allclose(trace.error_y.arrayminus, [each.value - each.low for each in found])
    others = [each for each in survey_picture(seen, LIGHT).figure.data if "Diabetes" in (each.hovertemplate or "")]
    assert len(others) == 1


def test_the_headline_is_that_of_the_numbers():
    tells, little = headline(made_up(True)), headline(made_up(False))
    assert tells == "At equal D/d the kernel's error tells the test error: rank correlation 1.00, 0.98 across D/d"
    assert little.startswith(
        "At equal D/d the kernel's error says little of the test error: rank correlation −1.00, 0."
    )
    assert headline(made_up(True, names=NAMES[:1])) == "6 places measured: too few schemes for a rank correlation"
    reading = survey_picture(made_up(False).seen("digits"), LIGHT).scrub.readings[2]
    assert "Monte Carlo has the smallest kernel error, 0.0039" in reading and "12.7 % (Mine own)" in reading
    assert "Over 9 comparisons at equal D/d" in reading and "in 0 of them" in reading


def test_errors_that_lie_far_apart_have_a_logarithmic_axis():
    near, far = (made_up(True, ratios=ratios).seen() for ratios in ((8.0, 16.0), (1.0, 64.0)))
    assert [survey_picture(seen, LIGHT).figure.layout.yaxis.type for seen in (near, far)] == [None, "log"]


def test_each_scheme_stands_beside_its_verdict():
    made = standings_picture(made_up(False).seen(), DARK)
    assert made.title == "Monte Carlo ranks first by kernel error, Mine own by test error"
    columns = {column.title: column for column in made.table.columns}
    assert columns["scheme"].cells[0] == "Monte Carlo" and columns["scheme"].cells[-1] == "Mine own"
    assert columns["kernel error"].cells[0] == 0 and columns["test error"].cells[0] == 1
    assert columns["verdict"].status[0] == ("costly", "right, but costly") and columns["verdict"].cells[0] == "Right"
    assert columns["seconds"].cells == pytest.approx([1, 2, 3, 4, 5])
    assert "Not defined: SORF." in made.reading and "nan" not in made.csv()
    assert "and by test error" in standings_picture(made_up(True).seen(), LIGHT).title
