"""What a picture says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """What a picture says, in the fields of `rffviz.figures.picture.Picture` that have the same names."""

    title: str
    subtitle: str
    reading: str
    alt: str
    provenance: tuple[str, ...]
    notes: tuple[str, ...] = ()
