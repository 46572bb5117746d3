"""How often the error exceeds ε: markers, bars and bounds are the record's."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.figures.theme import LIGHT
from rffviz.kernels import Laplacian
from rffviz.samplers import SAMPLERS
from rffviz.views.convergence.exceedance.picture import exceedance_picture
from rffviz.words.numbers import count
from tests.views.convergence.convergence_records import SIZES, picture, record_of, shares
from tests.views.looks import LOOKS


def traces(figure, start):
    return [trace for trace in figure.data if (trace.name or "").startswith(start)]


@pytest.mark.parametrize("look", LOOKS)
def test_markers_and_bars_are_the_shares_and_their_intervals(look):
    report = record_of("exceedance")
    figure = picture("exceedance", look).figure
    for share in report.shares:
        (line,) = traces(figure, SAMPLERS[share.sampler].label)
        assert np.allclose(line.y, share.share)
        assert np.array_equal(line.customdata[:, 0], SIZES)
        # schemes stand side by side, within a fifth of the way to the next number of frequencies
        assert (np.abs(np.log(line.x / SIZES)) < 0.2 * np.log(4)).all()
        if share.randomised:
            assert np.allclose(line.y + line.error_y.array, share.high, atol=1e-6)
            assert np.allclose(line.y - line.error_y.arrayminus, share.low, atol=1e-6)
        else:
            assert line.error_y.array is None and "deterministic" in line.name


def test_bound_is_clipped_for_drawing_alone():
    report = record_of("exceedance")
    made = picture("exceedance")
    (ceiling,) = report.ceilings
    (line,) = traces(made.figure, "Rahimi & Recht")
    speaks = ceiling.values < 1
    assert np.allclose(line.y[speaks], ceiling.values[speaks], rtol=1e-6)
    assert (line.y[~speaks] > 1).all() and (line.y < made.figure.layout.yaxis.range[1]).all()
    assert np.allclose(line.customdata, ceiling.values, rtol=1e-6) and ceiling.values.max() > 100
    (strip,) = made.figure.layout.shapes
    assert strip.y0 == 1 and strip.y1 == made.figure.layout.yaxis.range[1]
    notes = " ".join(note.text for note in made.figure.layout.annotations)
    assert "says nothing" in notes and "promised for Monte Carlo only" in notes and count(ceiling.needed) in notes
    rows = zip(made.columns["series"], made.columns["probability"], strict=True)
    kept = [value for series, value in rows if series == "rahimi_recht bound"]
    assert kept == list(ceiling.values)


@pytest.mark.parametrize("read_at", SIZES)
def test_reading_counts_the_seeds(read_at):
    report = replace(record_of("exceedance"), read_at=read_at)
    said = exceedance_picture(report, LIGHT).reading
    g = SIZES.index(read_at)
    carlo = report.shares[0]
    assert f"At D = {read_at} the error is 0.1 or more in {carlo.exceeded[g]} of 8 seeds of Monte Carlo" in said
    assert f"({100 * carlo.low[g]:.0f}–{100 * carlo.high[g]:.0f} %)" in said
    assert f"it is {'0.1 or more' if report.shares[1].exceeded[g] else 'below 0.1'} for Sobol'" in said
    assert f"says nothing before D = {count(report.ceilings[0].speaks_from)}" in said
    assert "promised for Monte Carlo only" in said and count(report.ceilings[0].needed) in said


def test_title_says_from_where_no_seed_errs_and_where_some_still_do():
    never = shares(0.5, ("monte_carlo",))
    clear = next(m for m, hits in zip(SIZES, never.shares[0].exceeded, strict=True) if hits == 0)
    said = exceedance_picture(never, LIGHT).title
    assert said.startswith(f"From D = {clear} no seed of Monte Carlo reaches an error of 0.5; promised")
    assert said.endswith(f"promised from D = {count(never.ceilings[0].needed)} (Rahimi & Recht)")
    still = shares(0.01, ("monte_carlo",))
    assert "At D = 256, 100 % of the seeds of Monte Carlo still have an error" in exceedance_picture(still, LIGHT).title
    fixed = shares(0.5, ("sobol",))
    said = exceedance_picture(fixed, LIGHT).title
    assert "Sobol' does not reach an error of 0.5" in said and "promised" not in said


def test_silent_bounds_and_first_seeds_are_said():
    made = picture("exceedance-silent")
    assert "σ_p², is infinite" in made.reading and not made.figure.layout.shapes
    both = shares(0.01, ("sobol",), Laplacian(), bounds=("rahimi_recht", "sutherland_schneider"))
    said = exceedance_picture(both, LIGHT)
    assert said.reading.count("Rahimi & Recht and Sutherland & Schneider promise nothing here: the Laplacian") == 1
    assert said.reading.count("is infinite") == 1 and "".join(said.provenance).count("is infinite") == 1
    report = shares(samplers=("monte_carlo",))
    some = exceedance_picture(replace(report, about=replace(report.about, seeds=tuple(range(20)))), LIGHT)
    assert "share of the first 8 of 20 seeds, bars: its 95 % interval (Clopper–Pearson)" in some.subtitle
    assert "Sobol' is deterministic: 0 or 1, with no interval" in picture("exceedance").subtitle
