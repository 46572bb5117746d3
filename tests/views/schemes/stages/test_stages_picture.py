"""A panel for each stage: flat where it is correct, red where it is not."""

import numpy as np
import pytest

from rffviz.diagnose import Samples, stages
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.stages.picture import stages_picture
from rffviz.kernels import Gaussian
from tests.diagnose.test_stages import chained
from tests.views.looks import LOOKS
from tests.views.schemes.schemes_records import check

ASKED = (Gaussian(1.5), 4, 64, 40)


def shown(*schemes, theme=LIGHT):
    return stages_picture(Samples(dict(zip("AB", (stages(each, *ASKED) for each in schemes), strict=False))), theme)


@pytest.mark.release
@pytest.mark.parametrize("theme", LOOKS.values(), ids=LOOKS)
def test_the_first_error_is_red_and_named(theme):
    picture = shown(chained("axis"), "orthogonal", theme=theme)
    assert picture.title == "A: the first error is in the directions; B: all 3 stages are correct"
    wrong = [trace.marker.color == theme.bound for trace in picture.figure.data]
    names = [note.text for note in picture.figure.layout.annotations if note.text]
    assert names == [
        "<b>A</b> normals",
        *("→ directions ✕ (x<sub>1</sub>)", "→ norms", "→ frequencies ✕ (x<sub>1</sub>)"),
        *("<b>B</b> directions", "→ norms", "→ frequencies"),
    ]
    assert wrong == ["✕" in name for name in names]
    known = stages(chained("axis"), *ASKED)
    for trace, stage in zip(picture.figure.data, known.stages, strict=False):
        np.testing.assert_allclose(trace.y, stage.density, rtol=1e-6)
    assert picture.readout.rows[0][:3] == ("A", "2 of 4", "directions")
    check(picture, theme)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scheme", "title"),
    [
        ("monte_carlo", "A: the frequencies are correct"),
        ("sobol_scrambled", "A: all 2 stages are correct"),
        ("sobol", "A: the uniforms were not tested"),
        (
            lambda *asked: 2**0.5 * chained()(*asked),
            "A: only the frequencies are wrong",
        ),
    ],
)
def test_the_title_says_what_was_found(scheme, title):
    assert shown(scheme).title == title


def test_what_is_intended_is_named_in_the_table_too():
    picture = stages_picture(Samples({"A": stages("sorf", Gaussian(1.5), 10, 64, 40)}), LIGHT)
    assert picture.title == "A: only the frequencies are wrong (intended)"
    (row,) = picture.readout.rows
    assert row[2] == "frequencies (intended)" and row[3] != "–"
