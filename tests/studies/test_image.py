"""A photograph as a regression problem, against plain averages and a solve by hand."""

import numpy as np
import pytest
from sklearn.datasets import load_sample_image

from rffviz.datasets.images import IMAGES, _averaging, grey_image
from rffviz.features import paired_map
from rffviz.kernels import Gaussian
from rffviz.samplers import draw
from rffviz.studies.image import image_fit, pixel_places


def test_blocks_of_pixels_are_averaged():
    line = np.random.default_rng(0).random(12)
    np.testing.assert_allclose(_averaging(12, 4) @ line, line.reshape(4, 3).mean(axis=1))
    by_hand = [(line[0] + line[1] / 2) / 1.5, (line[1] / 2 + line[2]) / 1.5]
    np.testing.assert_allclose(_averaging(3, 2) @ line[:3], by_hand)
    np.testing.assert_allclose(_averaging(100, 37).sum(axis=1), 1)


@pytest.mark.parametrize("name", IMAGES)
def test_photograph_keeps_its_brightness_and_shape(name):
    image = grey_image(name, 61)
    colours = load_sample_image(f"{name}.jpg").reshape(-1, 3).mean(axis=0) / 255
    assert image.X.mean() == pytest.approx(0.299 * colours[0] + 0.587 * colours[1] + 0.114 * colours[2], rel=1e-6)
    assert image.X.shape == (61, 91) and 0 <= image.X.min() < image.X.max() <= 1
    places = pixel_places(*image.X.shape)
    assert places.shape == (61 * 91, 2)
    np.testing.assert_allclose(places[0], 0.5 / 61)
    np.testing.assert_allclose(places[1] - places[0], [1 / 61, 0], atol=1e-15)  # the next pixel lies to the right


def test_fits_are_ridge_regression_on_the_pixels_seen():
    image = grey_image("china", 12)
    fits = image_fit(image.X, Gaussian(), (0.1, 0.02), 20, ridge=1e-3, share=0.6, random_state=3)
    assert list(fits.length_scales) == [0.02, 0.1] and fits.seen.sum() == round(0.6 * image.X.size)
    X, y, seen = pixel_places(*image.X.shape), image.X.ravel(), fits.seen.ravel()
    for g, scale in enumerate(fits.length_scales):
        W = draw("monte_carlo", Gaussian(scale), 2, 20, np.random.default_rng(3)).W
        Z = paired_map(X, W, dtype=np.float64)
        mean = y[seen].mean()
        gram = Z[seen].T @ Z[seen] + 1e-3 * seen.sum() * np.eye(40)
        expected = Z @ np.linalg.solve(gram, Z[seen].T @ (y[seen] - mean)) + mean
        np.testing.assert_allclose(fits.fitted[g].ravel(), expected, atol=1e-4)
        assert fits.train_rmse[g] == pytest.approx(np.sqrt(np.mean((expected - y)[seen] ** 2)), rel=1e-3)
        assert fits.test_rmse[g] == pytest.approx(np.sqrt(np.mean((expected - y)[~seen] ** 2)), rel=1e-3)


def test_pixels_not_seen_do_not_enter():
    image = grey_image("china", 10)
    fits = image_fit(image.X, Gaussian(), (0.1,), 10)
    poisoned = image.X.copy()
    poisoned[~fits.seen] = 100.0
    again = image_fit(poisoned, Gaussian(), (0.1,), 10)
    np.testing.assert_array_equal(again.fitted, fits.fitted)


def test_fits_come_one_by_one():
    steps = list(image_fit.steps(grey_image("flower", 8).X, Gaussian(), (0.1, 0.5, 0.01), 5))
    assert [(step.done, step.total, len(step.record.fitted)) for step in steps] == [(1, 3, 1), (2, 3, 2), (3, 3, 3)]
    fits = steps[-1].record
    assert fits.test_rmse[fits.best] == fits.test_rmse.min()


@pytest.mark.parametrize(
    "change, said",
    [
        ({"length_scales": ()}, "length_scales must be different numbers above 0, at least one, got"),
        ({"length_scales": (0.1, 0.1)}, "length_scales must be different numbers above 0, at least one, got"),
        ({"length_scales": (0.1, -1)}, "length_scales must be a finite number above 0, got -1"),
        ({"pixels": [[0.5, np.nan]]}, "pixels must"),
        ({"share": 1.0}, "share must lie between 0 and 1, got 1.0"),
        ({"kernel": "rbf"}, "kernel must be a kernel of rffviz.kernels, got 'rbf'"),
        ({"sampler": "dice"}, "sampler must be one of"),
    ],
)
def test_refusals(change, said):
    asked = {
        "pixels": grey_image("china", 8).X,
        "kernel": Gaussian(),
        "length_scales": (0.1,),
        "n_freqs": 5,
    } | change
    with pytest.raises(ValueError, match=f"^{said}"):
        list(image_fit.steps(**asked))


def test_unknown_photograph():
    with pytest.raises(ValueError, match=r"^name must be one of china, flower, got 'moon'"):
        grey_image("moon")
    with pytest.raises(ValueError, match=r"^height must be a whole number from 8 to 427, got 4"):
        grey_image("china", 4)
