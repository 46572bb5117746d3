"The mathematics of kernels that are not shift-invariant: the kernel, its maps, and the error measured."

from __future__ import annotations

from rffviz.explorer.views.features.other_kernels.words import kernel_label
from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula, said
from rffviz.studies.other_kernels import OtherKernelStudy

_WHY = {
    "polynomial": r"On the unit sphere it is a function of $z=\|x-y\|$, but no positive definite function of x − y on "
    "the whole space agrees with it there: its derivatives of order $2p+2$ at 0 vanish, so all frequencies of a "
    "spectrum would be 0.",
    "arc_cosine_0": r"It depends on the angle $\theta$ alone, which changes when both points are shifted.",
    "arc_cosine_1": r"It depends on norms and on the angle $\theta$, which change when both points are shifted.",
    "additive_chi2": r"It depends on ratios: $k(cx,cy)=c\,k(x,y)$ for every $c>0$.",
    "intersection": r"It depends on ratios: $k(cx,cy)=c\,k(x,y)$ for every $c>0$.",
}
_UNITS = {
    "arc_cosine_0": Formula(r"z_j(x)=\sqrt{\tfrac2D}\,[\omega_j^\top x>0],\qquad\omega_j\sim N(0,I)"),
    "arc_cosine_1": Formula(r"z_j(x)=\sqrt{\tfrac2D}\,\max(0,\omega_j^\top x),\qquad\omega_j\sim N(0,I)"),
}
_SPECTRA = {
    "additive_chi2": Formula(r"\kappa(\lambda)=\frac{2}{\exp(\pi\lambda)+\exp(-\pi\lambda)}"),
    "intersection": Formula(r"\kappa(\lambda)=\frac{2}{\pi(1+4\lambda^2)}"),
}


def other_kernels_mathematics(study: OtherKernelStudy) -> Mathematics:
    """The kernel's formula, why it has no spectrum, its maps, and the numbers at the largest number of features."""
    lines: Lines = [f"The {kernel_label(study)} kernel is", Formula(study.entry.formula), _WHY[study.kernel]]
    if study.kernel == "polynomial":
        lines += _polynomial(study)
    elif study.kernel in _UNITS:
        lines += [
            "Its features are a layer of D random units, whose inner product has mean k:",
            _UNITS[study.kernel],
        ]
    else:
        lines += _homogeneous(study)
    for curve in study.curves:
        first, last = (float(curve.median[g]) for g in (0, -1))
        values = {"m": curve.n_features[0], "n": curve.n_features[-1], "e": first, "f": last, "ratio": first / last}
        lines += [
            said(rf"From $<m>$ to $<n>$ features the error of {curve.entry.label} falls by a factor of", **values),
            formula(r"\frac{<e>}{<f>}=<ratio>", **values),
        ]
        if curve.entry.randomised:
            root = (values["n"] / values["m"]) ** 0.5
            lines += [
                "For independent draws the expected factor is the square root of the ratio of their numbers:",
                formula(r"\sqrt{\frac{<n>}{<m>}}=<root>", **values, root=root),
            ]
    return Mathematics(_statement(study), tuple(lines), study.entry.source)


def _statement(study: OtherKernelStudy) -> str:
    if study.kernel == "polynomial":
        return (
            "On the sphere, random Fourier features approximate a polynomial kernel with a bias; sketches are unbiased."
        )
    if study.kernel in _UNITS:
        return "The arc-cosine kernel is the mean inner product of a layer of random units."
    return "Sampling the spectrum of a homogeneous kernel at equal steps gives deterministic features."


def _polynomial(study: OtherKernelStudy) -> Lines:
    return [
        said(r"Here $p=<p>$.", p=study.degree),
        r"**Spherical features.** Let $\phi_d(t)$ be the mean of $\cos(tu_1)$ over directions u. Norms $r_i$ and "
        r"masses $c_i\ge 0$ minimise",
        Formula(r"\int_0^2\Big(\sum_ic_i\,\phi_d(r_iz)-\Big(1-\frac{z^2}{4}\Big)^p\Big)^2dz"),
        "Frequencies are drawn with these norms and uniform directions, so the estimate has this fit as its mean, "
        "not the kernel.",
        r"**Count sketch.** Each coordinate of $(\sqrt{\gamma}x,\sqrt{c})$ is hashed to a random position with a "
        "random sign; p independent sketches of this kind are convolved by fast Fourier transforms. Their inner "
        "product is unbiased for the kernel.",
    ]


def _homogeneous(study: OtherKernelStudy) -> Lines:
    return [
        "For one input it is a scaled function of the difference of logarithms, which has a spectrum:",
        Formula(r"k(x,y)=\sqrt{xy}\int_{-\infty}^\infty\kappa(\lambda)\cos\big(\lambda(\ln x-\ln y)\big)\,d\lambda"),
        _SPECTRA[study.kernel],
        "The integral becomes a sum over multiples of L, and each term is a product of features:",
        Formula(
            r"z(x)=\big[\sqrt{xL\kappa(0)},\ \sqrt{2xL\kappa(jL)}\cos(jL\ln x),\ \sqrt{2xL\kappa(jL)}\sin(jL\ln x)\big]"
        ),
        "The error comes from truncation after the last step and from aliasing between steps.",
    ]
