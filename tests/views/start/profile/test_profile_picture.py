"""Frequencies, waves and their average are drawn as the record has them, in one colour each."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.start.profile.picture import colours, formula, profile_picture
from rffviz.explorer.words.numbers import measured
from rffviz.kernels import Gaussian, Laplacian
from rffviz.studies.profile import kernel_profile
from tests.views.looks import LOOKS, cells, check_readouts

SIZES = [1, 4, 64, 512]
RECORD = replace(kernel_profile(Laplacian(), SIZES, random_state=3), shown=1)


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_every_frame_holds_the_records_numbers(look):
    figure = profile_picture(RECORD, LOOKS[look]).figure
    for g, frame in enumerate(figure.frames):
        assert tuple(frame.traces) == (1, 2, 3, 4, 5, 6, 8, 9)
        points, newest, waves, last, band, average, *lit = frame.data
        assert all(np.isnan([*trace.x, *trace.y]).all() for trace in lit)  # a move puts out what the pointer lit
        assert np.allclose(points.x, RECORD.omega[g]) and np.allclose(points.y, RECORD.stacked[g])
        assert np.allclose(newest.x, RECORD.omega[g][-1:]) and np.allclose(newest.y, RECORD.stacked[g][-1:])
        half = len(RECORD.wave_distance)
        places = figure.data[3].x[: len(waves.y)]  # a wave, a gap, a wave
        each = waves.y.reshape(-1, 2 * half)
        assert np.isnan(each[:, -1]).all() and len(each) == min(SIZES[g], 60)
        assert np.allclose(places.reshape(each.shape)[:, :-1], places[: 2 * half - 1], atol=1e-6)
        shown = [*each[:, :-1], last.y, average.y, places[: 2 * half - 1]]
        record = [*RECORD.waves[g], RECORD.newest[g], RECORD.approximate[g], RECORD.wave_distance]
        for drawn, values in zip(shown, record, strict=True):
            assert np.allclose(drawn[len(values) - 1 :], values, atol=1e-6)
            assert np.allclose(np.abs(drawn), np.abs(drawn[::-1]), atol=1e-6)
        assert band.y.max() == pytest.approx(float((RECORD.exact + 2 * RECORD.sigma[g]).max()), rel=1e-6)
    assert np.allclose(figure.data[0].y, RECORD.density, atol=1e-6)
    middle = len(RECORD.distance) - 1
    assert np.allclose(figure.data[7].y[middle:], RECORD.exact, atol=1e-6) and figure.data[7].line.dash == "dot"


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_panels_and_formula_share_colours(look):
    theme = LOOKS[look]
    hue = colours(theme)
    assert len({*hue.values()}) == 4
    data = profile_picture(RECORD, theme).figure.data
    assert data[0].line.color == data[2].marker.color == hue["frequency"]
    assert data[4].line.color == hue["wave"] and data[6].line.color == hue["average"]
    assert data[7].line.color == hue["kernel"]
    assert set(re.findall(r"color: (#\w+)", formula(theme))) == {*hue.values()}


@pytest.mark.release
def test_panels_stand_side_by_side_in_a_low_figure_or_one_above_the_other():
    wide, tall = (profile_picture(RECORD, LOOKS[look]).figure.layout for look in ("light", "narrow"))
    assert wide.height <= 400 and wide.xaxis.domain[1] < wide.xaxis2.domain[0] < wide.xaxis3.domain[0]
    assert tall.xaxis.domain == tall.xaxis3.domain and tall.yaxis.domain[0] > tall.yaxis2.domain[1]


@pytest.mark.release
@pytest.mark.parametrize("look", LOOKS)
def test_every_wave_knows_its_dot(look):
    figure = profile_picture(RECORD, LOOKS[look]).figure
    light = figure.layout.meta["light"]
    average, dots, waves = ("x", ["x2"] * 2, ["x3"] * 2) if look == "narrow" else ("x3", ["x"] * 2, ["x2"] * 2)
    assert waves[0] == f"x{light['axis']}"
    assert [figure.data[k].xaxis for k in (*light["dots"], *light["waves"])] == [*dots, *waves]
    assert [figure.data[k].xaxis for k in (*light["lit"], *light["still"])] == [dots[0], waves[0], average]
    pull = figure.layout.meta["pull"]
    assert [pull["dots"], pull["newest"][0]] == light["dots"] and pull["newest"][1] == light["waves"][1]
    assert figure.data[pull["estimate"]].name == "average k̂" and figure.data[pull["exact"]].name == "kernel k"
    for frame in figure.frames:
        points, newest, waves, last = frame.data[:4]
        for trace, dots, x in ((waves, points, figure.data[3].x), (last, newest, figure.data[4].x)):
            each, held = trace.meta["each"], trace.meta["dots"]
            for j, (omega, height) in enumerate(held):
                assert (omega, height) == pytest.approx((dots.x[j], dots.y[j]))
                heights, delta = (values[j * each : (j + 1) * each] for values in (trace.y, x))
                drawn = np.isfinite(heights)
                assert heights[drawn] == pytest.approx(np.cos(omega * delta[drawn]), abs=1e-5)
            assert len(held) * each == len(trace.y)


@pytest.mark.release
def test_the_legend_stands_off_the_lines():
    wide, tall = (profile_picture(RECORD, LOOKS[look]).figure.layout.legend for look in ("light", "narrow"))
    assert wide.y < -0.2 and tall.y < 0


@pytest.mark.release
def test_axes_hold_all_that_is_drawn_inside_the_window():
    layout = profile_picture(RECORD, LIGHT).figure.layout
    top = layout.yaxis.range[1]
    for omega, heights in zip(RECORD.omega, RECORD.stacked, strict=True):
        assert (heights[np.abs(omega) <= RECORD.window] < top).all()
    assert layout.xaxis.range == (-5, 5) and layout.yaxis2.range == layout.yaxis3.range == (-1.1, 1.1)


@pytest.mark.release
def test_words_say_the_gap_the_waves_drawn_and_what_lies_outside():
    made = profile_picture(RECORD, LIGHT)
    check_readouts(made.scrub.readouts)
    for g, readout in enumerate(made.scrub.readouts):
        cell, gaps = cells(readout), np.abs(RECORD.approximate[g] - RECORD.exact)
        assert cell["k̂", "max |k̂ − k|"] == measured(gaps.max())
        with_four = measured(np.abs(RECORD.approximate[1] - RECORD.exact).max())
        assert cell["k̂", "max at D/128"] == ("–", "–", "–", with_four)[g]
        assert cell["k̂", "within ± 2 SD"] == f"{math.floor(100 * np.mean(gaps <= 2 * RECORD.sigma[g] + 1e-12))} %"
        assert cell["k̂", "|ω| above 5"] == f"{(np.abs(RECORD.omega[g]) > 5).sum()} of {SIZES[g]}"
    assert RECORD.beyond[-1] > 0 and "at most 60 waves drawn" in made.subtitle
    assert made.scrub.start == 0 and made.readout == made.scrub.readouts[0]
    far = replace(RECORD, omega=(np.array([7.0]), *RECORD.omega[1:]))
    assert cells(profile_picture(far, LIGHT).readout)["k̂", "|ω| above 5"] == "1 of 1"


@pytest.mark.release
def test_all_frames_together_are_small():
    record = kernel_profile(Gaussian(), [2**k for k in range(12)])
    assert len(profile_picture(record, LIGHT).figure.to_json()) < 900_000


@pytest.mark.release
def test_a_page_plays_up_to_64_waves_where_they_are_drawn():
    scrub = profile_picture(RECORD, LOOKS["light"]).scrub
    assert scrub.values[scrub.plays] == "D = 64"
    assert profile_picture(kernel_profile(Gaussian(), [1, 8]), LOOKS["light"]).scrub.plays == 0
