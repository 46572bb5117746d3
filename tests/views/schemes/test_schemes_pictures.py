"""The debugger's figures show their records' numbers, in words and traces, in every look and dimension."""

import csv
import pathlib
import re
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from rffviz import diagnose as diagnose_package
from rffviz.diagnose import DIAGNOSTICS, Samples, diagnose, given_frequencies
from rffviz.diagnose.sentences import SENTENCES, Cells
from rffviz.explorer.figures.standalone import standalone_html
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.picture import verdict_picture
from rffviz.explorer.views.schemes.words import MOST_FLAGGED, headline
from tests.diagnose.every_sentence import every_sentence, values_of
from tests.views.looks import LOOKS
from tests.views.schemes.schemes_records import KERNELS, PICTURES, check, made, record, sample

every_picture = pytest.mark.parametrize("name", PICTURES)


def turned(dimensions, others):
    """Every picture in every dimension, each with one of the others, which the pictures take in another order."""
    others = [*others]
    places = product(enumerate(PICTURES), enumerate(dimensions))
    return [(name, d, others[(i + j) % len(others)]) for (i, name), (j, d) in places]


@cache
def columns(name, d, **options):
    """The table of one sample's picture, which is the same in every look."""
    return made(name, d, **options).columns


@pytest.mark.daily
@pytest.mark.slow
@pytest.mark.parametrize(("name", "d", "look"), turned([1, 2, 20], LOOKS))
def test_every_picture_is_complete(name, d, look):
    check(made(name, d, look), LOOKS[look])


@pytest.mark.release
@pytest.mark.parametrize(("name", "d", "kernel"), turned([1, 2, 20], KERNELS[1:]))
def test_heavy_tails_are_drawn(name, d, kernel):
    check(made(name, d, kernel=kernel), LIGHT)


@pytest.mark.release
@every_picture
@pytest.mark.parametrize("m", [1, 2, 3])
def test_few_frequencies_are_drawn(name, m):
    check(made(name, 2, m=m), LIGHT)


@pytest.mark.slow
@every_picture
def test_deterministic_schemes_are_drawn(name):
    check(made(name, 2, scheme="sobol"), LIGHT)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "d", "look"), turned([1, 2], LOOKS))
def test_two_samples_stand_in_one_figure_on_the_same_axes(name, look, d):
    """A wide and a narrow record: every pair of panels has the same axes, and the colours of one bar."""
    one, two = record(name, d), record(name, d, m=8)
    theme = LOOKS[look]
    picture = PICTURES[name][0](Samples({"A": one, "B": two}), theme)
    check(picture, theme)
    layout = picture.figure.layout
    panels = [f"{axis.title.text}{axis.range}" for axis in picture.figure.select_xaxes()]
    ranges = [axis.range for axis in picture.figure.select_yaxes()]
    assert len(ranges) == (1 if name == "bias" else 2)
    assert len(set(ranges)) == 1 == len(set(panels))
    assert (layout.height > 600) if theme.narrow else (layout.height <= 430)
    axes = zip(picture.figure.select_xaxes(), picture.figure.select_yaxes(), strict=True)
    for one_place, other_place in combinations([(x.domain, y.domain) for x, y in axes], 2):  # none lies on another
        assert any(a[1] <= b[0] or b[1] <= a[0] for a, b in zip(one_place, other_place, strict=True))
    named = {words.text for words in layout.annotations}
    if name == "bias":  # one panel for both: their lines are named
        named = {f"<b>{trace.name[0]}</b>" for trace in picture.figure.data if trace.name}
    assert {"<b>A</b>", "<b>B</b>"} <= named
    assert picture.columns["sample"].count("A") + picture.columns["sample"].count("B") == len(picture.columns["sample"])
    alone_a, alone_b = columns(name, d), columns(name, d, m=8)
    for column, cells in alone_a.items():
        assert picture.columns[column] == [*cells, *alone_b.get(column, [])]


@pytest.mark.release
def test_the_headline_is_the_gravest_verdict_with_its_size():
    """A lattice whose coordinates repeat and a good net are told apart."""
    kernel = KERNELS[0]

    def said(finished=True, shown=(), **sides):
        return headline(Samples({}, sides, finished), *shown)

    lattice, net = (diagnose(name, kernel, 123, 64, rate=False) for name in ("lattice_scrambled", "sobol_scrambled"))
    declared = dict(
        next(note for note in lattice.found.sample.notes if note.code == "lattice_coordinates_repeat").values
    )
    repeats = f"A: {declared['n_repeated']} of 123 coordinates repeat another (intended)"
    assert said(A=lattice, shown=("correlations",)) == repeats
    fine, sorf = (diagnose(name, kernel, 2, 64, rate=False) for name in ("monte_carlo", "sorf"))
    assert said(A=net) == said(A=fine) == "No problems found in A"
    assert said(A=fine, B=sorf).startswith("B: ") and said(A=fine, B=sorf).endswith(" repeat another (intended)")
    assert said(A=fine, B=fine) == "No problems found in A and B"
    assert said(finished=False, A=fine) == "No problems found yet in A"
    bias = dict(sorf["bias"].remarks[0].values)
    assert said(A=sorf, shown=("bias",)) == f"A: k̂ is {bias['error']:.2g} too small on average (intended)"
    short = diagnose("two_gammas", kernel, 2, 256, rate=False)
    ratio = dict(short["radius"].remarks[0].values)["ratio"]
    size = f"frequency norms are {100 * (1 - ratio):.2g} % too small"
    assert ratio == pytest.approx(0.5**0.5, rel=0.02)
    assert said(A=short, shown=("radius",)) == f"A: {size}"
    assert said(A=short, B=short, shown=("radius",)) == f"A and B: {size}"
    assert said(A=short, B=fine, shown=("scale",)).startswith("A: the scale of coordinate ")


ADDED = {"ratio", "factor"}  # what a headline names and a sentence does not


def named_in_headline_alone(code):
    """The numbers that change what a headline says and not the sentence."""
    values, saying = values_of(code), SENTENCES[code]
    said = saying(**values)
    others = {name: saying(**values | {name: "oblique" if name == "line" else 7}) for name in values}
    return {name for name, other in others.items() if other.short != said.short and other.whole == said.whole}


def test_every_code_that_accuses_has_a_headline():
    """Those in the judges' source that accuse; what a headline names is known to the sentence."""
    files = pathlib.Path(diagnose_package.__file__).parent.glob("judg*.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    accused = r'(?:flag_(?:one|over_seeds)\(\s*e, |say\()[\w"]+, (?:(?:ERROR|COSTLY|DESIGN|status), )?"([a-z_]+)"'
    accusing = set(re.findall(accused, source))
    assert len(accusing) > 20 and {"aligned", "repeated", "falls_slowly", "seed_ignored"} <= accusing
    everything = every_sentence()
    assert [code for code in sorted(accusing) if not everything[code].short or not any(everything[code].cells)] == []
    assert [code for code, said in everything.items() if len(said.short.split()) > 12] == []
    for code, said in everything.items():
        assert said.whole[0].isdigit() or said.whole[0].isupper() or said.whole.startswith("k̂"), code
        assert said.whole.endswith((".", "?")) and named_in_headline_alone(code) <= ADDED, code
    for code in ("norms_off", "biased_up", "not_reproducible"):
        assert code in source and everything[code].short


@pytest.mark.slow
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
    n_faults, n_intended = len(given.of("fault")), len(sides["A"].of("design"))
    assert n_faults and picture.chips == (("design", f"A: {n_intended} intended"), ("fault", f"B: {n_faults} errors"))
    assert picture.title == f"A: {n_intended} intended; B: {n_faults} errors"
    assert [status for status, _ in others[1].status[:n_faults]] == ["fault"] * n_faults
    lines = [line for line in picture.csv().splitlines() if not line.startswith("#")]
    rows = list(csv.reader(lines))
    assert rows[0] == ["sample", "diagnostic", "status", "severity", *Cells._fields, "sentence"]
    assert len(rows) == 1 + sum(len(side.verdicts) for side in sides.values())
    assert rows[-1][0] == others[1].title and rows[-1][-1] == given.verdicts[-1].sentence
    assert "<b>" not in standalone_html(picture)


@pytest.mark.release
def test_the_gravest_flagged_checks_are_rows_of_what_was_seen_beside_what_is_expected():
    kernel = KERNELS[0]
    short, fine = (diagnose(name, kernel, 5, 64, rate=False) for name in ("two_gammas", "monte_carlo"))
    samples = Samples({}, {"A": short, "B": fine})
    picture = verdict_picture(samples, LIGHT)
    n_errors, n_fine = len(short.of("fault")), len(fine.verdicts)
    assert picture.chips == (("fault", f"A: {n_errors} errors"), ("fine", f"B: all {n_fine} checks passed"))
    assert picture.readout.columns == ("check", "side", "observed", "expected", "test")
    flagged = [("A", verdict) for verdict in short.verdicts if verdict.accuses]
    assert list(samples.flagged) == flagged and len(flagged) > MOST_FLAGGED == len(picture.readout.rows)
    for row, (letter, verdict) in zip(picture.readout.rows, flagged, strict=False):
        assert row[1] == letter and row[0] == verdict.cells.quantity and row[2:4] == verdict.cells[1:3]
    values = dict(short["radius"].remarks[0].values)
    assert values["expected"] == pytest.approx(float(kernel.radius_quantile(0.5, 5)), rel=1e-3)
    assert values["ratio"] == pytest.approx(0.5**0.5, rel=0.02)
    assert short["radius"].cells[:3] == ("median norm", f"{values['median']:.3g}", f"{values['expected']:.3g}")
    n_passed, n_all = len(short.of("fine")) + n_fine, len(short.verdicts) + n_fine
    assert picture.folded == f"{n_passed} of {n_all} checks passed, {len(flagged) - MOST_FLAGGED} more flagged"
    document = standalone_html(picture)
    assert "<details open><summary>" in document and "class='chip fault'" in document
    assert document.count("median</abbr> norm</th>") == 1
    calm = verdict_picture(Samples({}, {"A": fine, "B": fine}), LIGHT)
    assert calm.readout.rows == () and [status for status, _ in calm.chips] == ["fine", "fine"]


@pytest.mark.release
def test_the_checks_folded_are_passed_flagged_or_inconclusive():
    sides = {a: diagnose(name, KERNELS[0], 2, 64, rate=False) for a, name in (("A", "two_gammas"), ("B", "sobol"))}
    picture = verdict_picture(Samples({}, sides), LIGHT)
    passed, unknown = (sum(len(side.of(status)) for side in sides.values()) for status in ("fine", "unknown"))
    numbers = [int(each) for each in re.findall(r"\d+", picture.folded)]
    assert unknown > 0 and numbers[0] == passed and numbers[-1] == unknown
    assert picture.folded.endswith(f"{unknown} inconclusive")
    n_rows = len(picture.readout.rows)
    assert numbers[0] + n_rows + numbers[2] + numbers[3] == numbers[1] == sum(len(s.verdicts) for s in sides.values())


def test_every_code_with_cells_fills_them():
    """The judges' tests show that each is given the numbers that its cells name."""
    filled = {code: said.cells for code, said in every_sentence().items() if any(said.cells)}
    assert len(filled) > 70
    for code, cells in filled.items():
        assert cells.quantity and cells.observed and cells.expected, code
