"""Kernel, estimate, density and frequencies are the record's."""

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.kernel.spectrum.picture import spectra_picture
from rffviz.explorer.words.numbers import measured, number, times
from rffviz.kernels import Laplacian, Matern
from rffviz.studies.spectrum import kernel_spectra
from tests.views.looks import cells
from tests.views.mechanism_records import SIZES, picture, record_of, trace


@pytest.mark.slow
def test_kernel_estimate_density_and_frequencies_are_the_records():
    made, spectra = picture("spectrum"), record_of("spectrum")
    kind = spectra.kinds[0]
    assert np.allclose(trace(made, "k").y, kind.exact, atol=1e-6)
    assert np.allclose(trace(made, "k̂").y, kind.approximate[1], atol=1e-6)
    dots = trace(made, "frequency (random height)")
    assert np.allclose(dots.x, kind.drawn[:4]) and np.allclose(dots.y, (kind.share * kind.height)[:4])
    assert [len(frame.data[2].x) for frame in made.figure.frames] == SIZES
    waves = [frame.data[0].y.reshape(8, -1)[:, :-1] for frame in made.figure.frames]  # without the gaps between them
    assert [int(np.isfinite(each).all(axis=1).sum()) for each in waves] == [1, 4, 8, 8]
    assert np.allclose(waves[3], kind.waves, atol=1e-6)


@pytest.mark.slow
def test_what_is_lit_and_pulled_is_named_by_its_place():
    figure = picture("spectrum").figure
    pull, light = figure.layout.meta["pull"], figure.layout.meta["light"]
    named = [figure.data[pull[what]].name for what in ("dots", "estimate", "exact")]
    assert named == ["frequency (random height)", "k̂", "k"]
    assert light["dots"] == [pull["dots"]] and light["lit"] == pull["lit"]
    assert [figure.data[k].xaxis for k in pull["lit"]] == ["x2", "x"]
    for data in (figure.data, *(frame.data for frame in figure.frames)):
        assert not any(np.isfinite(trace.y).any() or trace.showlegend for trace in data[-2:])  # nothing is lit
    assert "pull" not in (picture("spectrum-pair").figure.layout.meta or {})


@pytest.mark.parametrize("name", ["spectrum", "spectrum-pair"])
def test_readouts_are_computed_from_the_record(name):
    made = picture(name)
    for kind in record_of(name).kinds:
        for g, m in enumerate(SIZES):
            cell = cells(made.scrub.readouts[g])
            assert cell[kind.kernel.label, "max |k̂ − k|"] == measured(abs(kind.approximate[g] - kind.exact).max())
            assert cell[kind.kernel.label, "max |ω|"] == number(max(map(abs, kind.drawn[:m])))
            assert cell[kind.kernel.label, "99 % of |ω| below"] == number(kind.fast)


@pytest.mark.slow
def test_titles_are_computed_from_the_record():
    (kind,), pair = record_of("spectrum").kinds, record_of("spectrum-pair")
    below = f"99 % lie below |ω| = {number(kind.fast)}"
    assert picture("spectrum").title == f"Frequencies follow the Gaussian kernel's Fourier transform: {below}"
    first, second = pair.kinds
    assert first.fast < second.fast and pair.by_tail == [second, first]
    said = f"The 99 % quantile of |ω| is {times(second.fast / first.fast)} as large for the Laplacian kernel"
    assert picture("spectrum-pair").title == said
    laplacian = spectra_picture(kernel_spectra([Laplacian()], [2]), LIGHT).title
    assert laplacian == "A tail ∝ |ω|⁻² gives the Laplacian kernel a kink at 0"


@pytest.mark.release
def test_a_kink_and_crossed_names_are_said():
    notes = " ".join(picture("spectrum-pair").notes)
    assert "p ∝ |ω|⁻² for large |ω|, so the mean of |ω| is infinite and k has a kink at 0" in notes
    assert "Laplacian kernel has a Cauchy spectrum, and the Cauchy kernel has a Laplace spectrum" in notes
    assert "Cauchy" not in " ".join(picture("spectrum").notes)
    nu = {0.4: "kink at 0", 0.8: "no second derivative at 0", 1.5: "k has a second derivative at 0"}
    for value, words in nu.items():
        assert words in spectra_picture(kernel_spectra([Matern(nu=value)], [2]), LIGHT).notes[0]


@pytest.mark.slow
def test_on_logarithmic_axes_the_frequencies_stand_on_the_density():
    made, spectra = picture("spectrum-pair-log"), record_of("spectrum-pair-log")
    dots = trace(made, "frequency, Laplacian")
    assert np.allclose(dots.y, Laplacian(2.0).spectral_density(dots.x[:, None]), rtol=1e-3)
    assert made.figure.layout.xaxis2.type == made.figure.layout.yaxis2.type == "log"
    assert len(dots.x) == spectra.n_freqs[-1]
