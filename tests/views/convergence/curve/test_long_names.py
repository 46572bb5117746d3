"""Names that are too long for the room at the lines' ends stand in a legend."""

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.kernels import Gaussian
from rffviz.measure import convergence, error_curve


@pytest.mark.release
def test_long_names_are_in_the_legend():
    X = np.random.default_rng(0).standard_normal((20, 2))

    def drawn(*names):
        curves = [error_curve(X, Gaussian(), name, [8, 16], 2, "rmse") for name in names]
        return convergence_picture(convergence(curves, X, 16, 0.1, bounds=()), LIGHT).figure

    short, long = drawn("monte_carlo", "sobol_scrambled"), drawn("monte_carlo", "orthogonal_pairs")
    assert not short.layout.showlegend and long.layout.showlegend
    assert "Orthogonal, paired norms" in {trace.name for trace in long.data if trace.showlegend}
    at_ends = [{each.text for each in drawn.layout.annotations} for drawn in (short, long)]
    assert "<b>Monte Carlo</b>" in at_ends[0] and "<b>Monte Carlo</b>" not in at_ends[1]
