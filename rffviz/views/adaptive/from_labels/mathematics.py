"""The mathematics of the view “From labels”."""

from __future__ import annotations

from rffviz.predict.a_la_carte import n_parameters
from rffviz.studies.from_labels import FromAnswers
from rffviz.words.mathematics.record import Formula, Lines, Mathematics, said

_EVIDENCE = Formula(r"\ln p(y)=-\tfrac12y^\top K^{-1}y-\tfrac12\ln|K|-\tfrac n2\ln2\pi")
_BY_FEATURES = Formula(r"\frac{\partial\ln p}{\partial Z}=s^2\big(\alpha\alpha^\top-K^{-1}\big)Z")


def answers_mathematics(record: FromAnswers) -> Mathematics:
    """What each learner maximises or samples, and how many parameters it learns from how many points."""
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
