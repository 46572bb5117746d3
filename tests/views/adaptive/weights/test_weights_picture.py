"""The weight map is the record."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.adaptive import Ellipse
from rffviz.datasets import load
from rffviz.explorer.figures.theme import DARK, LIGHT
from rffviz.explorer.views.adaptive.weights.picture import weight_maps_picture
from rffviz.explorer.views.adaptive.weights.words import _title
from rffviz.kernels import Gaussian
from rffviz.studies.weights import WeightMaps, weight_maps
from tests.studies.test_judgements import record
from tests.views.looks import cells, check_readouts

LOOKS = [LIGHT, DARK, replace(LIGHT, narrow=True)]


@cache
def weights():
    data, kernel = load("tilted", n_points=120), Gaussian(2.0)
    found = weight_maps(data.X, kernel, 60, "sample", (0.1, 0.01), labels=data.y, n_grid=11)
    return found, lambda theme: weight_maps_picture(found, theme)


@pytest.mark.slow
@pytest.mark.parametrize("theme", LOOKS, ids=["light", "dark", "narrow"])
def test_a_weight_map_is_complete(theme):
    picture = weights()[1](theme)
    assert picture.figure.layout.paper_bgcolor == theme.paper
    assert len(picture.title) > 20 and len(picture.subtitle) > 30 and len(picture.alt) > 60
    check_readouts(picture.scrub.readouts)
    assert picture.readout == picture.scrub.readouts[picture.scrub.start]
    assert len({len(column) for column in picture.columns.values()}) == 1
    for trace in [*picture.figure.data, *(trace for frame in picture.figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y, getattr(trace, "z", None)):
            if isinstance(values, np.ndarray):
                assert values.dtype == np.float32
    frame = picture.figure.frames[picture.scrub.start]  # the frame shown first is the figure as it is drawn
    for trace, index in zip(frame.data, frame.traces, strict=True):
        key = "z" if trace.type == "heatmap" else "y"
        assert np.array_equal(trace[key], picture.figure.data[index][key])


@pytest.mark.release
def test_readouts_are_the_records_numbers():
    found, build = weights()
    prior, *others = build(LIGHT).scrub.readouts
    assert prior.columns[0] == "kernel's density" and prior.rows[0][1:] == ("–", "–", "–")
    for ridge, one, readout in zip(found.ridges, found.maps, others, strict=True):
        cell = cells(readout)
        assert readout.columns[0] == f"λ = {ridge:g}"
        errors = {"learned weights": one.relative_error, "equal weights": one.uniform_error}
        for row, error in (errors | {"kernel's density": one.prior_error}).items():
            assert cell[row, "error on landmarks"] == f"{100 * error:.2g} %"
        for row, ellipse in (("learned weights", one.ellipse), ("data", one.data_ellipse)):
            assert cell[row, "length / width"] == f"{ellipse.ratio:.2g}"
            assert cell[row, "direction"] == ("round" if ellipse.round else f"{np.degrees(ellipse.angle):.0f}°")
    assert build(LIGHT).title == f"At λ = 0.1 the learned weights are perpendicular to the data ({found.between:.0f}°)"
    assert found.told is found.maps[found.ridges.index(0.1)]


def test_the_title_gives_the_angle_where_it_is_not_a_right_one():
    maps = (SimpleNamespace(ellipse=Ellipse(1.0, 2.0), data_ellipse=Ellipse(0.0, 3.0)),)
    found = record(WeightMaps, maps=maps, ridges=(0.03,), shown=0.03)
    assert _title(found) == "At λ = 0.03 the learned weights lie at 57° to the data"
    blob = (SimpleNamespace(ellipse=Ellipse(1.0, 2.0), data_ellipse=Ellipse(0.0, 1.05)),)
    longer = "At λ = 0.03 the learned weights have a long axis, the data have none"
    assert _title(replace(found, maps=blob)) == longer
    with_round = (*maps, SimpleNamespace(ellipse=Ellipse(1.0, 1.05), data_ellipse=Ellipse(0.0, 3.0)))
    told = _title(replace(found, maps=with_round, ridges=(0.03, 0.0), shown=0.0))
    assert told == "At λ = 0 the learned weights have no long axis, unlike at λ = 0.03"
    both = (SimpleNamespace(ellipse=Ellipse(1.0, 1.05), data_ellipse=Ellipse(0.0, 1.05)),)
    assert _title(replace(found, maps=both)) == "The data have no long axis, and neither have the learned weights"


def test_weight_map_is_the_record():
    found, build = weights()
    picture = build(LIGHT)
    heat = picture.figure.data[-1]
    assert np.allclose(heat.z, found.maps[1].weights / found.maps[1].weights.max(), rtol=1e-6)
    assert np.allclose(picture.figure.frames[0].data[0].z.max(), 1)
    assert picture.figure.frames[0].name == "prior"
    assert sum(picture.columns["weight_lambda_0.1"]) == pytest.approx(1)
