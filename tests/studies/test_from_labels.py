"""Frequencies that learn from the answers: the states of the regressors, words from the numbers, refusals."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.datasets import load
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.adaptive.from_labels.picture import from_labels_picture
from rffviz.explorer.words.numbers import measured, number
from rffviz.kernels import Gaussian
from rffviz.predict import AlaCarteRegressor, MetropolisRegressor, SparseSpectrumRegressor, SpectralMixtureRegressor
from rffviz.studies.from_labels import ITERATIONS, LEARNERS, from_labels

DATA = load("sine", n_points=40, noise=0.1, random_state=0)
ALIKE = 0.3 / np.ptp(DATA.X)  # radians per unit of x: frequencies that the data cannot tell apart


MAKE = {
    "sparse_spectrum": lambda k: SparseSpectrumRegressor(Gaussian(), 12, n_iterations=k, random_state=3),
    "a_la_carte": lambda k: AlaCarteRegressor(Gaussian(), 12, "mixture", n_iterations=k, random_state=3),
    "spectral_mixture": lambda k: SpectralMixtureRegressor(n_iterations=k, random_state=3),
    "metropolis": lambda k: MetropolisRegressor(Gaussian(), 12, n_steps=k, random_state=3),
}


@pytest.fixture(scope="module", params=LEARNERS)
def found(request):
    return from_labels(DATA, Gaussian(), request.param, 12, 3)


@pytest.mark.release
def test_states_are_those_on_the_way_of_one_learner(found):
    """The walk's own states, and the marginal likelihoods of a learned process, at the iterations that are kept."""
    assert tuple(each.iteration for each in found.kept) == ITERATIONS
    if found.learner == "metropolis":
        walk = MAKE["metropolis"](ITERATIONS[-1])
        states = {state.iteration: state for state in walk.fit_steps(DATA.X, DATA.targets)}
        for each in found.kept:
            np.testing.assert_allclose(each.norms, np.abs(states[each.iteration].W[:, 0]), rtol=1e-12)
            alone = [k for k, w in enumerate(each.norms) if np.sum(np.abs(each.norms - w) < ALIKE) == 1]
            amplitudes = states[each.iteration].amplitudes[alone]
            assert alone and np.allclose(each.amplitudes[alone], amplitudes, rtol=1e-9, atol=0)
    elif found.learner in ("sparse_spectrum", "a_la_carte"):
        whole = MAKE[found.learner](ITERATIONS[-1]).fit(DATA.X, DATA.targets)
        for each in found.kept[:6]:
            short = MAKE[found.learner](each.iteration).fit(DATA.X, DATA.targets)
            assert short.log_likelihoods_[-1] == whole.log_likelihoods_[each.iteration]
    else:  # of several starts
        ends = [MAKE[found.learner](k).fit(DATA.X, DATA.targets).log_likelihoods_[-1] for k in ITERATIONS]
        assert (np.diff(ends) >= 0).all()


@pytest.mark.slow
def test_errors_amplitudes_and_predictions_are_of_the_same_fit(found):
    x, last = np.linspace(-3, 3, 301), found.kept[5]
    model = MAKE[found.learner](last.iteration).fit(DATA.X, DATA.targets)
    misses = model.predict(x[:, None]) - DATA.truth(x)
    assert last.error == pytest.approx(np.sqrt(np.mean(misses**2)), rel=1e-12)
    np.testing.assert_array_equal(last.predicted, model.predict(found.x[:, None]))
    if found.learner == "spectral_mixture":  # k = Σ (amplitude²/s²) e^{−v δ²/2} cos μδ
        delta = np.linspace(0, 2, 9)
        variances = np.array(model.kernel_.variances)[:, 0]
        parts = last.amplitudes**2 * np.exp(-np.outer(delta**2, variances) / 2) * np.cos(np.outer(delta, last.norms))
        expected = model.signal_variance_ * model.kernel_(np.zeros((1, 1)), delta[:, None])[0]
        np.testing.assert_allclose(parts.sum(axis=1), expected, rtol=1e-9)
        return
    a, b = np.split(model.coef_, 2)
    weights = getattr(model, "weights_", np.full(12, 1 / 12))
    W, groups = model.frequencies_[:, 0], []
    for j in sorted(range(12), key=lambda j: abs(W[j])):
        if not groups or abs(W[j]) - abs(W[groups[-1][0]]) >= ALIKE:
            groups.append([])
        groups[-1].append(j)
    for wave in groups:
        even = sum(a[k] * math.sqrt(weights[k]) for k in wave)
        odd = sum(b[k] * math.sqrt(weights[k]) * (1 if W[k] > 0 else -1) for k in wave)
        assert len({*last.amplitudes[wave]}) == 1
        assert last.amplitudes[wave[0]] == pytest.approx(math.hypot(even, odd), rel=1e-9)
    assert last.n_waves == len(groups)
    np.testing.assert_array_equal(last.norms, np.abs(W))


@pytest.mark.slow
def test_a_sine_is_one_wave_whatever_the_number_of_frequencies():
    last = from_labels(DATA, Gaussian(), n_freqs=40).kept[-1]
    assert np.allclose(np.sin(2 * DATA.X[:, 0]), DATA.truth(DATA.X[:, 0]))  # of amplitude 1
    assert last.n_large == 1 and last.amplitudes[last.largest] == pytest.approx(1, abs=0.05)
    assert last.norms[last.largest] == pytest.approx(2, abs=0.05)


@pytest.mark.slow
def test_the_harmonics_of_a_step_are_found_with_their_amplitudes():
    """Forty frequencies end at few: those of a square wave, 4/π, 4/3π and 4/5π high at once, three and five times ω."""
    step = load("step", n_points=60, noise=0.1, random_state=0)
    last = from_labels(step, Gaussian(), n_freqs=40).kept[-1]
    first = last.norms[last.largest]
    for k in (1, 3, 5):  # a little below: the prior shrinks them, and seven times ω is missing
        near = np.abs(last.norms / first - k) < 0.1
        assert last.amplitudes[near].max() == pytest.approx(4 / (k * math.pi), rel=0.25)


@pytest.mark.release
def test_the_figure_is_scrubbed_and_reads_its_numbers(found):
    made = from_labels_picture(replace(found, shown=9), LIGHT)
    assert made.scrub.start == 5 and len(made.figure.frames) == len(ITERATIONS)
    assert made.readout == made.scrub.readouts[5] and made.readout.columns[0] == "iteration 8"
    waves = "3 components" if found.learner == "spectral_mixture" else "12 frequencies"
    last = found.kept[-1]
    named = "component lies at |μ|" if found.learner == "spectral_mixture" else "frequency lies at |ω|"
    where = number(last.norms[np.argmax(last.amplitudes)])
    assert made.title == f"Trained on labels, the dominant {named} = {where}"
    assert made.readout.rows[0][:2] == (waves, measured(found.kept[5].error))
    assert len(made.columns["omega"]) == int(waves.split()[0]) * len(ITERATIONS)


@pytest.mark.release
def test_without_a_function_errors_are_from_the_data():
    bare = from_labels(replace(DATA, truth=None), Gaussian(), n_freqs=5)
    assert bare.truth is None and from_labels_picture(bare, LIGHT).readout.columns[1] == "RMSE to the data"
    model = SparseSpectrumRegressor(Gaussian(), 5, n_iterations=0, random_state=0).fit(DATA.X, DATA.targets)
    assert bare.kept[0].error == pytest.approx(np.sqrt(np.mean((model.predict(DATA.X) - DATA.targets) ** 2)), rel=1e-12)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"learner": "adam"},
            "^learner must be one of sparse_spectrum, a_la_carte, spectral_mixture, metropolis, got 'adam'",
        ),
        ({"n_freqs": 0}, "^n_freqs must be a whole number of at least 1, got 0"),
        ({"kernel": None}, "^kernel must be"),
    ],
)
def test_refused(settings, said):
    with pytest.raises(ValueError, match=said):
        from_labels(**{"data": DATA, "kernel": Gaussian()} | settings)
