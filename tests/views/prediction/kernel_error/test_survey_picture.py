"""The survey's figure: every number of the record is drawn, in every look, and in the readout."""

import re

import numpy as np
import pytest

from rffviz.explorer.figures.theme import DARK, LIGHT
from rffviz.explorer.views.prediction.kernel_error.picture import survey_picture
from rffviz.explorer.views.prediction.kernel_error.words import headline
from rffviz.papers import Cell, Measured, Record
from rffviz.papers.survey_record import survey_record
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
    cells = [text for each in made.scrub.readouts for texts in (each.columns, *each.rows) for text in texts]
    for said in (made.title, made.subtitle, made.alt, *made.notes, *cells):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert made.scrub.names == ["2", "8", "32"] and made.scrub.settings == [2, 8, 32] and made.scrub.start == 1
    assert made.readout == made.scrub.readouts[1] and made.readout.columns[0] == "D/d = 8"
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


@pytest.mark.release
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
    assert tells == "At equal D/d kernel error and test error have rank correlation 1.00"
    assert little == "At equal D/d kernel error and test error have rank correlation −1.00"
    assert headline(made_up(True, names=NAMES[:1])) == "6 places measured: too few schemes for a rank correlation"


@pytest.mark.slow
def test_the_readout_is_of_the_d_shown():
    seen = made_up(False).seen("digits")
    made = survey_picture(seen, LIGHT)
    rows = {name: cells for name, *cells in made.scrub.readouts[2].rows}
    assert rows["smallest kernel error"][:3] == ["Monte Carlo", "0.0039", "13.1 %"]
    assert rows["smallest test error"][0] == "Mine own" and rows["smallest test error"][2] == "12.7 %"
    assert rows["exact kernel"][2] == "10.0 %"
    for name, found in (("all schemes", seen.correlation(32.0)), ("all schemes and D/d", seen.correlation())):
        assert rows[name][-1].replace("−", "-").startswith(f"{found.value:.2f} (")
    assert any("above 0 in 0 of 9 comparisons" in note for note in made.notes)


@pytest.mark.release
def test_errors_that_lie_far_apart_have_a_logarithmic_axis():
    near, far = (made_up(True, ratios=ratios).seen() for ratios in ((8.0, 16.0), (1.0, 64.0)))
    assert [survey_picture(seen, LIGHT).figure.layout.yaxis.type for seen in (near, far)] == [None, "log"]


@pytest.mark.release
def test_the_export_has_each_schemes_ranks_and_verdict():
    seen = made_up(False).seen()
    made = survey_picture(seen, DARK)
    standings = {each.scheme: each for each in seen.survey.standings("gaussian")}
    names = ("scheme", "kernel_error_rank", "test_error_rank", "times_monte_carlo", "status", "verdict")
    rows = [*zip(*(made.columns[name] for name in names), strict=True)]
    assert len(rows) == len(seen.points)
    for scheme, error, test, times, status, verdict in rows:
        each = standings[scheme]
        assert (error, test, times, status, verdict) == (each.error, each.test, each.seconds, "costly", "Right")
    assert "nan" not in made.csv()
