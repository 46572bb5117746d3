"""Whether a function of the distance is positive definite (yes, no or undecided), with the error of that verdict."""

from __future__ import annotations

from dataclasses import dataclass

POSITIVE_DEFINITE, NOT_POSITIVE_DEFINITE, UNDECIDED = "positive_definite", "not_positive_definite", "undecided"


@dataclass(frozen=True)
class Definiteness:
    """Whether k(‖x − y‖) is positive definite in d dimensions, as far as is known.

    Attributes
    ----------
    status : {"positive_definite", "not_positive_definite", "undecided"}
        "positive_definite": k is within `error` of a function that is. "not_positive_definite": its spectrum has
        negative mass, by more than the transform's error. "undecided": the transform is not exact enough to tell.
    error : float
        Largest measured difference between k and a positive definite function: either a mixture of Gaussians, at
        distances up to 10⁴ half widths and beyond, or the function whose spectrum is the positive part of k's spectrum,
        at distances up to 10 half widths. At least `negative_mass` if k is called positive definite.
    negative_mass : float
        Negative mass of the spectrum (total mass 1), as computed in `decided_in` dimensions; 0 for a mixture of
        Gaussians.
    noise : float
        Estimated error of the spectral mass of an interval; 0 for a mixture.
    d, decided_in : int
        `decided_in` is less than d if k already fails to be positive definite in fewer dimensions.
    by : {"mixture", "transform"}
        How it was decided. A mixture of Gaussians is a kernel in every dimension.
    """

    status: str
    error: float
    negative_mass: float
    noise: float
    d: int
    decided_in: int
    by: str = "transform"

    @property
    def positive_definite(self) -> bool:
        """Whether k is positive definite, to `error`."""
        return self.status == POSITIVE_DEFINITE

    @property
    def decided(self) -> bool:
        """Whether the status is not "undecided"."""
        return self.status != UNDECIDED
