"""The estimate and its variance under a picture are those of its map."""

from types import SimpleNamespace

import pytest

from rffviz.explorer.views.convergence.mathematics import variance_of
from rffviz.explorer.words.mathematics.record import Formula
from rffviz.features.positive import OPTIMAL_POSITIVE, POSITIVE


@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [("paired", r"\omega_j^\top(x-y)", "b_j"), ("offset", "b_j", r"\omega_j^\top(x-y)")],
)
def test_phases_stand_in_the_estimate_of_the_offset_map_alone(name, has, lacks):
    estimate, variance = variance_of(SimpleNamespace(map=name))
    assert has in estimate.latex and lacks not in estimate.latex
    assert isinstance(variance, Formula)


def test_positive_maps_have_variances_of_their_own():
    found = [str(variance_of(SimpleNamespace(map=name))) for name in (POSITIVE, OPTIMAL_POSITIVE, "paired", "offset")]
    assert len(set(found)) == 4 and ["x + y" in each for each in found] == [True, True, False, False]
