"""The mathematics of the view “Norms”."""

from __future__ import annotations

from rffviz.explorer.views.adaptive.mathematics import LI
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.studies.norms import RadialStudy
from rffviz.theory.optimal_density import acceptance


def norms_mathematics(record: RadialStudy) -> Mathematics:
    """Claim 1: the density whose draws have the smallest mean error, with its constant for this kernel."""
    kernel, d, variance = record.about.kernel, record.about.d, record.variance
    lines = [
        "Draw ω from a density q and weight it by $p/(Dq)$: the estimate is unbiased for any q. Averaged over the "
        "differences δ of the data, its mean squared error is",
        Formula(
            r"\mathbb{E}_\delta\operatorname{Var}\hat k=\frac1D\Big[\int\frac{p(\omega)^2}{q(\omega)}\,"
            r"\mathbb{E}_\delta\cos^2(\omega^\top\delta)\,d\omega-\mathbb{E}_\delta k(\delta)^2\Big]"
        ),
        "By the Cauchy–Schwarz inequality it is minimised by",
        Formula(r"q(\omega)=\frac1c\,p(\omega)\sqrt{\mathbb{E}_\delta\cos^2(\omega^\top\delta)}"),
        r"For $\delta\sim N(0,\sigma_0^2I)$ the mean of the squared cosine is "
        r"$\tfrac12(1+e^{-2\sigma_0^2\|\omega\|^2})$, between ½ and 1, so q and p differ by a factor of at most √2.",
    ]
    if record.claim_norms is None:
        lines.append("The closed form holds for the Gaussian kernel; for this kernel q is not shown.")
    else:
        ell = kernel.length_scale
        c = acceptance(ell, d, variance)
        second = (1 + 2 * variance / ell**2) ** (-d / 2)
        plain = 0.5 * (1 + (1 + 4 * variance / ell**2) ** (-d / 2))
        values = {"v": variance, "ell": ell, "d": d, "c": c, "second": second, "plain": plain}
        values["gain"] = (c**2 - second) / (plain - second)
        lines += [
            kernel_formula(kernel),
            Formula(r"q(\omega)\propto\sqrt{e^{-\ell^2\|\omega\|^2}+e^{-(\ell^2+2\sigma_0^2)\|\omega\|^2}}"),
            formula(
                r"c=\mathbb{E}_p\sqrt{\tfrac12\big(1+e^{-2\sigma_0^2\|\omega\|^2}\big)}=<c>,"
                r"\qquad\sigma_0^2=<v>,\ d=<d>",
                **values,
            ),
            formula(
                r"\mathbb{E}_\delta k^2=\Big(1+\frac{2\times <v>}{<ell>^2}\Big)^{-<d>/2}=<second>",
                **values,
            ),
            "The mean squared error under q over that under p:",
            formula(
                r"\frac{c^2-\mathbb{E}k^2}{\tfrac12\big(1+(1+4\sigma_0^2/\ell^2)^{-d/2}\big)-\mathbb{E}k^2}"
                r"=\frac{<c>^2-<second>}{<plain>-<second>}=<gain>",
                **values,
            ),
        ]
    lines += [
        said(
            "Learned frequencies are not random draws and need not follow any distribution. For $<n>$ independent "
            "draws the KS distance would be below this value with probability 95 %:",
            n=record.n_used,
        ),
        formula(r"\frac{1.358}{\sqrt{<n>}}=<scatter>", n=record.n_used, scatter=record.scatter),
    ]
    return Mathematics(
        "Claim 1 gives the sampling density with the smallest mean squared error on the data.",
        tuple(lines),
        f"{LI}, Claim 1 (the constant c is not in the paper); Kolmogorov 1933",
    )
