"""The mathematics of the Kernel page: Bochner's theorem on a line and in the plane, and the sign of a spectrum."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from rffviz.explorer.words.mathematics.record import Formula, formula, kernel_formula, said
from rffviz.explorer.words.numbers import function_words
from rffviz.kernels import FormulaKernel, Kernel

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
        "",  # a Bessel function: only its value is given
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
DRAWN = "The mean of D waves with frequencies drawn from p estimates k:"
VARIANCE_FOLLOWS = r"With $\mathbb{E}\cos^2(\omega^\top\delta)=\tfrac12+\tfrac12k(2\delta)$ its variance follows:"
SOURCE = (
    "Bochner's theorem: Rahimi & Recht 2007, Theorem 1; the spectra: Rahimi & Recht 2007, Figure 1 (not "
    "verified against the paper), and Rasmussen & "
    "Williams 2006, section 4.2 (not verified against the paper); the variance: Sutherland & Schneider 2015, "
    "section 2 (not verified against the paper)"
)


def density_of(kernel: Kernel, d: int) -> list[str | Formula]:
    """The kernel and its spectral density in d dimensions, with the density's value 1/ℓ from 0 along an axis."""
    density, put_in = _DENSITIES.get(kernel.name, ("", ""))  # a kernel without an entry shows the value alone
    put_in = put_in.replace("^{<d>}", "") if d == 1 else put_in
    place = np.eye(1, d) / kernel.length_scale
    values = kernel.get_params() | {"d": d, "ell": kernel.length_scale, "p": kernel.spectral_density(place)[0]}
    if kernel.name == "matern":
        values["gammas"] = math.exp(special.gammaln(kernel.nu + d / 2) - special.gammaln(kernel.nu))
    return [
        kernel_formula(kernel),
        *([f"Here f is {function_words(kernel)}."] if isinstance(kernel, FormulaKernel) else []),
        f"Its spectrum ({kernel.spectrum}), in d dimensions:",
        *([Formula(r"p(\omega)=" + density)] if density else []),
        r"Here $d=1$. At $\omega=1/\ell$:" if d == 1 else said(r"Here $d=<d>$. At $\omega=(1/\ell,0,\dots,0)$:", d=d),
        formula("p=" + (put_in and put_in + "=") + "<p>", **values),
    ]


def estimate_of(kernel: Kernel, delta: np.ndarray, m: int, estimate: float) -> list[str | Formula]:
    """σ of k̂(δ) from m frequencies, and the error of this draw."""
    return error_of(
        float(np.linalg.norm(delta)), kernel.of_difference(delta), kernel.of_difference(2 * delta), m, estimate
    )


def error_of(t: float, k: float, k2: float, m: int, estimate: float) -> list[str | Formula]:
    """σ from k(δ) and k(2δ) at ‖δ‖ = t, and the error of the estimate."""
    values = {"t": t, "m": m, "k": k, "k2": k2, "hat": estimate, "gap": estimate - k}
    values["sigma"] = math.sqrt(max(0.5 + 0.5 * k2 - k * k, 0.0) / m)
    return [
        said(r"At $\|\delta\|=<t>$ and $D=<m>$ the standard deviation and the error of this draw are", **values),
        formula(r"\sigma=\sqrt{\frac{\tfrac12+\tfrac12\times <k2>-<k>^2}{<m>}}=<sigma>", **values),
        formula(r"\hat k-k=<hat>-<k>=<gap>", **values),
    ]
