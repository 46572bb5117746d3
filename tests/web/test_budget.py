"""What one viewer may ask of a server that others use, too."""

import pytest

from rffviz.explorer.views.convergence import view as curves
from rffviz.explorer.words.refusals import fewer_seeds
from rffviz.samplers import SAMPLERS


@pytest.mark.parametrize(
    "samplers, n_points, asked, drawn",
    [
        (["monte_carlo", "orthogonal"], 1000, 100, 100),
        (["monte_carlo"], 2000, 100, 100),
        ([*["monte_carlo"] * 15, "moment_matching", "leverage"], 2000, 100, 20),
        (list(SAMPLERS), 2000, 100, 16),
        (["leverage"] * 100, 2000, 5, 1),
    ],
)
def test_as_many_seeds_as_fit_are_drawn_where_others_wait(samplers, n_points, asked, drawn, monkeypatch):
    said = []
    monkeypatch.setattr(curves.st, "info", lambda words, icon: said.append(words))
    monkeypatch.setattr(curves, "at_home", lambda: False)
    assert curves._resolve_n_seeds(samplers, n_points, asked) == drawn
    assert len(said) == (drawn < asked)
    monkeypatch.setattr(curves, "at_home", lambda: True)
    assert curves._resolve_n_seeds(samplers, n_points, asked) == asked


def test_what_would_fit_is_said():
    assert fewer_seeds(17, 100, 21, 1400.0, 300.0) == (
        "17 schemes with 100 seeds each would take this server about 24 minutes, and it allows one picture at most 5: "
        "21 seeds are drawn instead. On your own machine all of them are."
    )
