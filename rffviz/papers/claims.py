"""What each method's source claims compared with a baseline, and how the claim is tested here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rffviz.papers.attributions import ATTRIBUTIONS
from rffviz.papers.claims_measured import (
    BUNDLED,
    DRAWN_ANEW,
    Numbers,
    adapted_error,
    attention_error,
    clustered_error,
    extrapolation_error,
    kernel_error,
    landmarks_error,
    learners_error,
    polynomial_error,
    spectral_error,
    spread_error,
)

ALIKE = 1.1
"""Times the baseline's error, up to which errors count as about the same: this project's choice, no source's."""
BESIDE = (1.05, 1.2)
"""Others that could as well be chosen; the verdicts at these stand beside that at `ALIKE`."""


@dataclass(frozen=True)
class Claim:
    """A source's claim about its method compared with a baseline.

    Attributes
    ----------
    name, method : str
        The stable identifier, and the method's display name.
    source : str
        Authors and year.
    claim : str
        In one sentence, as a reader would say it.
    baseline : str
        Display name of the method it is compared with.
    quantity : str
        The quantity compared; smaller is better.
    measure : callable
        (dataset, seed) → `Numbers`: the method's number, the baseline's, and settings.
    limit : float
        The claim is that method/baseline is below it: 1, or `ALIKE` if the source only claims an equally small error.
    datasets : tuple of str
        The datasets it is tested on.
    ours : bool
        Whether it extends what the source claims: another quantity, or other settings.
    """

    name: str
    method: str
    source: str
    claim: str
    baseline: str
    quantity: str
    measure: Callable[[str, int], Numbers]
    limit: float = 1.0
    datasets: tuple[str, ...] = BUNDLED
    ours: bool = False

    @property
    def verified(self) -> bool:
        """Whether the source makes this claim, and was read."""
        return self.looked_up and not self.ours

    @property
    def looked_up(self) -> bool:
        """Whether the claim was checked in some text."""
        return bool(self.checked)

    @property
    def checked(self) -> str:
        """The text in which the claim was checked, and what it says; "" if it was not."""
        found = (each for each in ATTRIBUTIONS if each.what == f"claim {self.name}" and each.looked_up)
        return next((f"{each.against}: {each.checked}" for each in found), "")


_FEW_POINTS = "iris", "wine_cultivars"  # where MEKA's links alone hold more numbers than its bases
_RMSE, _FITTED_TO, _TEST = "RMSE over pairs", "RMSE over pairs of the data fitted to", "test error"
_OUTPUT = "RMSE of attention's output"
_POSITIVE: dict[str, Any] = {"map": "positive"}
_POSITIVE_ORTHOGONAL = {**_POSITIVE, "sampler": "orthogonal"}


def _drawn(
    name: str,
    method: str,
    source: str,
    claim: str,
    scheme: str,
    baseline: tuple[str, str] = ("monte_carlo", "independent frequencies"),
    limit: float = 1.0,
    ours: bool = False,
    **more: Any,
) -> Claim:
    """A claim about the kernel error of a scheme compared with another."""
    measure = partial(kernel_error, method={"sampler": scheme, **more}, baseline={"sampler": baseline[0], **more})
    return Claim(name, method, source, claim, baseline[1], _RMSE, measure, limit, ours=ours)


def _attention(
    name: str, method: str, source: str, claim: str, asked: Mapping[str, Any], baseline: Mapping[str, Any], beside: str
) -> Iterator[Claim]:
    """Claims about the output of attention at three temperatures.

    Choromanski et al. measure the output at √d, of the first two comparisons; all others extend their sources.
    """
    for temperature, label, shown in ((0.5, "05", "0.5√d"), (1.0, "1", "√d"), (2.0, "2", "2√d")):
        measure = partial(attention_error, method=asked, baseline=baseline, temperature=temperature)
        said = f"{claim} at the temperature {shown}."
        named = f"attention_{name}_{label}", f"{method}, {shown}", source, said, beside, _OUTPUT, measure
        yield Claim(*named, ours=label != "1" or name not in ("positive", "orthogonal"))


_ORTHOGONAL = ("orthogonal", "orthogonal frequencies")

CLAIMS: dict[str, Claim] = {
    claim.name: claim
    for claim in (
        _drawn(
            "orthogonal",
            "Orthogonal",
            "Yu et al. 2016",
            "Orthogonal frequencies have a smaller error than independent ones.",
            "orthogonal",
        ),
        _drawn(
            "sorf",
            "SORF",
            "Yu et al. 2016",
            "Products of signs and Hadamard matrices are almost as good as orthogonal frequencies.",
            "sorf",
            _ORTHOGONAL,
            ALIKE,
        ),
        _drawn(
            "rom",
            "Complex ROM",
            "Choromanski et al. 2017",
            "Signs with one complex diagonal have a smaller error than signs alone.",
            "rom",
            ("sorf", "SORF"),
            ours=True,
        ),
        _drawn(
            "fastfood",
            "Fastfood",
            "Le et al. 2013",
            "Fastfood has about the kernel error of independent frequencies.",
            "fastfood",
            limit=ALIKE,
            ours=True,
        ),
        Claim(
            "fastfood_accuracy",
            "Fastfood, accuracy",
            "Le et al. 2013",
            "Fastfood predicts about as well as independent frequencies.",
            "independent frequencies",
            _TEST,
            partial(learners_error, learner="fastfood"),
            ALIKE,
        ),
        _drawn(
            "circulant",
            "Signed circulant",
            "Feng et al. 2015",
            "Signed circulant matrices have about the error of independent frequencies.",
            "circulant",
            limit=ALIKE,
        ),
        _drawn(
            "sobol",
            "Scrambled Sobol",
            "Yang et al. 2014",
            "Points of a Sobol' sequence have a smaller error than independent ones.",
            "sobol_scrambled",
        ),
        _drawn(
            "halton",
            "Scrambled Halton",
            "Yang et al. 2014",
            "Points of a Halton sequence have a smaller error than independent ones.",
            "halton_scrambled",
        ),
        _drawn(
            "moment_matching",
            "Moment matching",
            "Shen et al. 2017",
            "Frequencies with exact moments have a smaller error than independent ones.",
            "moment_matching",
        ),
        _drawn(
            "spherical_radial",
            "Spherical-radial",
            "Munkhoeva et al. 2018",
            "A spherical-radial rule has a smaller error than orthogonal frequencies.",
            "spherical_radial",
            _ORTHOGONAL,
        ),
        _drawn(
            "spherical_points",
            "Spherical structured",
            "Lyu 2017",
            "Well-spread points on the sphere have a smaller error than independent ones.",
            "spherical_structured",
        ),
        _drawn(
            "importance",
            "Importance",
            "Li et al. 2019",
            "The density of least variance, with weights, has a smaller error than the spectral density.",
            "importance",
            ours=True,
        ),
        _drawn(
            "paired_norms",
            "Paired norms",
            "Reid et al. 2025",
            "Orthogonal frequencies with negatively coupled norms have a smaller error.",
            "orthogonal_pairs",
            _ORTHOGONAL,
        ),
        _drawn(
            "stratified_norms",
            "Stratified norms",
            "Cochran 1977",
            "One norm from each of many equal strata gives a smaller error.",
            "orthogonal_strata_all",
            _ORTHOGONAL,
            ours=True,
        ),
        _drawn(
            "positive",
            "Positive orthogonal",
            "Choromanski et al. 2021",
            "Positive features have a smaller error with orthogonal frequencies.",
            "orthogonal",
            **_POSITIVE,
        ),
        _drawn(
            "simplex",
            "Positive simplex",
            "Reid et al. 2023",
            "Positive features have a smaller error with simplices than with orthogonal frequencies.",
            "simplex",
            _ORTHOGONAL,
            **_POSITIVE,
        ),
        Claim(
            "optimal_positive",
            "Optimal positive",
            "Likhosherstov et al. 2022",
            "The best factor of ‖ω‖² gives positive features a smaller error.",
            "positive features",
            _RMSE,
            partial(kernel_error, method={"map": "optimal_positive"}, baseline=_POSITIVE),
        ),
        *_attention(
            "positive",
            "Attention, positive",
            "Choromanski et al. 2021",
            "Positive features have a smaller error in attention than as many cosines and sines",
            _POSITIVE,
            {},
            "cosines and sines",
        ),
        *_attention(
            "orthogonal",
            "Attention, orthogonal",
            "Choromanski et al. 2021",
            "Positive features have a smaller error in attention with orthogonal frequencies",
            _POSITIVE_ORTHOGONAL,
            _POSITIVE,
            "independent frequencies",
        ),
        *_attention(
            "optimal",
            "Attention, optimal",
            "Likhosherstov et al. 2022",
            "The best factor of ‖ω‖² gives positive features a smaller error in attention",
            {"map": "optimal_positive"},
            _POSITIVE,
            "positive features",
        ),
        *_attention(
            "simplex",
            "Attention, simplex",
            "Reid et al. 2023",
            "Positive features have a smaller error in attention with simplices than with orthogonal frequencies",
            {**_POSITIVE, "sampler": "simplex"},
            _POSITIVE_ORTHOGONAL,
            _ORTHOGONAL[1],
        ),
        Claim(
            "low_precision",
            "4 bits a feature",
            "Zhang et al. 2019",
            "With as many bits in all, many coarse features have a smaller error than few exact ones.",
            "features of 32 bits",
            _RMSE,
            partial(kernel_error, method={"bits": 4, "times": 8}, baseline={}),
            ours=True,
        ),
        Claim(
            "leverage",
            "Leverage scores",
            "Avron et al. 2017",
            "Drawn by leverage scores, frequencies come nearer to K + nλI in every direction.",
            "independent frequencies",
            "error Δ of K + nλI",
            partial(spectral_error, method="leverage", baseline="monte_carlo"),
        ),
        *(
            Claim(
                f"spherical_{degree}",
                f"Spherical of degree {degree}",
                "Pennington et al. 2015",
                "Spherical features of a polynomial kernel have a smaller error than a sketch of as many.",
                "scikit-learn's PolynomialCountSketch",
                _RMSE,
                partial(polynomial_error, degree=degree),
            )
            for degree in (3, 7)
        ),
        Claim(
            "nystrom_kmeans",
            "k-means Nyström",
            "Zhang et al. 2008",
            "Centres of k-means are better landmarks than points drawn at random.",
            "landmarks drawn at random",
            _RMSE,
            landmarks_error,
        ),
        Claim(
            "meka",
            "MEKA",
            "Si et al. 2014",
            "With as much memory, links between clusters have a smaller error than Nyström.",
            "Nyström",
            _RMSE,
            clustered_error,
            datasets=tuple(name for name in BUNDLED if name not in _FEW_POINTS),
        ),
        Claim(
            "weighted",
            "Weights learned",
            "Chang et al. 2017",
            "Weights that are fitted to the data make the error smaller.",
            "independent frequencies",
            _FITTED_TO,
            partial(adapted_error, weights_alone=True),
        ),
        Claim(
            "adaptive",
            "Frequencies learned",
            "Li et al. 2019",
            "Frequencies and weights that are fitted to the data make the error smaller.",
            "independent frequencies",
            _FITTED_TO,
            partial(adapted_error, weights_alone=False),
            ours=True,
        ),
        Claim(
            "alignment",
            "Alignment",
            "Sinha & Duchi 2016",
            "Frequencies selected by their alignment with the targets predict better than as many drawn at random.",
            "independent frequencies",
            _TEST,
            partial(learners_error, learner="alignment"),
        ),
        Claim(
            "sparse_spectrum",
            "Sparse spectrum",
            "Lázaro-Gredilla et al. 2010",
            "Frequencies that maximise the marginal likelihood predict better than a fixed spectrum.",
            "a fixed spectrum",
            _TEST,
            partial(learners_error, learner="sparse_spectrum"),
            ours=True,
        ),
        Claim(
            "a_la_carte",
            "À la Carte diagonals",
            "Yang et al. 2015",
            "Fastfood whose diagonals are learned predicts better than Fastfood as drawn.",
            "Fastfood as drawn",
            _TEST,
            partial(learners_error, learner="diagonals"),
        ),
        Claim(
            "a_la_carte_mix",
            "À la Carte mixture",
            "Yang et al. 2015",
            "Fastfood whose centres and scales are learned predicts better than Fastfood as drawn.",
            "Fastfood as drawn",
            _TEST,
            partial(learners_error, learner="mixture"),
        ),
        Claim(
            "metropolis",
            "Metropolis walk",
            "Kammonen et al. 2020",
            "Frequencies that walk to large amplitudes predict better than those they start from.",
            "frequencies at the start",
            _TEST,
            partial(learners_error, learner="metropolis"),
        ),
        Claim(
            "spectral_mixture",
            "Spectral mixture",
            "Wilson & Adams 2013",
            "A mixture in the spectrum predicts better away from the data than a Gaussian kernel.",
            "a Gaussian kernel",
            "test error away from the data",
            extrapolation_error,
            datasets=(*BUNDLED, *DRAWN_ANEW),
            ours=True,
        ),
        Claim(
            "pathwise",
            "Matheron's rule",
            "Wilson et al. 2020",
            "Outside the data features alone become unreliable, and Matheron's rule repairs their spread.",
            "the features' own posterior",
            "error of the spread far from the data",
            spread_error,
            ours=True,
        ),
    )
}
"""One claim is one entry."""
