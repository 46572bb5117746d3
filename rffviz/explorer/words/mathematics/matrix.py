"""The theorems on the whole kernel matrix and the exact mean squared error, with a view's numbers substituted."""

from __future__ import annotations

from rffviz.explorer.words.guarantees import bound_name
from rffviz.explorer.words.mathematics.record import Formula, Lines, formula, said
from rffviz.measure import Convergence, CurveGuarantee
from rffviz.measure.matrix_guarantees import RIDGE
from rffviz.samplers import SAMPLERS

_FROBENIUS = "relative_frobenius"
_ERROR = {
    "rmse": r"\mathrm{RMSE}",
    _FROBENIUS: r"\frac{\|\hat K-K\|_F}{\|K\|_F}",
    "relative_spectral": r"\frac{\|\hat K-K\|_2}{\|K\|_2}",
    "spectral_approximation": r"\Delta",
}
_PROOF = {
    "mcdiarmid": r"Another frequency in place of one of the D changes the RMSE by at most $\sqrt2c/D$, $c=<c>$, and its"
    r" mean is at most $\sqrt{\bar v/D}$. McDiarmid's inequality bounds how far it strays from there:",
    "tropp": r"$\hat K$ is a mean of D independent matrices without negative eigenvalues, each of norm at most $cn$, "
    r"$c=<c>$. The matrix Bernstein inequality counts dimensions by $r=\operatorname{tr}K/\|K\|_2$ and not by n:",
    "avron": r"$\Delta$ is the norm of $\hat K-K$ between two factors $(K+n\lambda I)^{-1/2}$, where one frequency "
    r"weighs at most $c/\lambda$, $c=<c>$. With $d_\lambda=\operatorname{tr}K(K+n\lambda I)^{-1}$, and for "
    r"$\Delta\le\tfrac12$:",
    "avron_leverage": r"Frequencies that weigh much are drawn more often, in proportion to their leverage score, and "
    r"are weighted down: then all weigh the same, $d_\lambda$, which takes the place of $1/\lambda$:",
}
_TAIL = {
    "mcdiarmid": r"\Pr(\mathrm{RMSE}\ge\varepsilon)\le\exp\Big(-\frac{(\varepsilon\sqrt D-\sqrt{\bar v})^2}{c^2}\Big)",
    "tropp": r"\Pr\Big(\|\hat K-K\|_2\ge\varepsilon\|K\|_2\Big)\le 8r\exp\Big(-\frac{D\varepsilon^2}"
    r"{2cr(1+\varepsilon/3)}\Big)",
    "avron": r"\Pr(\Delta\ge\varepsilon)\le 16d_\lambda\exp\Big(-\frac{3D\lambda\varepsilon^2}{8c}\Big)",
    "avron_leverage": r"\Pr(\Delta\ge\varepsilon)\le 16d_\lambda\exp\Big(-\frac{3D\varepsilon^2}{8d_\lambda}\Big)",
}
_SOLVED = {
    "mcdiarmid": r"\Big(\frac{<rootv>+<c>\times\sqrt{\ln(1/<eta>)}}{<e>}\Big)^2",
    "tropp": r"\frac{2\times <c>\times <r>(1+<e>/3)}{<e>^2}\ln\Big(\frac{8\times <r>}{<eta>}\Big)",
    "avron": r"\frac{8\times <c>}{3\times <lam>\times <e>^2}\ln\Big(\frac{16\times <dof>}{<eta>}\Big)",
    "avron_leverage": r"\frac{8\times <dof>}{3\times <e>^2}\ln\Big(\frac{16\times <dof>}{<eta>}\Big)",
}
_READ = {
    "mcdiarmid": r"\varepsilon=\frac{<rootv>+<c>\times\sqrt{\ln(1/<eta>)}}{\sqrt{<m>}}=<at>",
    "tropp": r"\Pr\le 8\times <r>\exp\Big(-\frac{<m>\times <at>^2}{2\times <c>\times <r>(1+<at>/3)}\Big)=<eta>",
    "avron": r"\Pr\le 16\times <dof>\exp\Big(-\frac{3\times <m>\times <lam>\times <at>^2}{8\times <c>}\Big)=<eta>",
    "avron_leverage": r"\Pr\le 16\times <dof>\exp\Big(-\frac{3\times <m>\times <at>^2}{8\times <dof>}\Big)=<eta>",
}


def expected(record: Convergence) -> Lines:
    """The exact mean squared error of the schemes for which it is known, at this view's D."""
    if not record.expectations:
        return []
    unit, mean = _unit(record), record.matrix.mean_variance(record.curves[0].map)
    lines: Lines = [
        r"With $\bar v/D$ the mean of this variance over all pairs, the mean squared error is known exactly:",
        Formula(r"\mathbb{E}\,\mathrm{RMSE}^2=\frac{\bar v}{D}"),
        *_relative(record),
    ]
    for each in record.expectations:
        if each.sampler == "monte_carlo":
            over = r"/<u>" * (unit != 1)
            lines += [
                said("For Monte Carlo at $D=<m>$ the root of the mean square is", m=record.n_freqs),
                formula(rf"\sqrt{{\frac{{<v>}}{{<m>}}}}{over}=<at>", v=mean, m=record.n_freqs, u=unit, at=each.at),
            ]
        else:
            lines += [
                "Orthogonal frequencies of one block have correlated cosines, whose covariance with "
                r"$z=\|\delta\|^2/2\ell^2$ is known, too; blocks have $b=d$ of them, the last one the rest:",
                Formula(
                    r"\operatorname{Var}\hat k=\frac{v}{D}+\frac{1}{D^2}\Big[{}_1F_1\big(d;\tfrac d2;-z\big)-e^{-2z}"
                    r"\Big]\sum_{\text{blocks}}b(b-1)"
                ),
                said(
                    f"{SAMPLERS[each.sampler].label}: the root of its mean is $<at>$ at $D=<m>$.",
                    at=each.at,
                    m=record.n_freqs,
                ),
            ]
    return lines


def guaranteed(record: Convergence, guarantee: CurveGuarantee) -> Lines:
    """A theorem on the whole matrix in full, solved for this view's ε and evaluated at its D."""
    values, name = _values(record, guarantee), guarantee.name
    heading = bound_name(name)
    lines: Lines = [
        f"**{heading[0].upper()}{heading[1:]}**",
        said(_PROOF[name], **values),
        Formula(_TAIL[name]),
        said(r"For an error of $<asked>$ with confidence $<conf>$:", asked=record.epsilon, conf=record.confidence),
    ]
    if values["u"] != 1:
        lines.append(
            said(r"That is an RMSE of $<asked>\times <u>=<e>$, for the ratio has the norm of K below.", **values)
        )
    lines.append(formula(rf"D=\Big\lceil {_SOLVED[name]}\Big\rceil=<needed>", **values))
    lines += [said(r"At $D=<m>$ the bound falls to $<eta>$ at", **values), formula(_READ[name], **values)]
    if values["u"] != 1:
        lines += ["relative to K:", formula(rf"{_ERROR[_FROBENIUS]}=\frac{{<at>}}{{<u>}}=<said>", **values)]
    if guarantee.at >= (limit := record.says_nothing_from(guarantee)):
        why = "the theorem goes no further than" if guarantee.proved_to <= limit else "no error of this kind exceeds"
        lines.append(said(f"The bound is vacuous: {why} $<limit>$.", limit=limit))
    return lines


def _values(record: Convergence, guarantee: CurveGuarantee) -> dict[str, float]:
    K, map_name = record.matrix, record.curves[0].map
    unit = _unit(record)
    return {
        "c": 1 if map_name == "paired" else 2,
        "rootv": K.mean_variance(map_name) ** 0.5,
        "r": K.intrinsic_dimension,
        "dof": K.degrees_of_freedom(RIDGE),
        "lam": RIDGE,
        "u": unit,
        "asked": record.epsilon,
        "e": min(record.epsilon, guarantee.proved_to) * unit,
        "eta": 1 - record.confidence,
        "needed": guarantee.needed,
        "m": record.n_freqs,
        "at": guarantee.at * unit,
        "said": guarantee.at,
    }


def _unit(record: Convergence) -> float:
    """RMSE over the error shown: ‖K‖_F/n where that is relative to K."""
    K = record.matrix
    return K.frobenius_norm / K.n_points if record.curves[0].metric == _FROBENIUS else 1.0


def _relative(record: Convergence) -> Lines:
    """How the error relative to K follows from the RMSE."""
    if record.curves[0].metric != _FROBENIUS:
        return []
    K = record.matrix
    return [
        r"The error relative to K is the RMSE over $\|K\|_F/n$:",
        formula(r"\frac{\|K\|_F}{n}=\frac{<f>}{<n>}=<u>", f=K.frobenius_norm, n=K.n_points, u=_unit(record)),
    ]
