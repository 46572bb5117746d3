"""Kernel, estimate, density and frequencies are the record's."""

import numpy as np

from rffviz.figures.theme import LIGHT
from rffviz.kernels import Laplacian, Matern
from rffviz.studies.spectrum import kernel_spectra
from rffviz.views.kernel.spectrum.picture import spectra_picture
from rffviz.words.numbers import measured, number
from tests.views.mechanism_records import SIZES, picture, record_of, trace


def test_kernel_estimate_density_and_frequencies_are_the_records():
    made, spectra = picture("spectrum"), record_of("spectrum")
    kind = spectra.kinds[0]
    assert np.allclose(trace(made, "k, the kernel").y, kind.exact, atol=1e-6)
    assert np.allclose(trace(made, "k̂, the mean of D waves").y, kind.approximate[1], atol=1e-6)
    dots = trace(made, "a frequency drawn")
    assert np.allclose(dots.x, kind.drawn[:4]) and np.allclose(dots.y, (kind.share * kind.height)[:4])
    assert [len(frame.data[-1].x) for frame in made.figure.frames] == SIZES
    waves = [frame.data[0].y.reshape(8, -1)[:, :-1] for frame in made.figure.frames]  # without the gaps between them
    assert [int(np.isfinite(each).all(axis=1).sum()) for each in waves] == [1, 4, 8, 8]
    assert np.allclose(waves[3], kind.waves, atol=1e-6)


def test_readings_and_titles_are_computed_from_the_record():
    made, (kind,) = picture("spectrum"), record_of("spectrum").kinds
    for g, m in enumerate(SIZES):
        assert f"at most {measured(kind.largest[g])} away" in made.scrub.readings[g]
        assert number(max(map(abs, kind.drawn[:m]))) in made.scrub.readings[g]
    pair = picture("spectrum-pair")
    first, second = record_of("spectrum-pair").kinds
    assert number(first.fast) in pair.title and number(second.fast) in pair.title


def test_a_kink_and_crossed_names_are_said():
    notes = " ".join(picture("spectrum-pair").notes)
    assert "falls as |ω| to the power −2, so even the mean of |ω| is infinite and k has a kink at 0" in notes
    assert "Laplacian kernel has a Cauchy spectrum, and the Cauchy kernel has a Laplace spectrum" in notes
    assert "Mind the names" not in " ".join(picture("spectrum").notes)
    nu = {0.4: "kink at 0", 0.8: "no second derivative at 0", 1.5: "k has a second derivative at 0"}
    for value, words in nu.items():
        assert words in spectra_picture(kernel_spectra([Matern(nu=value)], [2]), LIGHT).notes[0]


def test_on_logarithmic_axes_the_frequencies_stand_on_the_density():
    made, spectra = picture("spectrum-pair-log"), record_of("spectrum-pair-log")
    dots = trace(made, "a frequency drawn, Laplacian")
    assert np.allclose(dots.y, Laplacian(2.0).spectral_density(dots.x[:, None]), rtol=1e-3)
    assert made.figure.layout.xaxis2.type == made.figure.layout.yaxis2.type == "log"
    assert len(dots.x) == spectra.n_freqs[-1]
