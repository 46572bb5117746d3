"""The mathematics of the Kernel page: Bochner's theorem on a line and in the plane, and the sign of a spectrum."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from rffviz.kernels import FormulaKernel, Kernel
from rffviz.studies.own_kernel import OwnKernel
from rffviz.studies.spectrum import Spectra
from rffviz.studies.spectrum_plane import PlaneSpectrum
from rffviz.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.words.mathematics.start import ESTIMATE, PAIRED_VARIANCE
from rffviz.words.numbers import function_words
from rffviz.words.own_kernel import dimensions

_MIXED = r"\mathbb{E}\Big(\frac{\ell^2}{4\pi S}\Big)^{d/2}e^{-\ell^2\|\omega\|^2/4S}"
# p in d dimensions, and its value at a distance of 1/ℓ from 0 along an axis
_DENSITIES = {
    "gaussian": (
        r"\Big(\frac{\ell}{\sqrt{2\pi}}\Big)^de^{-\ell^2\|\omega\|^2/2}",
        r"\Big(\frac{<ell>}{\sqrt{2\pi}}\Big)^{<d>}\times\exp\Big(-\frac12\Big)",
    ),
    "laplacian": (
        r"\prod_{j=1}^d\frac{\ell}{\pi(1+\ell^2\omega_j^2)}",
        r"\Big(\frac{<ell>}{\pi}\Big)^{<d>}\times\frac{1}{1+1}",
    ),
    "matern": (
        r"\frac{\Gamma(\nu+\tfrac d2)}{\Gamma(\nu)}\Big(\frac{\ell^2}{2\pi\nu}\Big)^{d/2}"
        r"\Big(1+\frac{\ell^2\|\omega\|^2}{2\nu}\Big)^{-\nu-d/2}",
        r"<gammas>\times\Big(\frac{<ell>^2}{2\pi\times <nu>}\Big)^{<d>/2}"
        r"\Big(1+\frac{1}{2\times <nu>}\Big)^{-<nu>-<d>/2}",
    ),
    "cauchy": (
        r"\prod_{j=1}^d\frac{\ell}{2}\,e^{-\ell|\omega_j|}",
        r"\Big(\frac{<ell>}{2}\Big)^{<d>}\times\exp(-1)",
    ),
    "rational_quadratic": (
        r"\frac{2\,\alpha^\alpha}{\Gamma(\alpha)}\Big(\frac{\ell^2}{2\pi}\Big)^{d/2}"
        r"\Big(\frac{t}{2\alpha}\Big)^{\alpha-d/2}K_{\alpha-d/2}(t),\quad t=\sqrt{2\alpha}\,\ell\|\omega\|",
        "",  # a Bessel function: its value alone
    ),
    "exponential_power": (
        rf"{_MIXED},\quad\mathbb{{E}}\,e^{{-sS}}=e^{{-s^{{\alpha/2}}}}",
        "",
    ),
    "generalised_cauchy": (
        rf"{_MIXED},\quad\mathbb{{E}}\,e^{{-sS}}=(1+s^{{\alpha/2}})^{{-\beta/\alpha}}",
        "",
    ),
    "formula": (
        r"(2\pi)^{-d/2}\,\|\omega\|^{1-d/2}\int_0^\infty f(r/\ell)\,r^{d/2}J_{d/2-1}(\|\omega\|r)\,dr",
        "",
    ),
}
_DRAWN = "The mean of D waves whose frequencies are drawn from p estimates k:"
_VARIANCE_FOLLOWS = r"With $\mathbb{E}\cos^2(\omega^\top\delta)=\tfrac12+\tfrac12k(2\delta)$ its variance follows:"
_SOURCE = (
    "Bochner's theorem: Rahimi & Recht 2007, Theorem 1; the spectra: Rahimi & Recht 2007, Figure 1 (not "
    "verified against the paper), and Rasmussen & "
    "Williams 2006, section 4.2 (not verified against the paper); the variance: Sutherland & Schneider 2015, "
    "section 2 (not verified against the paper)"
)


def spectra_mathematics(record: Spectra) -> Mathematics:
    """Bochner's theorem in one dimension, the density of each kernel, and the variance of k̂ one length scale from 0."""
    m = record.n_freqs[record.start]
    near = int(np.argmin(np.abs(record.delta - record.about.kernel.length_scale)))
    at = record.delta[[near]]
    lines = [
        r"k is continuous and positive definite with $k(0)=1$ exactly if there is a probability measure p, the same at "
        "ω and −ω, with",
        Formula(r"k(\delta)=\int_{-\infty}^{\infty}p(\omega)\cos\omega\delta\,d\omega=\mathbb{E}\cos\omega\delta"),
        "Where k is integrable, p is its cosine transform:",
        Formula(r"p(\omega)=\frac{1}{2\pi}\int_{-\infty}^{\infty}k(\delta)\cos\omega\delta\,d\delta"),
        _DRAWN,
        Formula(r"\hat k(\delta)=\frac1D\sum_{j=1}^{D}\cos\omega_j\delta"),
        _VARIANCE_FOLLOWS,
        PAIRED_VARIANCE,
    ]
    for kind in record.kinds:
        lines += [
            f"**The {kind.kernel.label} kernel**",
            *_density(kind.kernel, 1),
            "The mean square of a frequency is the curvature of k at 0, infinite where p falls too slowly:",
            formula(r"\mathbb{E}\,\omega^2=-k''(0)=<s>", s=kind.kernel.second_moment(1)),
            *_estimate(kind.kernel, at, m, kind.approximate[record.start, near]),
        ]
    return Mathematics(
        "A kernel on the line is the mean of waves cos ωδ whose frequencies have its spectrum p as their density.",
        tuple(lines),
        _SOURCE,
    )


def plane_spectrum_mathematics(record: PlaneSpectrum) -> Mathematics:
    """Bochner's theorem in the plane, one plane wave, and the variance of k̂ one length scale from 0 along an axis."""
    kernel, m = record.about.kernel, record.n_freqs[record.start]
    first = kernel.length_scale if kernel.axes is None else kernel.axes[0]
    near, zero = (int(np.argmin(np.abs(record.delta - place))) for place in (first, 0.0))
    at = record.delta[[near, zero]]
    length = float(np.hypot(*record.W[0]))
    values = {"ell": first, "axis": record.along_axis, "diagonal": record.along_diagonal}
    shape = (
        "k depends on the length of δ alone exactly where p depends on the length of ω alone: every direction of a "
        "wave is equally likely."
        if kernel.isotropic
        else "k and p are products over the coordinates. Neither is round, so k depends on the direction of δ:"
    )
    return Mathematics(
        "A kernel in the plane is the mean of plane waves, each constant across its own frequency ω.",
        (
            r"Bochner, with $\omega=(\omega_1,\omega_2)$ and $\delta=(\delta_1,\delta_2)$:",
            Formula(r"k(\delta)=\int\!\!\int p(\omega)\cos(\omega_1\delta_1+\omega_2\delta_2)\,d\omega_1\,d\omega_2"),
            "Where k is integrable,",
            Formula(
                r"p(\omega)=\frac{1}{(2\pi)^2}\int\!\!\int k(\delta)\cos(\omega_1\delta_1+\omega_2\delta_2)"
                r"\,d\delta_1\,d\delta_2"
            ),
            *_density(kernel if kernel.axes is None else kernel.with_length_scale(1.0), 2),
            *(
                (
                    shape,
                    formula(
                        r"k(\ell,0)=<axis>,\qquad k(\ell/\sqrt2,\ \ell/\sqrt2)=<diagonal>,\qquad\ell=<ell>", **values
                    ),
                )
                if kernel.axes is None
                else _each_axis(kernel)
            ),
            r"The crests of the wave $\cos(\omega^\top\delta)$ lie $2\pi/\|\omega\|$ apart; those of the first wave,",
            formula(
                r"\frac{2\pi}{\|\omega\|}=\frac{2\pi}{<length>}=<apart>", length=length, apart=2 * math.pi / length
            ),
            _DRAWN,
            ESTIMATE,
            _VARIANCE_FOLLOWS,
            PAIRED_VARIANCE,
            *_estimate(kernel, at, m, record.approximate[record.start, zero, near]),
        ),
        _SOURCE,
    )


def _each_axis(kernel: Kernel) -> tuple[str | Formula, ...]:
    """How kernel and spectrum follow from those of length scale 1, above."""
    return (
        "Each axis has a length scale of its own: the points are divided by them, the frequencies, too.",
        formula(
            r"k_{\ell_1,\ell_2}(\delta)=k\Big(\frac{\delta_1}{\ell_1},\frac{\delta_2}{\ell_2}\Big),\qquad "
            r"p_{\ell_1,\ell_2}(\omega)=\ell_1\ell_2\,p(\ell_1\omega_1,\ell_2\omega_2),\qquad "
            r"\ell_1=<one>,\ \ell_2=<two>",
            one=kernel.axes[0],
            two=kernel.axes[1],
        ),
    )


def own_kernel_mathematics(record: OwnKernel) -> Mathematics:
    """The cosine transform, the masses of its two signs, and what they decide."""
    values = {"zero": record.at_zero, "far": record.judged, "neg": record.negative, "pos": record.positive}
    values |= {"net": record.positive - record.negative, "error": record.verdict.error}
    place, line = dimensions(record.about.d), record.about.d == 1
    verdict = [
        "The negative mass is more than the transform can err by: k is not positive definite.",
        r"Some points and weights $c_j$ therefore make this sum negative, and no random frequency has a negative "
        "probability:",
    ]
    if not record.verdict.decided:
        unknown = "The transform gives k back with an error of $<error>$, too large to tell the sign of p."
        verdict = [
            said(unknown, **values),
            "k is positive definite exactly where for all points and weights $c_j$ this sum is at least 0:",
        ]
    if record.is_kernel:
        near = "What the positive part of p gives"
        if record.verdict.by == "mixture":
            near = r"A mixture of Gaussians $\int e^{-sr^2}d\mu(s)$, positive definite in every dimension,"
        verdict = [
            said(f"{near} is at most $<error>$ away from k: to that error k is positive definite {place}.", **values),
            r"For all points and weights $c_j$ this sum is therefore at least 0:",
        ]
    given = [
        f"The formula is divided by its value at 0; here f(r) is `{record.text}`:",
        formula(r"k(r)=\frac{f(r)}{f(0)},\qquad f(0)=<zero>", **values),
    ]
    if record.joined:
        place0 = "k(0) = 1 and " if record.given == "handles" else ""
        given = [f"k is a cubic curve with {place0}{record.text}; beyond, it decays exponentially to 0."]
    size, at = (r"|\omega|", r"\omega x_j") if line else (r"\|\omega\|", r"\omega^\top x_j")
    transform = [
        "k is even, so that its spectrum is a cosine transform:",
        Formula(r"p(\omega)=\frac1\pi\int_0^\infty k(r)\cos\omega r\,dr"),
    ]
    if not line:
        transform = [
            "k depends on a length alone, so that its spectrum does, too. The mass p has up to a length w is a Hankel "
            "transform:",
            Formula(
                r"\int_{\|\omega\|\le w}p(\omega)\,d\omega=\frac{2^{1-d/2}}{\Gamma(d/2)}\int_0^\infty k(r)\,(wr)^{d/2}"
                r"J_{d/2}(wr)\,\frac{dr}{r}"
            ),
            said(r"Here $d=<d>$.", d=record.about.d),
        ]
    return Mathematics(
        "A continuous function of x − y with k(0) = 1 is a kernel exactly where its spectrum is nowhere negative.",
        (
            *given,
            *transform,
            said(rf"Up to ${size}=<far>$ its negative part and its positive part have the masses", **values),
            formula(r"\int\max(0,-p(\omega))\,d\omega=<neg>,\qquad\int\max(0,p(\omega))\,d\omega=<pos>", **values),
            r"Over all frequencies the difference of the two is $k(0)=1$; up to there it is",
            formula(r"\int p(\omega)\,d\omega=<pos>-<neg>=<net>", **values),
            *verdict,
            Formula(rf"\sum_{{i,j}}c_ic_jk(x_i-x_j)=\int p(\omega)\,\Big|\sum_jc_je^{{i{at}}}\Big|^2d\omega"),
            *(_own_estimate(record) if record.is_kernel else ()),
        ),
        "Bochner's theorem: Rahimi & Recht 2007, Theorem 1; the variance: Sutherland & Schneider 2015, "
        "section 2 (not verified against the paper)"
        if record.is_kernel
        else "Bochner's theorem: Rahimi & Recht 2007, Theorem 1",
    )


def _density(kernel: Kernel, d: int) -> list[str | Formula]:
    """The kernel and its spectral density in d dimensions, with the density's value 1/ℓ from 0 along an axis."""
    density, put_in = _DENSITIES[kernel.name]
    put_in = put_in.replace("^{<d>}", "") if d == 1 else put_in
    place = np.eye(1, d) / kernel.length_scale
    values = kernel.get_params() | {"d": d, "ell": kernel.length_scale, "p": kernel.spectral_density(place)[0]}
    if kernel.name == "matern":
        values["gammas"] = math.exp(special.gammaln(kernel.nu + d / 2) - special.gammaln(kernel.nu))
    return [
        kernel_formula(kernel),
        *([f"Here f is {function_words(kernel)}."] if isinstance(kernel, FormulaKernel) else []),
        f"Its spectrum ({kernel.spectrum}), in d dimensions:",
        Formula(r"p(\omega)=" + density),
        said(r"Here $d=<d>$. At a distance of $1/\ell$ from 0 along an axis:", d=d),
        formula("p=" + (put_in and put_in + "=") + "<p>", **values),
    ]


def _estimate(kernel: Kernel, delta: np.ndarray, m: int, estimate: float) -> list[str | Formula]:
    """σ of k̂(δ) from m frequencies, and the error of this draw."""
    return _error(
        float(np.linalg.norm(delta)), kernel.of_difference(delta), kernel.of_difference(2 * delta), m, estimate
    )


def _own_estimate(record: OwnKernel) -> list[str | Formula]:
    """The same for a formula, where it has first fallen to half."""
    near = int(np.argmax((record.delta > 0) & (np.abs(record.exact) <= 0.5)))
    twice = int(np.argmin(np.abs(record.delta - 2 * record.delta[near])))
    m, estimate = record.n_freqs[record.start], record.approximate[record.start, near]
    found = _error(record.delta[near], record.exact[near], record.exact[twice], m, estimate)
    return [
        _DRAWN,
        Formula(r"\hat k(\delta)=\frac1D\sum_{j=1}^{D}\cos\omega_j\delta"),
        _VARIANCE_FOLLOWS,
        PAIRED_VARIANCE,
        *found,
    ]


def _error(t: float, k: float, k2: float, m: int, estimate: float) -> list[str | Formula]:
    """σ from k(δ) and k(2δ) at ‖δ‖ = t, and the error of the estimate."""
    values = {"t": t, "m": m, "k": k, "k2": k2, "hat": estimate, "gap": estimate - k}
    values["sigma"] = math.sqrt(max(0.5 + 0.5 * k2 - k * k, 0.0) / m)
    return [
        said(r"At $\|\delta\|=<t>$ and $D=<m>$ the standard deviation, and the error of this draw, are", **values),
        formula(r"\sigma=\sqrt{\frac{\tfrac12+\tfrac12\times <k2>-<k>^2}{<m>}}=<sigma>", **values),
        formula(r"\hat k-k=<hat>-<k>=<gap>", **values),
    ]
