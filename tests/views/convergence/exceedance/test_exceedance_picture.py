"""How often the error exceeds ε: markers, bands and bounds are the record's."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.exceedance.picture import exceedance_picture
from rffviz.explorer.words.numbers import count, measured
from rffviz.kernels import Laplacian
from rffviz.samplers import SAMPLERS
from tests.views.convergence.convergence_records import SIZES, picture, record_of, shares
from tests.views.looks import LOOKS


def traces(figure, start):
    return [trace for trace in figure.data if (trace.name or "").startswith(start)]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_markers_and_bands_are_the_shares_and_their_intervals(look):
    report = record_of("exceedance")
    figure = picture("exceedance", look).figure
    for share in report.shares:
        (line,) = traces(figure, SAMPLERS[share.sampler].label)
        assert np.allclose(line.y, share.share)
        assert np.array_equal(line.customdata[:, 0], SIZES)
        assert np.allclose(line.x, SIZES)
        before = figure.data[figure.data.index(line) - 1]
        if share.randomised:
            assert np.allclose(before.y, [*share.high, *share.low[::-1]], atol=1e-6)
        else:
            assert before.fill is None and "deterministic" in line.name


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
    assert (
        "bound is vacuous here" in notes
        and "proved for i.i.d. sampling only" in notes
        and count(ceiling.needed) in notes
    )
    rows = zip(made.columns["series"], made.columns["probability"], strict=True)
    kept = [value for series, value in rows if series == "rahimi_recht bound"]
    assert kept == list(ceiling.values)


def test_a_bound_that_falls_among_the_measured_lines_is_named_in_the_legend():
    report = record_of("exceedance")
    (ceiling,) = report.ceilings
    sooner = replace(ceiling, n_freqs=ceiling.n_freqs * SIZES[-1] / ceiling.needed)
    for each, where in ((ceiling, False), (sooner, True)):
        figure = exceedance_picture(replace(report, ceilings=(each,)), LIGHT).figure
        (line,) = traces(figure, "Rahimi & Recht")
        notes = " ".join(note.text for note in figure.layout.annotations)
        assert line.showlegend is where and ("proved for" in notes) is not where


def test_the_axis_holds_the_fall_of_a_bound_that_requires_400_times_as_many():
    report = record_of("exceedance")
    (ceiling,) = report.ceilings
    loose = replace(ceiling, needed=400 * ceiling.needed, n_freqs=400 * ceiling.n_freqs)
    made = exceedance_picture(replace(report, ceilings=(ceiling, loose)), LIGHT)
    assert 10 ** made.figure.layout.xaxis.range[1] > loose.needed


@pytest.mark.parametrize("read_at", SIZES)
def test_the_readout_counts_the_seeds(read_at):
    report = replace(record_of("exceedance"), read_at=read_at)
    made = exceedance_picture(report, LIGHT)
    assert made.readout.columns == (f"D = {read_at}", "error ≥ 0.1", "95 % interval", "none from D = … on")
    g, cells = SIZES.index(read_at), {name: rest for name, *rest in made.readout.rows}
    for share in report.shares:
        said, interval, clear = cells[SAMPLERS[share.sampler].label]
        assert clear == ("–" if share.clear_from is None else count(SIZES[share.clear_from]))
        if share.randomised:
            assert said == f"{share.exceeded[g]} of 8"
            assert interval == f"{100 * share.low[g]:.0f}–{100 * share.high[g]:.0f} %"
        else:
            assert (said, interval) == ("yes" if share.exceeded[g] else "no", "–")
    (ceiling,) = report.ceilings
    said, _, needed = cells["Rahimi & Recht bound"]
    assert said == ("vacuous" if ceiling.at >= 1 else f"≤ {measured(ceiling.at)}")
    assert needed == f"{count(ceiling.needed)} (≤ 0.05)"
    assert f"falls below 1 only at D = {count(ceiling.speaks_from)}" in made.alt


@pytest.mark.slow
def test_the_title_is_the_share_of_the_first_scheme():
    never = replace(shares(0.5, ("monte_carlo",)), read_at=256)
    assert never.shares[0].exceeded[-1] == 0
    assert exceedance_picture(never, LIGHT).title == "At D = 256, 0 of 8 Monte Carlo seeds exceed ε = 0.5"
    still = replace(shares(0.01, ("monte_carlo",)), read_at=256)
    assert exceedance_picture(still, LIGHT).title == "At D = 256, 8 of 8 Monte Carlo seeds exceed ε = 0.01"
    fixed = shares(0.5, ("sobol",))
    assert exceedance_picture(fixed, LIGHT).title == "At D = 64 Sobol' stays below ε = 0.5"
    one = shares(0.5, ("monte_carlo",), seeds=range(1))
    assert exceedance_picture(one, LIGHT).title.startswith("At D = 64 Monte Carlo ")


@pytest.mark.slow
def test_silent_bounds_and_first_seeds_are_said():
    made = picture("exceedance-silent")
    assert "σ_p², is infinite" in " ".join(made.notes) and not made.figure.layout.shapes
    both = shares(0.01, ("sobol",), Laplacian(), bounds=("rahimi_recht", "sutherland_schneider"))
    said = exceedance_picture(both, LIGHT)
    named = [trace.name for trace in said.figure.data if trace.name and trace.showlegend is not False]
    assert named[-2:] == ["Rahimi & Recht: no finite bound", "Sutherland & Schneider: no finite bound"]
    (why,) = [note for note in said.notes if "is infinite" in note]
    assert why.startswith("No finite bound from Rahimi & Recht and Sutherland & Schneider: the Laplacian")
    assert "".join(said.provenance).count("is infinite") == 1
    report = shares(samplers=("monte_carlo",))
    some = exceedance_picture(replace(report, about=replace(report.about, seeds=tuple(range(20)))), LIGHT)
    assert "share of the first 8 of 20 seeds, band: its 95 % interval (Clopper–Pearson)" in some.subtitle
    assert "Sobol' is deterministic: 0 or 1, with no interval" in picture("exceedance").subtitle
