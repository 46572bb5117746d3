"""The mathematics of the Convergence page: variances, bounds, probabilities, and errors pair by pair."""

from __future__ import annotations

import math

import numpy as np

from rffviz.features.positive import OPTIMAL_POSITIVE, POSITIVE
from rffviz.measure import Convergence, Exceedance
from rffviz.studies.maps import MapComparison
from rffviz.studies.pairs import KernelMatrices, PairErrors
from rffviz.studies.precision import PrecisionStudy
from rffviz.theory import BOUNDS, MATRIX_BOUNDS
from rffviz.words.mathematics.bounds import probability, solved, stated
from rffviz.words.mathematics.matrix import expected, promised
from rffviz.words.mathematics.record import Formula, Lines, Mathematics, formula, said
from rffviz.words.mathematics.start import ESTIMATE, PAIRED_VARIANCE
from rffviz.words.promises import theorem

_OFFSET_VARIANCE = Formula(r"\operatorname{Var}\hat k(\delta)=\frac1D\Big[1+\tfrac12k(2\delta)-k(\delta)^2\Big]")
_POSITIVE_VARIANCE = Formula(r"\operatorname{Var}\hat k(x,y)=\frac{k(x-y)^2}{D}\Big(e^{\|x+y\|^2/\ell^2}-1\Big)")
_OPTIMAL_VARIANCE = (
    Formula(
        r"\operatorname{Var}\hat k(x,y)=\frac{k(x-y)^2}D\Big(\frac{(1-4A)^d}{(1-8A)^{d/2}}\,"
        r"e^{\|x+y\|^2/(\ell^2(1-8A))}-1\Big)"
    ),
    Formula(
        r"A=\tfrac1{16}\Big(1-2\varphi-\sqrt{(2\varphi+1)^2+8\varphi}\Big),\qquad"
        r"\varphi=\frac{\mathbb{E}\|x+y\|^2}{d\,\ell^2}"
    ),
    "For this A the variance is smallest at the data's mean ‖x + y‖². It depends on x + y, too.",
)
_VARIANCES = "the variances: Sutherland & Schneider 2015, section 2 (not verified against the paper)"
_UNBIASED = "Each frequency is drawn from p, so that every term has the mean k, and D independent terms average:"


def convergence_mathematics(record: Convergence) -> Mathematics:
    """The variance of the map, and each bound in full, solved for this view's ε and read at its D."""
    lines: Lines = [_UNBIASED, *_variance(record)]
    lines += _domain(record, [promise.name for promise in record.promises])
    lines += expected(record)
    for promise in record.promises:
        if promise.name in MATRIX_BOUNDS:
            lines += promised(record, promise)
            continue
        lines += _headed(record, promise.name)
        lines += [
            said(r"For $\varepsilon=<e>$ with confidence $<c>$:", e=record.epsilon, c=record.confidence),
            solved(record, promise.name, promise.needed),
            said(
                r"At $D=<m>$ the bound falls to $<eta>$ at the error that it promises there, $\varepsilon=<at>$:",
                m=record.n_freqs,
                eta=1 - record.confidence,
                at=promise.at,
            ),
            probability(record, promise.name, record.n_freqs, promise.at, 1 - record.confidence),
        ]
        if promise.at >= record.largest_error:
            lines.append(
                said("That promises nothing: no error of this map exceeds $<most>$.", most=record.largest_error)
            )
    return Mathematics(
        "For Monte Carlo the error of one pair falls as 1/√D. A bound on the largest error over a set pays for all "
        "pairs at once."
        if any(promise.name in BOUNDS for promise in record.promises)
        else "For Monte Carlo the error of the whole kernel matrix falls as 1/√D, and how far it may stray from its "
        "mean is bounded."
        if record.promises
        else "For Monte Carlo the error of one pair falls as 1/√D; no bound chosen here speaks of this error.",
        tuple(lines),
        _sources([promise.name for promise in record.promises]),
    )


def exceedance_mathematics(record: Exceedance) -> Mathematics:
    """The interval of a share of seeds, and each bound's value at this view's D and ε."""
    g = int(np.flatnonzero(record.n_freqs == record.read_at)[0])
    lines: Lines = [
        "Seeds are independent, so that the number s of the n seeds whose error is ε or more is binomial. Clopper and "
        r"Pearson's interval holds every probability under which as many, or as few, are not rarer than $\eta/2$:",
        Formula(
            r"\mathrm{low}=B^{-1}\big(\tfrac\eta2;\,s,\,n-s+1\big),\qquad "
            r"\mathrm{high}=B^{-1}\big(1-\tfrac\eta2;\,s+1,\,n-s\big)"
        ),
        r"$B^{-1}(u;a,b)$ is the quantile of the Beta law; low is 0 for $s=0$, and high is 1 for $s=n$.",
    ]
    share = next((s for s in record.shares if s.randomised and not math.isnan(s.share[g])), None)
    if share is not None:
        values = {"n": share.n_seeds, "s": share.exceeded[g], "m": record.read_at, "eta": 1 - record.confidence}
        values |= {"low": share.low[g], "high": share.high[g], "share": share.share[g]}
        lines += [
            said(r"At $D=<m>$, with $\eta=<eta>$, the first scheme that draws has $s=<s>$ of $n=<n>$:", **values),
            formula(r"\frac{s}{n}=\frac{<s>}{<n>}=<share>", **values),
            formula(r"\Pr(\text{error}\ge\varepsilon)\in[<low>,\ <high>]", **values),
        ]
    lines += _domain(record, [ceiling.name for ceiling in record.ceilings])
    for ceiling in record.ceilings:
        lines += _headed(record, ceiling.name)
        lines += [
            said(r"With $D=<m>$ and $\varepsilon=<e>$:", m=record.read_at, e=record.epsilon),
            probability(record, ceiling.name, record.read_at, record.epsilon, ceiling.at),
            said(r"It is at most $<eta>$ from this D on:", eta=1 - record.confidence),
            solved(record, ceiling.name, ceiling.needed),
        ]
    names = [ceiling.name for ceiling in record.ceilings]
    return Mathematics(
        "The probability of an error of ε or more is estimated from the seeds; a bound says what it cannot exceed, for "
        "Monte Carlo.",
        tuple(lines),
        f"Clopper & Pearson 1934; {_sources(names)}" if names else "Clopper & Pearson 1934",
    )


def maps_mathematics(record: MapComparison) -> Mathematics:
    """Both variances, their difference at equal features, and both errors about one length scale from 0."""
    kernel = record.about.kernel
    at = int(np.argmin(np.abs(record.line_distance - kernel.length_scale)))
    delta = record.line_distance[at] * record.direction
    values = {"t": record.line_distance[at], "F": record.n_features, "k": kernel.of_difference(delta)}
    values |= {
        "k2": kernel.of_difference(2 * delta),
        "paired": record.paired.line[at],
        "offset": record.offset.line[at],
    }
    return Mathematics(
        "For the same number F of real features the paired map has the smaller variance exactly where k(2δ) < 2k(δ)².",
        (
            r"One frequency of the paired map gives $\cos\omega^\top\delta$, whose square has the mean "
            r"$\tfrac12+\tfrac12k(2\delta)$. With $F=2D$ features:",
            Formula(r"\operatorname{Var}_{\text{paired}}=\frac1F\big[1+k(2\delta)-2k(\delta)^2\big]"),
            r"One frequency of the offset map gives $2\cos(\omega^\top x+b)\cos(\omega^\top y+b)$, which is "
            r"$\cos\omega^\top\delta+\cos(\omega^\top(x+y)+2b)$. The phase b is uniform, so the second term has mean "
            r"0, variance ½, and no correlation with the first. With $F=D$:",
            Formula(r"\operatorname{Var}_{\text{offset}}=\frac1F\big[1+\tfrac12k(2\delta)-k(\delta)^2\big]"),
            Formula(
                r"\operatorname{Var}_{\text{offset}}-\operatorname{Var}_{\text{paired}}"
                r"=\frac1F\big[k(\delta)^2-\tfrac12k(2\delta)\big]"
            ),
            said(r"At $\|\delta\|=<t>$ and $F=<F>$ the standard deviations are, paired and offset,", **values),
            formula(r"\sigma_{\text{paired}}=\sqrt{\frac{1+<k2>-2\times <k>^2}{<F>}}=<paired>", **values),
            formula(r"\sigma_{\text{offset}}=\sqrt{\frac{1+\tfrac12\times <k2>-<k>^2}{<F>}}=<offset>", **values),
        ),
        "Sutherland & Schneider 2015, section 2 (not verified against the paper)",
    )


def precision_mathematics(record: PrecisionStudy) -> Mathematics:
    """Rounding that keeps the mean, its variance, and what one bit costs at equal D and gains at equal memory."""
    curve = record.curves[0]
    values = {"b": curve.bits, "D": curve.n_freqs[-1], "M": curve.bits_per_point[-1], "s": 2 / (2**curve.bits - 1)}
    return Mathematics(
        "Features may be rounded at random to few levels: the estimate keeps its mean, and at equal memory there are "
        "more of them.",
        (
            r"A cosine or sine z lies between two of the $2^b$ levels from −1 to 1, l and l + s:",
            Formula(r"\Pr(\tilde z=l+s)=\frac{z-l}s,\qquad\Pr(\tilde z=l)=\frac{l+s-z}s"),
            Formula(r"\mathbb{E}\,\tilde z=z,\qquad\operatorname{Var}\tilde z=(z-l)(l+s-z)\le\tfrac14s^2"),
            "Two points are rounded apart, so that the product of their features keeps its mean, and with it k̂:",
            Formula(
                r"\hat k(x,y)=\frac1D\sum_{j=1}^{D}\big(\tilde c_j(x)\tilde c_j(y)+\tilde s_j(x)\tilde s_j(y)\big),"
                r"\qquad\mathbb{E}\,\hat k=k"
            ),
            r"With one bit every product is ±1. Where x + y is spread far, so that its waves average to 0:",
            Formula(
                r"\operatorname{Var}\hat k=\frac1D\big[2+\tfrac14k(2\delta)-k^2\big]\quad\text{in place of}\quad"
                r"\frac1D\big[\tfrac12+\tfrac12k(2\delta)-k^2\big]"
            ),
            "That is four times the variance for far pairs, at a 32nd of the memory. "
            + said(r"Here the fewest bits, $b=<b>$, have a step of", **values),
            formula(r"s=\frac{2}{2^{<b>}-1}=<s>", **values),
            said(r"and at $D=<D>$ a point takes", **values),
            formula(r"2\times<D>\times<b>=<M>", **values),
            "bits.",
        ),
        "Zhang, May, Dao & Ré 2019, section 3 (not verified against the paper); the variance of one bit: "
        "derived as that of the paired map",
    )


def matrices_mathematics(record: KernelMatrices) -> Mathematics:
    """The estimate as a product of thin matrices, and its errors at the D shown first."""
    g = record.start
    n, columns = len(record.rows), record.n_freqs[g] * (1 if record.map == "offset" else 2)
    first = {"m": record.n_freqs[0], "rms": record.rms[0], "c": record.rms[0] * math.sqrt(record.n_freqs[0])}
    shown = {"m": record.n_freqs[g], "rms": record.rms[g], "c": record.rms[g] * math.sqrt(record.n_freqs[g])}
    return Mathematics(
        "The estimated matrix is a product of thin matrices, and its error falls as 1/√D for Monte Carlo.",
        (
            Formula(r"K_{st}=k(x_s-x_t),\qquad \hat K=ZZ^\top,\qquad Z=\big[z(x_1),\dots,z(x_n)\big]^\top"),
            said(r"Here Z has $n=<n>$ rows and $<c>$ columns, so that the rank of $\hat K$ is at most", n=n, c=columns),
            formula(r"\min(<n>,<c>)=<r>", n=n, c=columns, r=min(n, columns)),
            *_variance(record),
            "Over Monte Carlo draws the root mean square error (RMS) of the matrix times √D is the same at every D. In "
            "this draw it is, at the smallest D and at the D shown first,",
            formula(r"\mathrm{RMS}\times\sqrt D=<rms>\times\sqrt{<m>}=<c>", **first),
            formula(r"\mathrm{RMS}\times\sqrt D=<rms>\times\sqrt{<m>}=<c>", **shown),
            said(r"There the largest error in the matrix is $<largest>$.", largest=record.largest[g]),
        ),
        f"Rahimi & Recht 2007, section 3; {_VARIANCES}",
    )


def pairs_mathematics(record: PairErrors) -> Mathematics:
    """The band of ±2σ, and the pair with the largest error at the D shown first."""
    g = record.start
    gap = record.approximate[g] - record.exact
    worst = int(np.argmax(np.abs(gap)))
    sigma = record.sigma[worst] / math.sqrt(record.n_freqs[g])
    values = {"m": record.n_freqs[g], "k": record.exact[worst], "hat": record.approximate[g, worst], "gap": gap[worst]}
    values |= {"one": record.sigma[worst], "sigma": sigma, "inside": record.inside[g], "n": len(record.rows)}
    return Mathematics(
        "At each pair the error of Monte Carlo has mean 0 and a variance that the kernel alone decides.",
        (
            *_variance(record),
            r"Write σ for its root. By Chebyshev's inequality $|\hat k-k|\le2\sigma$ has a probability of at least ¾; "
            "for many frequencies the mean is nearly normal, and it is about 95 %.",
            said(r"At $D=<m>$ the largest error shown is that of a pair with", **values),
            formula(r"\hat k-k=<hat>-<k>=<gap>", **values),
            formula(r"\sigma=\frac{<one>}{\sqrt{<m>}}=<sigma>", **values),
            said(r"Of the $<n>$ pairs, a share of $<inside>$ lies inside ±2σ.", **values),
        ),
        _VARIANCES[0].upper() + _VARIANCES[1:],
    )


def _variance(record) -> Lines:
    """The estimate and its variance under the record's map."""
    map_name = getattr(record, "map", None) or record.curves[0].map
    if map_name == POSITIVE:
        return [_POSITIVE_VARIANCE, "It depends on x + y, too: the positive map is not shift invariant."]
    if map_name == OPTIMAL_POSITIVE:
        return [*_OPTIMAL_VARIANCE]
    if map_name == "offset":
        return [
            Formula(r"\hat k(x,y)=\frac2D\sum_{j=1}^{D}\cos(\omega_j^\top x+b_j)\cos(\omega_j^\top y+b_j)"),
            _OFFSET_VARIANCE,
        ]
    return [ESTIMATE, PAIRED_VARIANCE]


def _domain(record, names: list[str]) -> Lines:
    """What uniform bounds know of kernel and data."""
    if math.isinf(record.sigma_p) or not any(name in BOUNDS and not BOUNDS[name].on_pairs for name in names):
        return []
    what = "the largest distance between two points" if record.diameter.exact else "the diagonal of the bounding box"
    return [
        f"The bounds know the kernel by σ_p and the set by its diameter, {what}:".replace("σ_p", r"$\sigma_p$"),
        formula(
            r"\sigma_p=\sqrt{\mathbb{E}\|\omega\|^2}=\sqrt{-\operatorname{tr}\nabla^2k(0)}=<s>,\qquad"
            r"\operatorname{diam}=<l>,\qquad d=<d>",
            s=record.sigma_p,
            l=record.diameter.value,
            d=record.about.d,
        ),
    ]


def _headed(record, name: str) -> Lines:
    """The bound under its name."""
    return [f"**{BOUNDS[name].authors}{', over pairs' * BOUNDS[name].on_pairs}**", *stated(record, name)]


def _sources(names: list[str]) -> str:
    """Where the bounds and the variances are proved."""
    return "; ".join([*(theorem(name).citation for name in names), _VARIANCES])
