"""The claims as a table that can be measured: a row for each claim, a column for each dataset."""

from __future__ import annotations

import time
from collections.abc import Mapping

from rffviz.papers.attributions import MARK
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import claims_record
from rffviz.papers.results import Record
from rffviz.validation import one_of, seed_number


def measure(cell: Cell, seed: int) -> Measured:
    """Try one claim on one dataset with one seed.

    Parameters
    ----------
    cell : Cell
        Its `method` is a key of `CLAIMS`, its `dataset` one of the claim's.
    seed : int
        Of draws and splits: the same for method and baseline.

    Returns
    -------
    Measured
        The method's number over the baseline's; both in `details`.

    Raises
    ------
    Refusal
        For a claim that there is not, or another dataset.
    """
    claim = CLAIMS[one_of("method", cell.method, CLAIMS)]
    dataset, seed = one_of("dataset", cell.dataset, claim.datasets), seed_number("seed", seed)
    start = time.process_time()
    found = claim.measure(dataset, seed)
    details = {"method": float(f"{found.method:.6g}"), "baseline": float(f"{found.baseline:.6g}")}
    seconds = float(f"{time.process_time() - start:.3g}")
    return Measured(details["method"] / details["baseline"], seconds, found.settings, details)


def _judged(records: Mapping[Cell, Record]) -> list[str]:
    """A line for each claim that has two seeds: its verdict."""
    if all(len(record.values) < 2 for record in records.values()):
        return []
    return [f"{one.claim}: {one.summary}" for one in claims_record(records).judged]


_DATA = tuple(dict.fromkeys(dataset for claim in CLAIMS.values() for dataset in claim.datasets))

CLAIMS_TABLE = PublishedTable(
    name="claims",
    title="What the methods' sources claim",
    protocol="the method's number over its baseline's, on z-scored data with the median length scale; a seed is 40 "
    "draws of frequencies, or one split and one fit of a learner",
    cells=tuple(Cell("claims", dataset, claim.name) for claim in CLAIMS.values() for dataset in claim.datasets),
    published={},
    units=dict.fromkeys(_DATA, "method over baseline"),
    data={dataset: dataset for dataset in _DATA},
    measure=measure,
    notes={
        claim.name: f"{claim.source}{'' if claim.looked_up else f' ({MARK})'}: {claim.claim} "
        f"Measured: {claim.quantity}, over that of {claim.baseline}."
        for claim in CLAIMS.values()
    },
    judge=_judged,
)
