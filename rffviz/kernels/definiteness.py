"""Whether a function of the distance is positive definite: yes, no, or not to be decided here; each with its error."""

from __future__ import annotations

from dataclasses import dataclass

POSITIVE_DEFINITE, NOT_POSITIVE_DEFINITE, UNDECIDED = "positive_definite", "not_positive_definite", "undecided"


@dataclass(frozen=True)
class Definiteness:
    """What is known of k(‖x − y‖) in d dimensions.

    Attributes
    ----------
    status : {"positive_definite", "not_positive_definite", "undecided"}
        "positive_definite": k is within `error` of a function that is. "not_positive_definite": its spectrum has
        negative mass, by more than the transform's error. "undecided": the transform is not exact enough to tell.
    error : float
        Largest difference that was found between k and a positive definite function: a mixture of Gaussians, at
        distances up to 10⁴ half widths and beyond; or the function whose spectrum is the positive part of k's, at
        distances up to 10 half widths. At least `negative_mass` where k is called positive definite.
    negative_mass : float
        Of the spectrum, whose whole mass is 1, as computed in `decided_in` dimensions; 0 of a mixture of Gaussians.
    noise : float
        Error of the mass of an interval of the spectrum, estimated; 0 of a mixture.
    d, decided_in : int
        `decided_in` is less than d where k is not positive definite in fewer dimensions already.
    by : {"mixture", "transform"}
        A mixture of Gaussians is a kernel in every number of dimensions.
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
        """Whether anything is known."""
        return self.status != UNDECIDED
