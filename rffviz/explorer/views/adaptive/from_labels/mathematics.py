"""The mathematics of the view “From labels”."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, said
from rffviz.predict.a_la_carte import n_parameters
from rffviz.studies.from_labels import FromLabels

_EVIDENCE = Formula(r"\ln p(y)=-\tfrac12y^\top K^{-1}y-\tfrac12\ln|K|-\tfrac n2\ln2\pi")
_BY_FEATURES = Formula(r"\frac{\partial\ln p}{\partial Z}=s^2\big(\alpha\alpha^\top-K^{-1}\big)Z")


def from_labels_mathematics(record: FromLabels) -> Mathematics:
    """What each learner maximises or samples, and how many parameters it learns from how many points."""
    values = {"n": len(record.y_train), "m": len(record.kept[0].norms)}
    values["all"] = 3 * values["m"] + (record.learner == "spectral_mixture")
    waves: Lines = [
        "A sum of waves is fitted to the targets, and its frequencies are learned:",
        Formula(r"f(x)=\frac1{\sqrt D}\sum_{j=1}^{D}a_j\cos\omega_jx+b_j\sin\omega_jx"),
        said("The $D=<m>$ waves have $<all>$ parameters, fitted to $n=<n>$ points.", **values),
    ]
    if record.learner == "metropolis":
        return Mathematics(
            "Frequencies follow a Metropolis walk: a larger amplitude makes a move likelier to be accepted.",
            (
                *waves,
                "The amplitudes solve ridge regression at the current frequencies:",
                Formula(r"\beta=\arg\min_\beta\tfrac1n\|Z\beta-y\|^2+\lambda\|\beta\|^2,\qquad A_j=\sqrt{a_j^2+b_j^2}"),
                "Each iteration proposes a step of every frequency and fits the amplitudes $A'$ there:",
                Formula(r"\omega_j'=\omega_j+\tau\,\xi_j,\qquad\xi_j\sim N(0,I)"),
                "Each step is accepted, independently of the others, with probability",
                Formula(r"\min\big(1,(A_j'/A_j)^\gamma\big),\qquad\gamma=3d-2"),
            ),
            "Kammonen et al. 2020, Algorithm 1 (not verified against the paper)",
        )
    if record.learner == "spectral_mixture":
        return Mathematics(
            "The kernel itself is learned: its spectrum is a Gaussian mixture with learned means and variances.",
            (
                "Each component is a Gaussian kernel times a wave:",
                Formula(r"k(\delta)=\sum_{q}w_q\,e^{-v_q\delta^2/2}\cos\mu_q\delta,\qquad\sum_qw_q=1"),
                said("The $<m>$ components have $<all>$ parameters, learned from $n=<n>$ points.", **values),
                r"With signal variance $s^2$ and noise variance $\sigma^2$, the targets are jointly Gaussian with "
                "covariance",
                Formula(r"K_{ij}=s^2k(x_i-x_j)+\sigma^2[i=j]"),
                _EVIDENCE,
                r"Its derivative with respect to a parameter $\theta$, with $\alpha=K^{-1}y$:",
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
            "Each component moves as a whole: its centre, scale and share are learned.",
            (
                "The frequencies of component q are those of a Fastfood draw V, scaled and shifted:",
                Formula(r"\omega_j=c_qV_j+\mu_q,\qquad k(\delta)\approx\sum_jp_j\cos\omega_j\delta"),
                said(
                    "The $<q>$ components have $<few>$ parameters, learned from $n=<n>$ points, for any number of "
                    "frequencies; here $D=<m>$.",
                    **values,
                ),
                r"With amplitudes $N(0,s^2)$ and noise $N(0,\sigma^2)$, the targets are jointly Gaussian with "
                "covariance",
                Formula(r"K=s^2ZZ^\top+\sigma^2I"),
                _EVIDENCE,
                r"The chain rule gives its gradient in ω, $c_q$ and $\mu_q$ from that in Z; with $\alpha=K^{-1}y$:",
                _BY_FEATURES,
            ),
            "Yang, Smola, Song & Wilson 2015, section 4 (not verified against the paper)",
        )
    return Mathematics(
        "The frequencies maximise the marginal likelihood of the targets, with the amplitudes integrated out.",
        (
            *waves,
            r"With amplitudes $N(0,s^2)$ and noise $N(0,\sigma^2)$, the targets are jointly Gaussian with covariance",
            Formula(r"K=s^2ZZ^\top+\sigma^2I"),
            _EVIDENCE,
            r"The chain rule gives its gradient in $\omega$ from that in Z; with $\alpha=K^{-1}y$:",
            _BY_FEATURES,
        ),
        "Lázaro-Gredilla et al. 2010, section 3 (not verified against the paper)",
    )
