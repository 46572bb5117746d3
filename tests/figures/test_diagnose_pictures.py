"""The debugger's figures show their records' numbers, in words and traces, in every look and dimension."""

import csv
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.stats import norm, qmc

from rffviz.about import About
from rffviz.diagnose import (
    DIAGNOSTICS,
    bias_and_variance,
    diagnosis,
    diagnosis_of_scheme,
    directions,
    error_field,
    frequency_cloud,
    given_frequencies,
    judged,
    moments,
    radius_law,
    radius_law_over_seeds,
)
from rffviz.figures.diagnose import cloud_picture, directions_picture, moments_picture, radius_picture, verdict_picture
from rffviz.figures.diagnose_error import bias_picture, field_picture
from rffviz.figures.standalone import standalone_html
from rffviz.figures.theme import DARK, LIGHT
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.samplers import draw
from rffviz.words.diagnose import summary
from rffviz.words.numbers import measured

LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}
PICTURES = {
    "cloud": (cloud_picture, frequency_cloud),
    "radius": (radius_picture, radius_law),
    "directions": (directions_picture, directions),
    "moments": (moments_picture, moments),
    "field": (field_picture, error_field),
    "bias": (bias_picture, None),
}
KERNELS = [Gaussian(1.3), Laplacian(), Matern(nu=0.5)]
every_picture = pytest.mark.parametrize("name", PICTURES)
every_dimension = pytest.mark.parametrize("d", [1, 2, 20])


def sample(kernel, d, m=64, scheme="monte_carlo"):
    return draw(scheme, kernel, d, m, np.random.default_rng(0))


@cache
def record(name, d, kernel=KERNELS[0], m=64, scheme="monte_carlo"):
    if name == "bias":
        return bias_and_variance(scheme, kernel, d, m, 25, 10)
    return PICTURES[name][1](sample(kernel, d, m, scheme), kernel)


def made(name, d, look="light", beside=(), **options):
    return PICTURES[name][0](record(name, d, **options), LOOKS[look], beside=beside)


def check(picture, theme):
    """Panels are called by their headings: side by side on a screen, they stand one above the other on a phone."""
    assert not re.search(r"\b(left|right)(:| panel)", " ".join((picture.subtitle, picture.reading, picture.alt)))
    assert picture.figure.layout.paper_bgcolor == theme.paper
    assert len(picture.title) > 20 and len(picture.subtitle) > 30 and len(picture.alt) > 60
    for words in (picture.title, picture.subtitle, picture.reading, picture.alt):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", words)), words
    assert picture.reading.endswith(".") and picture.alt.endswith(".")
    assert len({len(column) for column in picture.columns.values()}) == 1
    assert picture.csv().count("\n") == len(picture.provenance) + 1 + len(next(iter(picture.columns.values())))
    for trace in picture.figure.data:
        for values in (trace.x, trace.y, getattr(trace, "z", None)):
            if isinstance(values, np.ndarray):
                assert values.dtype == np.float32
    picture.figure.to_json()


@pytest.mark.slow
@every_picture
@every_dimension
@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_is_complete(name, d, look):
    check(made(name, d, look), LOOKS[look])


@pytest.mark.slow
@every_picture
@every_dimension
@pytest.mark.parametrize("kernel", KERNELS[1:], ids=repr)
def test_heavy_tails_are_drawn(name, d, kernel):
    check(made(name, d, kernel=kernel), LIGHT)


@pytest.mark.slow
@every_picture
@pytest.mark.parametrize("m", [1, 2, 3])
def test_few_frequencies_are_drawn(name, m):
    check(made(name, 2, m=m), LIGHT)


@pytest.mark.slow
@every_picture
def test_deterministic_schemes_are_drawn(name):
    check(made(name, 2, scheme="sobol"), LIGHT)


@pytest.mark.slow
@every_picture
def test_figures_side_by_side_have_the_same_axes(name):
    """And the same colours: a wide and a narrow record, drawn beside each other."""
    one, two = record(name, 2), record(name, 2, m=8)
    layouts = []
    for report in (one, two):
        layout = PICTURES[name][0](report, LIGHT, beside=(one, two)).figure.layout.to_plotly_json()
        ranges = {key: layout[key].get("range") for key in layout if re.match(r"[xy]axis", key)}
        bar = layout.get("coloraxis", {})
        layouts.append((ranges, bar.get("cmin"), bar.get("cmax")))
    assert layouts[0] == layouts[1]


def test_the_cloud_is_the_sample():
    report = replace(record("cloud", 20), shown=(3, 7))
    figure = cloud_picture(report, LIGHT).figure
    np.testing.assert_allclose(figure.data[0].x, report.W[:, 3], rtol=1e-6)
    np.testing.assert_allclose(figure.data[1].y, report.cube[:, 7], rtol=1e-6)


def test_the_radius_is_the_distribution_function():
    report = record("radius", 2)
    picture = made("radius", 2)
    np.testing.assert_allclose(picture.figure.data[1].y[1:], report.empirical, rtol=1e-6)
    assert measured(report.distance) in picture.title and "law" in picture.title
    long = radius_law(given_frequencies(2 * sample(KERNELS[0], 2, 256).W), KERNELS[0])
    assert "too long" in radius_picture(long, LIGHT).title
    bias = record("bias", 2)
    pooled = radius_law_over_seeds(bias.radii, bias.weights, KERNELS[0], 2)
    check(radius_picture(pooled, LIGHT), LIGHT)
    assert "64 frequencies for each of 25 seeds" in radius_picture(pooled, LIGHT).subtitle


def test_right_angles_are_told():
    assert "right angles" in made("directions", 20, scheme="orthogonal").title
    assert "more even than independent ones" in made("directions", 2, scheme="sobol_scrambled", m=256).title


def test_the_colours_of_correlations_leave_chance_pale():
    report = record("moments", 20, scheme="sobol_scrambled", m=256)
    colours = made("moments", 20, scheme="sobol_scrambled", m=256).figure.layout.coloraxis
    assert colours.cmax == -colours.cmin >= 2 * report.expected_largest - 1e-12


def test_correlated_and_repeated_coordinates_are_told():
    W = norm.ppf(qmc.Halton(60, scramble=False).random(257)[1:])
    report = moments(given_frequencies(W), Gaussian())
    picture = moments_picture(report, LIGHT)
    check(picture, LIGHT)
    assert "are correlated" in picture.title
    assert picture.figure.data[0].z.shape == (40, 40)
    assert np.abs(picture.figure.data[0].z).max() == pytest.approx(abs(report.largest), rel=0.2)
    W[:, 1] = W[:, 0]
    assert "hold the same values" in moments_picture(moments(given_frequencies(W), Gaussian()), LIGHT).title


def test_the_field_is_the_error_with_symmetric_colours():
    report, picture = record("field", 2), made("field", 2)
    np.testing.assert_allclose(picture.figure.data[0].z, report.error, atol=1e-6)
    colours = picture.figure.layout.coloraxis
    assert colours.cmax == -colours.cmin == pytest.approx(report.largest)
    check(field_picture(error_field(sample(Gaussian(), 5), Gaussian(), plane="oblique"), LIGHT), LIGHT)


def test_bias_and_variance_are_the_records():
    report, picture = record("bias", 2), made("bias", 2)
    drawn = [trace for trace in picture.figure.data if trace.showlegend]
    np.testing.assert_allclose(np.concatenate([t.y for t in drawn]), report.mean_error, rtol=1e-5, atol=1e-9)
    assert picture.title.startswith("No bias found") and f"{abs(report.z[report.worst]):.1f}" in picture.reading
    off = bias_and_variance(
        lambda seed: given_frequencies(1.5 * np.random.default_rng(seed).standard_normal((64, 2))),
        Gaussian(),
        2,
        64,
        25,
    )
    assert f"on average k̂ is too small, by up to {measured(np.abs(off.mean_error).max())}, at" in (
        bias_picture(off, LIGHT).title
    )
    assert "One fixed value" in made("bias", 2, scheme="sobol").title


def test_the_line_of_verdicts_says_what_the_gravest_one_sees():
    """A lattice whose coordinates repeat and a good net fail the same diagnostics, but not alike."""
    both = ("lattice_scrambled", "sobol_scrambled")
    lattice, net = (summary("A", judged(diagnosis_of_scheme(name, KERNELS[0], 123, 64))) for name in both)
    assert "Coordinates 1 and 32 hold the same values" in lattice and "same values" not in net
    sorf = diagnosis_of_scheme("sorf", KERNELS[0], 2, 64)
    assert "repeat another up to the sign" in summary("A", judged(sorf))
    bias = bias_and_variance("sorf", KERNELS[0], 2, 64, 25)
    assert "On average k̂ is too small" in summary("A", judged(sorf, bias))


def test_verdicts_are_a_table_whose_rows_are_diagnostics():
    found = diagnosis_of_scheme("sobol", KERNELS[0], 3, 64)
    given = diagnosis(given_frequencies(2 * sample(KERNELS[0], 3).W), KERNELS[0], About(data='<b> "x", y.csv'))
    sides = {"A": judged(found), "B": judged(given)}
    picture = verdict_picture(sides, LIGHT)
    first, *others = picture.table.columns
    assert list(first.cells) == list(DIAGNOSTICS.values())
    assert [column.title for column in others] == [
        "A: Sobol', the same for every seed",
        'B: the frequencies of <b> "x", y.csv',
    ]
    assert [status for status, _ in others[1].status] == [verdict.status for verdict in sides["B"].verdicts]
    n_faults = sum(verdict.status == "fault" for verdict in sides["B"].verdicts)
    assert n_faults and picture.title == f"Faults found: none in A, {n_faults} in B"
    lines = [line for line in picture.csv().splitlines() if not line.startswith("#")]
    rows = list(csv.reader(lines))
    assert rows[0] == ["sample", "diagnostic", "status", "sentence"] and len(rows) == 1 + 2 * len(DIAGNOSTICS)
    assert rows[-1][0] == others[1].title and rows[-1][3] == sides["B"].verdicts[-1].sentence
    assert "<b>" not in standalone_html(picture)
