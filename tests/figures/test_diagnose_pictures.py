"""The debugger's figures show their records' numbers, in words and traces, in every look and dimension."""

import csv
import pathlib
import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from string import Formatter

import numpy as np
import pytest
from scipy.stats import norm, qmc

from rffviz import diagnose as diagnose_package
from rffviz.diagnose import (
    DIAGNOSTICS,
    Samples,
    bias_and_variance,
    diagnose,
    directions,
    error_field,
    frequency_cloud,
    given_frequencies,
    moments,
    radius_law,
    radius_law_over_seeds,
)
from rffviz.diagnose.sentences import SENTENCES
from rffviz.figures.picture import ANSWER
from rffviz.figures.standalone import standalone_html
from rffviz.figures.theme import DARK, LIGHT
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.samplers import draw
from rffviz.views.schemes.bias.picture import bias_picture
from rffviz.views.schemes.cloud.picture import cloud_picture
from rffviz.views.schemes.directions.picture import directions_picture
from rffviz.views.schemes.field.picture import field_picture
from rffviz.views.schemes.moments.picture import moments_picture
from rffviz.views.schemes.picture import verdict_picture
from rffviz.views.schemes.radius.picture import radius_picture
from rffviz.views.schemes.words import headline
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


def alone(picture, report, theme=LIGHT):
    return picture(Samples({"": report}), theme)


def made(name, d, look="light", **options):
    return alone(PICTURES[name][0], record(name, d, **options), LOOKS[look])


@cache
def columns(name, d, **options):
    """The table of one sample's picture, which is the same in every look."""
    return made(name, d, **options).columns


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
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("d", [1, 2])
def test_two_samples_stand_in_one_figure_on_the_same_axes(name, look, d):
    """A wide and a narrow record: every pair of panels has the same axes, and the colours of one bar."""
    one, two = record(name, d), record(name, d, m=8)
    theme = LOOKS[look]
    picture = PICTURES[name][0](Samples({"A": one, "B": two}), theme)
    check(picture, theme)
    layout = picture.figure.layout
    panels = [f"{axis.title.text}{axis.range}" for axis in picture.figure.select_xaxes()]
    ranges = [axis.range for axis in picture.figure.select_yaxes()]
    shared = len(ranges) // 2 if name != "moments" else 0
    assert shared == 0 or (ranges[:shared] == ranges[shared:] and panels[:shared] == panels[shared:])
    assert len(ranges) == {"bias": 4, "moments": 3}.get(name, 2)
    assert (layout.height > 600) if theme.narrow else (layout.height <= 430)
    axes = zip(picture.figure.select_xaxes(), picture.figure.select_yaxes(), strict=True)
    for one_place, other_place in combinations([(x.domain, y.domain) for x, y in axes], 2):  # none lies on another
        assert any(a[1] <= b[0] or b[1] <= a[0] for a, b in zip(one_place, other_place, strict=True))
    assert {"<b>A</b>", "<b>B</b>"} <= {words.text for words in layout.annotations}
    assert picture.columns["sample"].count("A") + picture.columns["sample"].count("B") == len(picture.columns["sample"])
    alone_a, alone_b = columns(name, d), columns(name, d, m=8)
    for column, cells in alone_a.items():
        assert picture.columns[column] == [*cells, *alone_b.get(column, [])]


def test_the_same_scheme_on_both_sides_is_told_apart():
    report = record("moments", 2)
    picture = moments_picture(Samples({"A": report, "B": report}), LIGHT)
    first, second = (trace for trace in picture.figure.data if trace.name in ("A", "B"))
    assert first.marker.color == second.marker.color and second.marker.symbol == f"{first.marker.symbol}-open"
    assert picture.reading.startswith("A and B: ")


def test_the_name_of_a_known_mistake_is_part_of_the_answer():
    found = {
        letter: diagnose(name, KERNELS[0], 2, 16, 3).found.cloud
        for letter, name in (("A", "two_gammas"), ("B", "monte_carlo"))
    }
    figure = cloud_picture(Samples(found), LIGHT).figure
    said = {words.text: words.name for words in figure.layout.annotations}
    assert said == {"<b>A</b>": None, "Mistake: √2 forgotten": ANSWER, "<b>B</b>": None, "Monte Carlo": None}


def test_the_cloud_is_the_sample():
    report = replace(record("cloud", 20), shown=(3, 7))
    figure = alone(cloud_picture, report).figure
    np.testing.assert_allclose(figure.data[0].x, report.W[:, 3], rtol=1e-6)
    picture = alone(cloud_picture, replace(report, in_cube=True))
    np.testing.assert_allclose(picture.figure.data[0].y, report.cube[:, 7], rtol=1e-6)
    related = record("moments", 20).correlation[3, 7]
    assert report.correlation == pytest.approx(related) and f"{related:z.2f}".replace("-", "−") in picture.reading


def test_the_radius_is_the_distribution_function():
    report = record("radius", 2)
    picture = made("radius", 2)
    np.testing.assert_allclose(picture.figure.data[1].y[1:], report.empirical, rtol=1e-6)
    assert measured(report.distance) in picture.title and "law" in picture.title
    long = radius_law(given_frequencies(2 * sample(KERNELS[0], 2, 256).W), KERNELS[0])
    assert "too long" in alone(radius_picture, long).title
    bias = record("bias", 2)
    pooled = radius_law_over_seeds(bias.radii, bias.weights, KERNELS[0], 2)
    check(alone(radius_picture, pooled), LIGHT)
    assert "64 frequencies for each of 25 seeds" in alone(radius_picture, pooled).subtitle


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
    picture = alone(moments_picture, report)
    check(picture, LIGHT)
    assert "are correlated" in picture.title
    assert picture.figure.data[1].z.shape == (40, 40)
    assert np.abs(picture.figure.data[1].z).max() == pytest.approx(abs(report.largest), rel=0.2)
    W[:, 1] = W[:, 0]
    assert "hold the same values" in alone(moments_picture, moments(given_frequencies(W), Gaussian())).title


def test_the_field_is_the_error_with_symmetric_colours():
    report, picture = record("field", 2), made("field", 2)
    np.testing.assert_allclose(picture.figure.data[0].z, report.error, atol=1e-6)
    colours = picture.figure.layout.coloraxis
    assert colours.cmax == -colours.cmin == pytest.approx(report.largest)
    check(alone(field_picture, error_field(sample(Gaussian(), 5), Gaussian(), plane="oblique")), LIGHT)


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
        alone(bias_picture, off).title
    )
    assert "One fixed value" in made("bias", 2, scheme="sobol").title


@pytest.mark.slow
def test_the_headline_is_the_gravest_verdict_with_its_size():
    """A lattice whose coordinates repeat and a good net are told apart."""
    kernel = KERNELS[0]

    def said(finished=True, shown=(), **sides):
        return headline(Samples({}, sides, finished), *shown)

    lattice, net = (diagnose(name, kernel, 123, 64, rate=False) for name in ("lattice_scrambled", "sobol_scrambled"))
    declared = dict(
        next(note for note in lattice.found.sample.notes if note.code == "lattice_coordinates_repeat").values
    )
    repeats = f"A: by design: {declared['n_repeated']} of 123 coordinates repeat another"
    assert said(A=lattice, shown=("correlations",)) == repeats
    fine, sorf = (diagnose(name, kernel, 2, 64, rate=False) for name in ("monte_carlo", "sorf"))
    assert said(A=net) == said(A=fine) == "Nothing out of order in A"
    assert said(A=fine, B=sorf).startswith("B: by design: ")
    assert said(A=fine, B=sorf).endswith(" frequencies repeat another; A: nothing out of order")
    assert said(A=fine, B=fine) == "Nothing out of order in A and B"
    assert said(finished=False, A=fine) == "Nothing out of order yet in A"
    bias = dict(sorf["bias"].remarks[0].values)
    size = f"{bias['error']:.2g} too small, {bias['sigmas']:.1f} times Monte Carlo's σ"
    assert size in said(A=sorf, shown=("bias",))
    short = diagnose("two_gammas", kernel, 2, 256, rate=False)
    gap = f"{dict(short['radius'].remarks[0].values)['gap']:.2g} off their law"
    assert said(A=short, shown=("radius",)) == f"A: fault in lengths: the frequencies are too short, {gap}"
    assert said(A=short, B=short, shown=("radius",)).startswith("A and B: fault in lengths")
    assert said(A=short, shown=("scale",)).startswith("A: fault in coordinates' scale: coordinate ")


def fields(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_code_that_accuses_has_a_headline():
    """Those in the judges' source that accuse; what a headline names is known to the sentence."""
    files = pathlib.Path(diagnose_package.__file__).parent.glob("judg*.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    accused = r'(?:accuse_(?:one|over_seeds)\(\s*e, |say\()[\w"]+, (?:(?:FAULT|COSTLY|DESIGN|status), )?"([a-z_]+)"'
    accusing = set(re.findall(accused, source))
    assert len(accusing) > 20 and {"aligned", "repeated", "falls_slowly"} <= accusing
    assert [code for code in sorted(accusing) if not SENTENCES[code].short] == []
    for code, said in SENTENCES.items():
        assert said.whole[0] in "{" or said.whole[0].isupper(), code
        assert said.whole.endswith((".", "?")) and fields(said.short) <= fields(said.whole), code
    for code in ("lengths_off", "biased_up", "not_reproducible"):
        assert code in source and SENTENCES[code].short


def test_verdicts_are_a_table_the_worst_first():
    given = diagnose(given_frequencies(2 * sample(KERNELS[0], 3).W), KERNELS[0], 3)
    given = replace(given, about=replace(given.about, data='<b> "x", y.csv'))
    sides = {"A": diagnose("sobol", KERNELS[0], 3, 64), "B": given}
    picture = verdict_picture(Samples({}, sides), LIGHT)
    first, *others = picture.table.columns
    assert set(first.cells) <= set(DIAGNOSTICS.values()) and len(first.cells) == len(set(first.cells))
    assert [column.title for column in others] == [
        "A: Sobol', the same for every seed",
        'B: the frequencies of <b> "x", y.csv',
    ]
    n_faults = sum(verdict.status == "fault" for verdict in given.verdicts)
    assert n_faults and picture.title == f"Faults found: none in A, {n_faults} in B"
    assert [status for status, _ in others[1].status[:n_faults]] == ["fault"] * n_faults
    lines = [line for line in picture.csv().splitlines() if not line.startswith("#")]
    rows = list(csv.reader(lines))
    assert rows[0] == ["sample", "diagnostic", "status", "severity", "sentence"]
    assert len(rows) == 1 + sum(len(side.verdicts) for side in sides.values())
    assert rows[-1][0] == others[1].title and rows[-1][4] == given.verdicts[-1].sentence
    assert "<b>" not in standalone_html(picture)
