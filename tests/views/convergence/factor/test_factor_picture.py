"""The stairs show their record's numbers: bars, factors and words, one step more at each stop of the scrubber."""

import json
import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rffviz.datasets import Points
from rffviz.explorer.figures.enlarge import enlarged, without_answer
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.factor.picture import dissection_picture
from rffviz.explorer.views.convergence.factor.words import factor_words
from rffviz.explorer.words.labels import STEP_LABELS
from rffviz.explorer.words.numbers import count, number, times
from rffviz.explorer.words.readout import Readout
from rffviz.kernels import Gaussian, Laplacian
from rffviz.studies.factor import dissection
from tests.views.looks import LOOKS, check_title

X = Points(np.random.default_rng(0).standard_normal((200, 2)), "cloud", 300, note="Some are left out.")
CASES = {
    "paired": lambda: dissection(X, Gaussian(1.5), 0.2),
    "offset": lambda: dissection(X, Gaussian(1.5), 0.5, map="offset"),
    "silent": lambda: dissection(X, Laplacian(2.0), 0.5),
    "unmeasured": lambda: dissection(X, Gaussian(1.5), 0.5, 0.999),
    "few seeds": lambda: dissection(X, Gaussian(1.5), 0.5, n_seeds=20),
    "continued": lambda: dissection(X, Gaussian(1.5), 0.03, n_seeds=20),
    "nothing to do": lambda: dissection(X, Gaussian(300.0), 1.9),
}


@cache
def record_of(name):
    return CASES[name]()


@cache
def picture(name, look="light"):
    return dissection_picture(record_of(name), LOOKS[look])


@pytest.mark.release
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", CASES)
def test_every_picture_is_complete_and_legible(name, look):
    made, found = picture(name, look), record_of(name)
    assert len(made.alt) > 60 and made.alt.endswith(".") and len(made.title) < 160
    cells = [text for each in made.scrub.readouts for texts in (each.columns, *each.rows) for text in texts]
    for said in (made.title, made.subtitle, made.alt, *made.notes, *cells):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    last = STEP_LABELS[found.steps[-1].name]
    last += f", 95 % of {len(found.about.seeds)} seeds" * (last == "measured")
    assert {tuple(row[0] for row in each.rows) for each in made.scrub.readouts} == {("this step", last)}
    assert "nan" not in made.csv().split("\n", len(made.provenance))[-1]
    layout = made.figure.layout
    assert layout.xaxis.tickfont.size >= 16 and layout.xaxis.title.font.size >= 18
    assert all(trace.textfont.size >= 16 for trace in made.figure.data if trace.mode == "text")
    for trace in [*made.figure.data, *(trace for frame in made.figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y):
            assert values is None or values.dtype == np.float32
    low, high = layout.xaxis.range
    assert all(low < math.log10(step.n_freqs) < high for step in found.steps if math.isfinite(step.n_freqs))
    json.loads(enlarged(made, 1.5, 600).figure.to_json())


def seen(figure, heights, n):
    """Rows of dots that are drawn, and of words."""
    bars = [row for row in range(n) if np.isfinite(heights[2 * row + 1]).all()]
    taken = [row for row in range(n) if np.isfinite(heights[2 * row]).all()]
    numbers, factors, names = (np.flatnonzero(np.isfinite(y)).tolist() for y in heights[2 * n : 2 * n + 3])
    assert bars == numbers == names and taken == factors
    return bars, taken


@pytest.mark.release
@pytest.mark.parametrize("name", CASES)
def test_each_stop_reveals_one_step_more_beside_the_last(name):
    made, found = picture(name), record_of(name)
    names = [step.name for step in found.steps]
    assert list(made.scrub.names) == list(made.scrub.settings) == names and made.scrub.start == len(names) - 1
    assert list(made.scrub.values) == [STEP_LABELS[name] for name in names]
    assert len(set(made.scrub.readouts)) == len(names) and made.readout == made.scrub.readouts[-1]
    n = len(names)
    for g, frame in enumerate(made.figure.frames):
        assert frame.name == names[g] and list(frame.traces) == list(range(2 * n + 3))
        bars, taken = seen(made.figure, [trace.y for trace in frame.data], n)
        assert bars == sorted({*range(g + 1), n - 1}) and taken == list(range(1, g + 1))
    for at in ("printed", "variance"):
        earlier = dissection_picture(replace(found, shown=at), LIGHT)
        frame = made.figure.frames[earlier.scrub.start]
        for trace, drawn in zip(frame.data, earlier.figure.data, strict=False):
            assert np.array_equal(trace.y, drawn.y, equal_nan=True)


@pytest.mark.release
@pytest.mark.parametrize("name", ["paired", "offset", "nothing to do"])
def test_dots_are_at_their_numbers_and_lines_show_what_is_gained(name):
    made, found = picture(name), record_of(name)
    sizes = [step.n_freqs for step in found.steps]
    for row, size in enumerate(sizes):
        gain, dot = made.figure.data[2 * row : 2 * row + 2]
        assert list(dot.x) == pytest.approx([size], rel=1e-6)
        if row:
            assert list(gain.x) == pytest.approx([size, sizes[row - 1]], rel=1e-6)
    numbers, factors, names = made.figure.data[2 * len(sizes) : 2 * len(sizes) + 3]
    assert [text.strip() for text in numbers.text] == [count(size) for size in sizes]
    assert [text.strip() for text in factors.text] == [factor_words(step.factor) for step in found.steps]
    assert [text.strip() for text in names.text] == [STEP_LABELS[step.name] for step in found.steps]
    interval = made.figure.data[-1]
    assert interval.x == pytest.approx([found.low, found.high], rel=1e-6)


def test_a_factor_is_written_as_what_it_does():
    assert [factor_words(f) for f in (22.82, 1.0, 0.5, math.inf, math.nan)] == ["÷ 22.8", "÷ 1", "× 2", "÷ ∞", ""]


@pytest.mark.release
def test_the_headline_and_the_readouts_are_computed():
    made, found = picture("paired"), record_of("paired")
    much = f"The printed bound overestimates D by {times(found.factor)}"
    assert made.title == f"{much}; largest step: {STEP_LABELS['pairs']}"
    check_title(made.title)
    assert max(found.steps[1:], key=lambda step: step.factor).name == "pairs"
    larger = [replace(step, factor=200.0) if step.name == "variance" else step for step in found.steps]
    other = dissection_picture(replace(found, steps=tuple(larger)), LIGHT).title
    assert other == f"{much}; largest step: {STEP_LABELS['variance']}"
    interval, last = f"{count(found.low)}–{count(found.high)}", count(found.steps[-1].n_freqs)
    for g, (step, readout) in enumerate(zip(found.steps, made.scrub.readouts, strict=True)):
        where, *columns = readout.columns
        assert columns == ["D for ε = 0.2", "gain", "over measured", "95 % interval"]
        name, why = where.split(":\n")
        assert name == STEP_LABELS[step.name] and len(why.split()) >= 6
        assert (f"the {count(found.pairs.n_pairs)} pairs, not a ball" in why) == (step.name == "pairs")
        gain = f"÷ {number(step.factor)}" if g else "–"
        over = times(step.n_freqs / found.steps[-1].n_freqs)
        this, measured = readout.rows
        assert this == ("this step", count(step.n_freqs), gain, over, interval if step.name == "measured" else "–")
        assert measured == (f"measured, 95 % of {len(found.about.seeds)} seeds", last, "–", "–", interval)
    assert f"{count(found.pairs.n_pairs)} pairs" in made.subtitle and "Some are left out." in made.notes
    assert any(f"D = {count(found.over_ball)}" in note for note in made.notes)


@pytest.mark.slow
def test_a_step_that_asks_for_more_says_so():
    """Bernstein's inequality can be the looser one for errors near the largest."""
    found = record_of("paired")
    for factor, said in ((0.5, "× 2"), (1.0, "÷ 1")):
        steps = list(found.steps)
        steps[4] = replace(steps[4], n_freqs=steps[3].n_freqs / factor, factor=factor)
        made = dissection_picture(replace(found, steps=tuple(steps)), LIGHT)
        assert made.scrub.readouts[4].rows[0][1:3] == (count(steps[4].n_freqs), said)
        gain = made.figure.data[8]
        assert list(gain.x) == pytest.approx([steps[4].n_freqs, steps[3].n_freqs], rel=1e-6)


@pytest.mark.slow
def test_infinite_steps_are_said_to_be_vacuous():
    made, found = picture("silent"), record_of("silent")
    loose = f"the union bound over pairs overestimates D by {times(found.factor)}"
    assert made.title == f"σ_p is infinite, so Rahimi & Recht's bound is vacuous; {loose}"
    assert [each.rows[0][1:4] for each in made.scrub.readouts[:3]] == [("∞ (vacuous)", "–", "∞")] * 3
    assert made.scrub.readouts[3].rows[0][1:3] == (count(found.steps[3].n_freqs), "÷ ∞")
    assert any("no second derivative at 0" in note for note in made.notes)
    numbers = made.figure.data[2 * len(found.steps)]
    assert [text.strip() for text in numbers.text[:3]] == ["∞, vacuous"] * 3
    assert [made.figure.data[2 * row + 1].marker.symbol for row in (2, 3)] == ["triangle-right", "circle"]
    assert made.columns["n_freqs"][:3] == [math.inf] * 3 and made.columns["factor"][:3] == [""] * 3


@pytest.mark.slow
def test_what_limits_the_numbers_is_told():
    assert any("takes 1,000 seeds" in note for note in picture("unmeasured").notes)
    assert picture("unmeasured").title.endswith("the D of a Gaussian approximation")
    assert any("extrapolated as 1/√D" in note for note in picture("continued").notes)
    assert "interval from" in picture("few seeds").alt
    assert not any("easured" in note for note in picture("paired").notes)


@pytest.mark.slow
def test_before_the_answer_no_word_tells_it():
    hidden = without_answer(picture("paired"))
    assert set(hidden.scrub.readouts) == {Readout()} and "D =" not in hidden.alt
