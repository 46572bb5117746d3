"""A version is tried at the kernel and the sizes that were asked for, and where none were, at several."""

import pytest

from rffviz.explorer.web.editing.watching import _problem, sizes
from rffviz.kernels import Gaussian, Matern
from rffviz.samplers.versions import Watched

IN_FIVE = """import numpy as np
def mine(kernel, d, n_freqs, rng):
    if d != 5:
        raise ValueError("d must be 5.")
    return rng.standard_normal((n_freqs, d)) / kernel.length_scale
"""


def test_they_are_those_of_the_link():
    (asked,) = sizes("schemes?b=sorf&dimension=5&n_freqs=64&kernel=matern&nu=1.5&length_scale=2")
    assert asked == {"kernel": Matern(nu=1.5, length_scale=2.0), "d": 5, "n_freqs": 64}
    several = sizes("")
    assert len({each["d"] for each in several}) == len(several) > 1
    assert {type(each["kernel"]) for each in several} == {Gaussian}


@pytest.mark.release
@pytest.mark.parametrize(
    ("link", "said"),
    [("schemes?dimension=5", ""), ("", ""), ("schemes?dimension=4", "line 4: ValueError: d must be 5.")],
)
def test_a_scheme_for_one_dimension_is_accused_in_another_alone(tmp_path, link, said):
    file = tmp_path / "schemes.py"
    file.write_text(IN_FIVE)
    watched = Watched(f"{file}:mine")
    problem = _problem(watched, watched.look(), sizes(link))
    assert problem == (said and f"schemes.py, {said}")
