"""Points and bands over pairs are the records."""

import numpy as np
import pytest

from rffviz.figures.theme import LIGHT
from rffviz.kernels import Gaussian
from rffviz.studies.pairs import pair_errors
from rffviz.views.convergence.pairs.picture import agreement_picture, residual_picture
from rffviz.words.numbers import count, measured
from tests.views.convergence.convergence_records import MANY_SIZES, X, picture, record_of


@pytest.mark.parametrize("case", ["agreement", "residuals", "residuals-binned"])
def test_points_and_bands_are_the_records(case):
    record = record_of(case)
    made = picture(case)
    residual = case != "agreement"
    dots, band, _ = made.figure.data
    along = record.over_distance if residual else record.over_kernel
    assert np.allclose(dots.x, record.distance if residual else record.exact, atol=1e-6)
    assert np.allclose(band.x, [*along.along, *along.along[::-1]], atol=1e-6)
    for g, frame in enumerate(made.figure.frames):
        values = record.approximate[g] - (record.exact if residual else 0)
        level = 0 * along.along if residual else along.along
        half = 2 * along.sigma / np.sqrt(record.n_freqs[g])
        assert np.allclose(frame.data[0].y, values, atol=1e-6)
        assert np.allclose(frame.data[1].y, [*(level + half), *(level - half)[::-1]], atol=1e-6)
        assert f"{100 * record.inside[g]:.0f} % of the 200 pairs are inside ±2σ" in made.scrub.readings[g]
        low, high = made.figure.layout.yaxis.range
        assert all(low <= part.y.min() and part.y.max() <= high for part in frame.data)
    assert not made.scrub.redraw and {trace.type for trace in made.figure.data} == {"scatter"}


def test_residual_axis_is_symmetric():
    low, high = picture("residuals").figure.layout.yaxis.range
    assert low == -high
    assert picture("residuals").figure.layout.xaxis.title.text == "distance ‖x − y‖₁"
    assert picture("residuals-binned").figure.layout.xaxis.title.text == "distance ‖x − y‖"


def test_what_the_band_promises_is_said():
    carlo, other = picture("residuals"), picture("residuals-binned")
    assert "About 95 % is expected, but all pairs share their frequencies" in carlo.reading
    assert "promised for Monte Carlo only" not in carlo.reading
    assert "About 95 % is promised for Monte Carlo only: Sobol', scrambled may do better or worse" in other.reading
    assert "of Monte Carlo" in other.title
    assert "each pair has its own" in other.subtitle and "each pair has its own" not in carlo.subtitle
    shares = [f"{100 * share:.0f}" for share in record_of("residuals").inside]
    assert f"{min(shares, key=int)} to {max(shares, key=int)} % of the errors" in carlo.title


def test_titles_say_how_far_the_error_falls():
    for case, values in (("matrices", "rms"), ("agreement", "largest")):
        record = record_of(case)
        first, last = (measured(getattr(record, values)[g]) for g in (0, -1))
        assert f"falls from {first} at D = 16 to {last} at D = {count(record.n_freqs[-1])}" in picture(case).title
    assert "largest error" in picture("agreement-offset").title and "at D = 32" in picture("agreement-offset").title


def test_a_move_of_the_scatter_plots_is_small():
    """At the default number of pairs, with eight numbers of frequencies."""
    record = pair_errors(X, Gaussian(), MANY_SIZES[:8])
    for draw in (agreement_picture, residual_picture):
        assert len(draw(record, LIGHT).figure.to_json()) < 60_000
