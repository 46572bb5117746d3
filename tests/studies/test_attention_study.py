"""Attention over patches: non-local means by a double loop, and what the record says of the features."""

import math

import numpy as np
import pytest

from rffviz.datasets.images import grey_image
from rffviz.foundation.validation import Refusal
from rffviz.studies import attention as module
from rffviz.studies.attention import REPLACEMENTS, attend, patch_tokens

ROOF = grey_image("china", 8).X  # 8 × 12 pixels


def test_tokens_are_patches_of_one_length():
    image = np.arange(30.0).reshape(5, 6) ** 1.5 / 100
    tokens = patch_tokens(image, 3)
    wider = np.pad(image, 1, mode="reflect")
    patches = np.array([[*wider[y : y + 3, x : x + 3].ravel()] for y in range(5) for x in range(6)])
    patches -= patches.mean(axis=0)
    assert tokens[:, :-1] == pytest.approx(patches, abs=1e-12)
    norms = np.square(tokens).sum(axis=1)
    assert norms == pytest.approx(np.full(30, 4 * np.square(patches).sum(axis=1).max()), rel=1e-12)
    assert patch_tokens(image).shape == (30, 17) and (patch_tokens(np.ones((4, 4))) == 0).all()


@pytest.mark.slow
def test_exact_attention_is_non_local_means():
    tau = 0.3
    found = attend(ROOF, tau, (8,), n_seeds=1, random_state=3)
    noisy, tokens = found.noisy.ravel(), patch_tokens(found.noisy)
    for i in range(noisy.size):
        weights = [math.exp(-(math.dist(tokens[i], other) ** 2) / (2 * tau)) for other in tokens]
        mean = sum(w * v for w, v in zip(weights, noisy, strict=True)) / sum(weights)
        assert found.exact.ravel()[i] == pytest.approx(mean, rel=1e-9)


def test_the_numbers_are_those_of_the_images():
    *_, last = attend.steps(ROOF, 0.05, (4, 16), n_seeds=2, random_state=5)
    found = last.record
    assert last.done == last.total == 3 and found.errors.shape == (2, 4, 2) == found.shares.shape
    assert np.std(found.noisy - found.pixels) == pytest.approx(0.1, rel=4 / math.sqrt(2 * ROOF.size))
    off = found.outputs.astype(float) - found.exact
    assert found.errors[..., 0] == pytest.approx(np.sqrt(np.square(off).mean(axis=(2, 3))), rel=1e-4)
    assert found.typical[..., 0] == pytest.approx(np.median(np.abs(off), axis=(2, 3)), rel=1e-4)
    denoised = np.sqrt(np.square(found.outputs - found.pixels).mean(axis=(2, 3)))
    assert found.denoised[..., 0] == pytest.approx(denoised, rel=1e-4)
    assert (found.shares[..., 0] == found.nonpositive.mean(axis=(2, 3))).all()
    signs = list(REPLACEMENTS).index("cos_sin")
    assert found.shares[0, signs].min() > 0 and found.shares[:, signs + 1 :].max() == 0
    assert found.about.seeds == (5, 6) and found.about.d == 17
    again = attend(ROOF, 0.05, (4, 16), n_seeds=1, random_state=5)
    assert np.array_equal(again.outputs, found.outputs)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pixels": np.ones((3, 9))}, "image must have at least 4 pixels a side, got 3 × 9"),
        ({"pixels": np.ones(9)}, "pixels"),
        ({"temperature": 0.0}, "temperature"),
        ({"temperature": math.nan}, "temperature"),
        ({"n_freqs": (8, 8)}, "n_freqs"),
        ({"noise": -1}, "noise"),
        ({"n_seeds": 0}, "n_seeds"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_what_is_refused(change, message):
    with pytest.raises(Refusal, match=message):
        attend(**{"pixels": ROOF, "temperature": 1.0, "n_freqs": (8,)} | change)


def test_every_replacement_has_as_many_numbers(monkeypatch):
    """As many as D cosines and sines: 2D."""
    widths, real = [], module.attention

    def heard(Q, K, V, features=None, **options):
        out = real(Q, K, V, features, **options)
        if features is not None:
            widths.append(features.fit(Q).transform(Q).shape[1])
        return out

    monkeypatch.setattr(module, "attention", heard)
    attend(ROOF, 0.3, (8,), n_seeds=1)
    assert widths == [16] * len(REPLACEMENTS)
