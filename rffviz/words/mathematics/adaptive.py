"""The mathematics of the Adaptive features page: the loss on landmarks, how it is minimised, and Claim 1."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy import stats

from rffviz.predict.a_la_carte import n_parameters
from rffviz.studies.from_answers import FromAnswers
from rffviz.studies.kernel_term import KernelTermStudy
from rffviz.studies.landmark_study import LandmarkStudy
from rffviz.studies.plane import SeenLearning
from rffviz.studies.radial_study import RadialStudy
from rffviz.studies.weight_maps import WeightMaps
from rffviz.theory.optimal_density import acceptance
from rffviz.words.mathematics.record import Formula, Lines, Mathematics, formula, kernel_formula, said

_LOSS = Formula(r"L(W,p)=\sum_{s,t=1}^{n}q_s^2q_t^2\Big(\sum_jp_j\cos\omega_j^\top(x_s-x_t)-k(x_s-x_t)\Big)^2")
_LI = "Li, Zhang, Wang & Kumar 2019"
_SHARES = {
    "sample": r"The n landmarks are drawn from the N points without repeats, and each has the weight $q_s^2=1/n$:",
    "kmeans": r"The n landmarks are centres of clusters, each with the weight $q_s^2=N_s/N$ of its $N_s$ points:",
    "nearest": r"The n landmarks are the points nearest to centres of clusters, with the weights $q_s^2=N_s/N$:",
    "given": r"The n landmarks stand for the data by their weights $q_s^2$, which sum to 1:",
}
_QUADRATIC = (
    Formula(r"\min_{p\ge0}\ p^\top(A+\Lambda)p-2b^\top p"),
    Formula(r"A_{jl}=\sum_{s,t}q_s^2q_t^2\cos(\omega_j^\top\delta_{st})\cos(\omega_l^\top\delta_{st})"),
    Formula(r"b_j=\sum_{s,t}q_s^2q_t^2\,k(\delta_{st})\cos(\omega_j^\top\delta_{st}),\qquad\delta_{st}=x_s-x_t"),
    "It is convex; p is its solution exactly if",
    Formula(r"p\ge0,\qquad g=(A+\Lambda)p-b\ge0,\qquad p^\top g=0"),
)


_EVIDENCE = Formula(r"\ln p(y)=-\tfrac12y^\top K^{-1}y-\tfrac12\ln|K|-\tfrac n2\ln2\pi")
_BY_FEATURES = Formula(r"\frac{\partial\ln p}{\partial Z}=s^2\big(\alpha\alpha^\top-K^{-1}\big)Z")


def weights_mathematics(record: WeightMaps) -> Mathematics:
    """The weights over a fixed grid as a quadratic programme, and its solution at the λ shown first."""
    one = record.maps[record.start]
    values = {"n": one.landmarks.n_landmarks, "N": record.about.n_points, "m": len(one.p), "g": len(one.axis)}
    values |= {
        "lam": record.ridges[record.start],
        "error": one.relative_error,
        "sum": float(one.p.sum()),
        "reach": one.axis[-1],
    }
    values |= {"used": int(np.count_nonzero(one.p)), "loss": one.relative_error**2}
    return Mathematics(
        "With the frequencies fixed on a grid, the best weights solve a convex quadratic programme.",
        (
            _SHARES[one.landmarks.kind],
            _LOSS,
            said(
                r"The grid has $<g>\times <g>$ frequencies with coordinates up to $<reach>$; ω and −ω are one, so that "
                r"$<m>$ weights are unknown. L is quadratic in them:",
                **values,
            ),
            *_QUADRATIC,
            r"Λ is diagonal and holds λ times $\|p\|^2$ over the whole grid: two cells ±ω share $p_j$, so that "
            r"the entry of "
            r"a pair is $\lambda/2$, and that of the origin λ.",
            said(r"With $n=<n>$ of $N=<N>$ points and $\lambda=<lam>$, $<used>$ weights are above 0, and", **values),
            formula(r"\textstyle\sum_jp_j=<sum>", **values),
            formula(r"\frac{L}{\|K\odot qq^\top\|_F^2}=<error>^2=<loss>", **values),
        ),
        f"{_LI}, equation (5) and Figure 1 (the programme has r unknowns; the 2r printed there is a slip)",
    )


def learning_mathematics(record: SeenLearning) -> Mathematics:
    """The loss, its gradients, the optimiser, and what the learned frequencies are worth."""
    found = record.progress
    settings, last = found.about.settings, found.last
    values = {"r": found.n_freqs, "n": found.landmarks.n_landmarks, "lam": settings["ridge"]}
    values |= {"first": found.objectives[0], "last": found.objectives[-1], "t": found.iterations[-1]}
    values |= {"error": last.data_error, "drawn": math.sqrt(float(np.mean(np.square(found.monte_carlo))))}
    values |= {"worth": found.worth_of(last), "most": found.most_measured, "many": found.many_error}
    worth = formula(r"m=<r>\Big(\frac{<drawn>}{<error>}\Big)^2=<worth>", **values)
    if values["worth"] >= found.most_measured:
        worth = said(r"That is more than the $<most>$ that were measured, whose error is $<many>$.", **values)
    steps = (
        r"Quasi-Newton steps (L-BFGS) move W and a together, with $p_j=a_j^2$, which keeps the weights from becoming "
        "negative."
    )
    if settings["optimizer"] == "algorithm1":
        steps = (
            r"Algorithm 1 takes turns: the p that is best at the present W, a quadratic programme, and then gradient "
            r"steps $W\leftarrow W-\mu\,\partial L/\partial W$."
        )
    return Mathematics(
        "Learning moves frequencies and weights so that the kernel matrix of the landmarks is met as closely as least "
        "squares can.",
        (
            _SHARES[found.landmarks.kind],
            _LOSS,
            r"In matrices, with $C=\cos(XW^\top)$, $S=\sin(XW^\top)$ and $Q_{st}=q_s^2q_t^2$, it is the "
            r"empirical kernel "
            "approximation loss (EKAL):",
            Formula(
                r"L=\|E\odot qq^\top\|_F^2,\qquad "
                r"E=C\operatorname{diag}(p)C^\top+S\operatorname{diag}(p)S^\top-K"
            ),
            "C enters E twice, so that its derivative has the factor 4; the paper prints 2:",
            Formula(r"\frac{\partial L}{\partial C}=4\,(E\odot Q)\,C\operatorname{diag}(p)"),
            Formula(
                r"\frac{\partial L}{\partial W}=\Big(-S\odot\frac{\partial L}{\partial C}"
                r"+C\odot\frac{\partial L}{\partial S}\Big)^{\!\top}X"
            ),
            steps,
            said(
                r"With $r=<r>$ frequencies, $n=<n>$ landmarks and $\lambda=<lam>$ the objective "
                r"$L+\lambda\|p\|^2$ goes from $<first>$ to $<last>$ in $<t>$ iterations. Random frequencies have an "
                r"error of $<drawn>$, root mean square, which falls as $1/\sqrt m$. The number of them that would "
                r"do as well as the learned ones is",
                **values,
            ),
            formula(r"m=r\Big(\frac{\text{random}}{\text{learned}}\Big)^2", **values),
            worth,
        ),
        f"{_LI}, equations (5) and (6) and Algorithm 1, with the factor corrected",
    )


def answers_mathematics(record: FromAnswers) -> Mathematics:
    """What a learner of the answers maximises or keeps, and how many numbers it chooses from how many."""
    values = {"n": len(record.y_train), "m": len(record.kept[0].lengths)}
    values["all"] = 3 * values["m"] + (record.learner == "spectral_mixture")
    waves: Lines = [
        "A sum of waves is fitted to the answers, and its frequencies may move:",
        Formula(r"f(x)=\frac1{\sqrt m}\sum_{j=1}^{m}a_j\cos\omega_jx+b_j\sin\omega_jx"),
        said(r"Here $n=<n>$ points have to decide on the $<all>$ numbers of $m=<m>$ waves.", **values),
    ]
    if record.learner == "metropolis":
        return Mathematics(
            "Frequencies walk at random, and a move is kept the more surely the larger the amplitude becomes.",
            (
                *waves,
                "Amplitudes are those of ridge regression at the present frequencies:",
                Formula(r"\beta=\arg\min_\beta\tfrac1n\|Z\beta-y\|^2+\lambda\|\beta\|^2,\qquad A_j=\sqrt{a_j^2+b_j^2}"),
                r"Every frequency is proposed a step, and the amplitudes $A'$ are fitted there:",
                Formula(r"\omega_j'=\omega_j+\tau\,\xi_j,\qquad\xi_j\sim N(0,I)"),
                "It is taken, for each wave by itself, with the probability",
                Formula(r"\min\big(1,(A_j'/A_j)^\gamma\big),\qquad\gamma=3d-2"),
            ),
            "Kammonen et al. 2020, Algorithm 1 (not verified against the paper)",
        )
    if record.learner == "spectral_mixture":
        return Mathematics(
            "The kernel itself is learned: its spectrum is a mixture of normal laws, whose centres and widths move.",
            (
                "Each component is a Gaussian kernel times a wave:",
                Formula(r"k(\delta)=\sum_{q}w_q\,e^{-v_q\delta^2/2}\cos\mu_q\delta,\qquad\sum_qw_q=1"),
                said(r"Of $<m>$ components $<all>$ numbers are learned from $n=<n>$ points.", **values),
                r"With signal $s^2$ and noise $\sigma^2$ the answers are normal:",
                Formula(r"K_{ij}=s^2k(x_i-x_j)+\sigma^2[i=j]"),
                _EVIDENCE,
                r"Its gradient by a number $\theta$ of them, with $\alpha=K^{-1}y$:",
                Formula(
                    r"\frac{\partial\ln p}{\partial\theta}=\tfrac12\sum_{i,j}\big(\alpha\alpha^\top-K^{-1}\big)_{ij}"
                    r"\frac{\partial K_{ij}}{\partial\theta}"
                ),
            ),
            "Wilson & Adams 2013, section 4 (not verified against the paper)",
        )
    if record.learner == "a_la_carte":
        values |= {"q": min(3, values["m"]), "few": n_parameters("mixture", 1, values["m"], min(3, values["m"]))}
        return Mathematics(
            "Frequencies move together: the centre, the scale and the share of each component are learned.",
            (
                "The frequencies of component q are those of a Fastfood draw V, moved and scaled:",
                Formula(r"\omega_j=c_qV_j+\mu_q,\qquad k(\delta)\approx\sum_jp_j\cos\omega_j\delta"),
                said(
                    r"Of $<q>$ components $<few>$ numbers are learned from $n=<n>$ points, however many frequencies "
                    r"there are, here $m=<m>$.",
                    **values,
                ),
                r"With amplitudes $N(0,s^2)$ and noise $N(0,\sigma^2)$ the answers are normal:",
                Formula(r"K=s^2ZZ^\top+\sigma^2I"),
                _EVIDENCE,
                r"Its gradient goes through cosines and sines to ω, and from there to $c_q$ and $\mu_q$; with "
                r"$\alpha=K^{-1}y$:",
                _BY_FEATURES,
            ),
            "Yang, Smola, Song & Wilson 2015, section 4 (not verified against the paper)",
        )
    return Mathematics(
        "The frequencies are moved to where the answers are most probable, amplitudes being averaged out.",
        (
            *waves,
            r"With amplitudes $N(0,s^2)$ and noise $N(0,\sigma^2)$ the answers are normal:",
            Formula(r"K=s^2ZZ^\top+\sigma^2I"),
            _EVIDENCE,
            r"Its gradient goes through cosines and sines to $\omega$; with $\alpha=K^{-1}y$:",
            _BY_FEATURES,
        ),
        "Lázaro-Gredilla et al. 2010, section 3 (not verified against the paper)",
    )


def landmarks_mathematics(record: LandmarkStudy | Sequence[LandmarkStudy]) -> Mathematics:
    """What landmarks and their weights stand for, and how over-fitting to a few shows."""
    study = record if isinstance(record, LandmarkStudy) else record[0]
    known = [g for g in range(len(study.n_landmarks)) if study.n_done[:, g].any()]
    g = min(known, key=lambda g: abs(math.log(study.n_landmarks[g] / study.n_freqs)))
    k = int(np.nanargmin(study.mean[:, g]))
    values = {
        "n": study.n_landmarks[g],
        "r": study.n_freqs,
        "N": study.about.n_points,
        "share": 1 / study.n_landmarks[g],
    }
    values |= {"error": study.mean[k, g], "drawn": study.drawn_mean, "ratio": study.mean[k, g] / study.drawn_mean}
    values |= {"of": study.n_landmarks[g] / study.n_freqs}
    lines = [
        r"The loss over all N² pairs is replaced by one over n² pairs of landmarks. A landmark stands for the share "
        r"$q_s^2$ of the points: $1/n$ where it is drawn, $N_s/N$ where it stands for a cluster of $N_s$.",
        _LOSS,
        Formula(r"\sum_{s,t}q_s^2q_t^2\,e(x_s-x_t)^2\approx\frac{1}{N^2}\sum_{i,j}e(x_i-x_j)^2"),
        said(
            r"The n pairs of a landmark with itself have the share $1/n$ of the weight, $<share>$ for $n=<n>$, and any "
            r"features fit them, since $k(0)=1$. So errors are compared over pairs of two different points, in "
            r"multiples of what r Monte Carlo frequencies have there:",
            **values,
        ),
        Formula(r"\mathbb{E}(\hat k-k)^2=\frac{1}{2r}\big[1+k(2\delta)-2k(\delta)^2\big]"),
        said(
            r"For $r=<r>$ the number nearest to it is $n=<n>$, where the error on all points, divided by Monte "
            r"Carlo's, is",
            **values,
        ),
        formula(r"\frac{n}{r}=\frac{<n>}{<r>}=<of>", **values),
        formula(r"\frac{<error>}{<drawn>}=<ratio>", **values),
    ]
    if math.isfinite(study.over_fit[k, g]):
        lines += [
            "The landmarks are fitted more closely than all points, each compared with Monte Carlo on its own "
            "pairs, by the factor",
            formula(r"f=<f>", f=study.over_fit[k, g]),
            "Features that learned nothing come as close by luck with the probability",
            formula(
                r"\Pr\big(\chi^2_\nu/\nu\le1/f^2\big)=<chance>,\qquad\nu\text{ degrees of freedom of the pairs}",
                chance=study.chance[k, g],
            ),
        ]
    return Mathematics(
        "Learning sees the data through its landmarks: too few of them are fitted at the expense of the data.",
        tuple(lines),
        f"{_LI}, equation (5), Figure 2 and “Number of Landmarks in EKAL-Approximators”",
    )


def lengths_mathematics(record: RadialStudy) -> Mathematics:
    """Claim 1: the density of draws with the smallest error on average, with its constant for this kernel."""
    kernel, d, variance = record.about.kernel, record.about.d, record.variance
    lines = [
        r"Draw ω from a density q and weight it by $p/(mq)$: the estimate is unbiased whatever q is. Over the "
        r"differences δ of the data its mean squared error is",
        Formula(
            r"\mathbb{E}_\delta\operatorname{Var}\hat k=\frac1m\Big[\int\frac{p(\omega)^2}{q(\omega)}\,"
            r"\mathbb{E}_\delta\cos^2(\omega^\top\delta)\,d\omega-\mathbb{E}_\delta k(\delta)^2\Big]"
        ),
        "By the Cauchy–Schwarz inequality it is smallest for",
        Formula(r"q(\omega)=\frac1c\,p(\omega)\sqrt{\mathbb{E}_\delta\cos^2(\omega^\top\delta)}"),
        r"For $\delta\sim N(0,\sigma_0^2I)$ the mean of the squared cosine is "
        r"$\tfrac12(1+e^{-2\sigma_0^2\|\omega\|^2})$, "
        "between ½ and 1: q can differ from p by a factor of √2 at most.",
    ]
    if record.claim_law is None:
        lines.append(
            "The claim's closed form is for the Gaussian kernel. This kernel's frequencies are not normal, so no q is "
            "drawn."
        )
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
            r"Learned frequencies are not draws, and no law is promised for them. If they were, the $<n>$ lengths "
            r"counted here would stay this near to their law 19 times in 20:",
            n=record.n_used,
        ),
        formula(r"\frac{1.358}{\sqrt{<n>}}=<scatter>", n=record.n_used, scatter=record.scatter),
    ]
    return Mathematics(
        "Of all densities to draw from, Claim 1 names the one with the smallest error on the data.",
        tuple(lines),
        f"{_LI}, Claim 1 (the constant c is not in the paper); Kolmogorov 1933",
    )


def kernel_term_mathematics(record: KernelTermStudy) -> Mathematics:
    """The objective of SUPERVISE with and without the kernel term, and the test of its gain."""
    eta, gain, spread = record.gain()
    n, others = len(record.whole), len(record.etas) - 1
    cost = r"c(g,y)=(g-y)^2" if record.task == "regression" else r"c(g,y)=\max(0,1-yg)^2"
    values = {
        "g": record.decay,
        "r": record.n_freqs,
        "N": record.about.n_points,
        "eta": eta,
        "gain": gain,
        "n": n,
        "k": others,
    }
    lines = [
        r"The predictor is linear in unweighted features: $g(x)=\alpha^\top[\cos Wx;\ \sin Wx]+\beta$. It is trained "
        "together with its frequencies:",
        Formula(
            r"\min_{W,\alpha,\beta,\,p\ge0}\ \frac1N\sum_{i=1}^{N}c(g(x_i),y_i)+\gamma\|\alpha\|^2"
            r"+\eta\big(L(W,p)+\lambda\|p\|^2\big)"
        ),
        Formula(cost),
        "L is the loss on landmarks:",
        _LOSS,
        said(
            r"Here $N=<N>$, $r=<r>$ and $\gamma=<g>$. At $\eta=0$ the frequencies are free (Yu et al. 2015); as "
            r"η grows "
            "they must stay near to the kernel's.",
            **values,
        ),
        said(
            r"The best η above 0 is $<eta>$; over $<n>$ splits it lowers the test error on average by $<gain>$.",
            **values,
        ),
    ]
    if n > 1 and spread > 0:
        values |= {"spread": spread, "t": gain / (spread / math.sqrt(n)), "f": n - 1, "share": 0.025}
        values["limit"] = float(stats.t.isf(0.025 / others, n - 1))
        lines += [
            "The paired t statistic, and what it must exceed, shared among the η that the best was picked from:",
            formula(r"t=\frac{<gain>}{<spread>/\sqrt{<n>}}=<t>", **values),
            formula(r"t_{<f>}^{-1}\Big(1-\frac{<share>}{<k>}\Big)=<limit>", **values),
        ]
    return Mathematics(
        "SUPERVISE trains a predictor and its frequencies at once; η weighs how near they must stay to the kernel.",
        tuple(lines),
        f"{_LI}, equation (9) and Algorithm 2; η = 0: Yu, Kumar, Rowley & Chang 2015",
    )
