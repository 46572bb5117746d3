"""Records of the diagnostics, and their pictures in every look."""

import re
from functools import cache
from itertools import chain

import numpy as np

from rffviz.diagnose import Samples, bias_and_variance, directions, error_field, frequency_cloud, radius_distribution
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.bias.picture import bias_picture
from rffviz.explorer.views.schemes.cloud.picture import cloud_picture
from rffviz.explorer.views.schemes.field.picture import field_picture
from rffviz.explorer.views.schemes.norms_and_directions.picture import directions_picture, radius_picture
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.samplers import draw
from tests.views.looks import LOOKS

PICTURES = {
    "cloud": (cloud_picture, frequency_cloud),
    "radius": (radius_picture, radius_distribution),
    "directions": (directions_picture, directions),
    "field": (field_picture, error_field),
    "bias": (bias_picture, None),
}


KERNELS = [Gaussian(1.3), Laplacian(), Matern(nu=0.5)]


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


def cells(picture, row=0):
    """The cells of a row of the readout by their headings."""
    return dict(zip(picture.readout.columns, picture.readout.rows[row], strict=True))


def check(picture, theme):
    """Panels are called by their headings: side by side on a screen, they stand one above the other on a phone."""
    assert not re.search(r"\b(left|right)(:| panel)", " ".join((picture.subtitle, picture.alt)))
    assert picture.figure.layout.paper_bgcolor == theme.paper
    assert len(picture.title) > 20 and len(picture.subtitle) > 30 and len(picture.alt) > 60
    assert len(picture.title.split()) <= 14 * len(picture.readout.rows)
    assert 2 <= len(picture.readout.columns) <= 6 and {len(row) for row in picture.readout.rows} == {
        len(picture.readout.columns)
    }
    cells = (*picture.readout.columns, *chain.from_iterable(picture.readout.rows))
    for words in (picture.title, picture.subtitle, *cells, picture.alt):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", words)), words
    assert picture.alt.endswith(".")
    assert len({len(column) for column in picture.columns.values()}) == 1
    assert picture.csv().count("\n") == len(picture.provenance) + 1 + len(next(iter(picture.columns.values())))
    for trace in picture.figure.data:
        for values in (trace.x, trace.y, getattr(trace, "z", None)):
            if isinstance(values, np.ndarray):
                assert values.dtype == np.float32
    picture.figure.to_json()
