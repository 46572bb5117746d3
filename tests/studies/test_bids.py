"""Who is out at which step against a double loop; ties, nobody left, nobody there; bids that are drawn."""

import math

import numpy as np
import pytest

from rffviz.studies.bids import bids_on, drawn_bids

STEPS = ("printed", "constants", "pairs", "measured")
NEEDED = (83659.0, 90000.0, 3036.0, 682.66)


def naive(bids, needed):
    """The step that takes out each bid, one at a time."""
    out = []
    for bid in bids:
        found = len(needed)
        for g, each in enumerate(needed):
            last = g == len(needed) - 1
            if found == len(needed) and (bid < math.ceil(each) if last else bid > each):
                found = g
        out.append(found)
    return out


def test_each_step_takes_out_those_above_it_and_the_last_those_below():
    rng = np.random.default_rng(0)
    for _ in range(50):
        bids = [*np.round(10 ** rng.uniform(1, 6, 20)), 682.0, 683.0, 3036.0, 83659.0]
        found = bids_on(bids, STEPS, NEEDED)
        assert found.out.tolist() == naive(bids, NEEDED) and found.enough == 683
        assert found.winner == min(each for each in bids if each >= 683) == 683
        left = len(bids)
        for g in range(len(STEPS)):
            left -= found.n_out(g)
            assert found.n_in(g) == left
    assert found.n_out(1) == 0  # a step that needs more than the one before


def test_bids_that_tie_win_together():
    found = bids_on([690, 500, 690, 700], STEPS, NEEDED)
    assert (found.winner, found.n_winners, found.out.tolist()) == (690, 2, [4, 3, 4, 4])


def test_all_are_out():
    low = bids_on([10, 600, 682], STEPS, NEEDED)
    assert math.isnan(low.winner) and low.n_winners == 0 and low.n_in(3) == 0
    high = bids_on([5000, 4000, 100], STEPS, NEEDED)  # nobody is left, and 4,000 was the last to be taken out
    assert high.n_in(3) == 0 and high.winner == 4000


def test_nobody_has_bid():
    found = bids_on([], STEPS, NEEDED)
    assert math.isnan(found.winner) and found.out.shape == (0,) and [found.n_out(g) for g in range(4)] == [0] * 4


def test_vacuous_steps_take_nobody_out():
    found = bids_on([1e6, 700], STEPS, (math.inf, math.inf, 3036.0, 682.66))
    assert found.steps == ("pairs", "measured") and found.out.tolist() == [0, 2]
    with pytest.raises(ValueError, match="n_freqs must end with a finite number"):
        bids_on([700], STEPS, (1.0, 2.0, 3.0, math.inf))


def test_bids_are_drawn_from_the_seed():
    bids = drawn_bids(4000, 10, 1e6, 3)
    assert bids == drawn_bids(4000, 10, 1e6, 3) != drawn_bids(4000, 10, 1e6, 4)
    assert min(bids) >= 10 and max(bids) <= 1e6 and all(float(f"{each:.2g}") == each for each in bids)
    # log-uniform: a mean of 4,000 with variance 25/12, to 4.5 standard errors and a rounding of at most 5 %
    assert abs(np.log10(bids).mean() - 3.5) <= 4.5 * (25 / 12 / 4000) ** 0.5 + 0.02
