"""The claims as they are kept, and one of them measured again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rffviz.papers.cell import Cell
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import ALL, Claims, kept_claims
from rffviz.papers.claims_table import CLAIMS_TABLE
from rffviz.papers.sweep import measured
from rffviz.progress import Progress, study
from rffviz.validation import whole_number


@study(slow=lambda n_again: n_again > 0)
def claims_again(claim: str = ALL, n_again: int = 0) -> Iterator[Progress[Claims]]:
    """What is kept of the claims, with one of them or all to look at, and that one measured again.

    Parameters
    ----------
    claim : str
        A key of `CLAIMS`, or "all", of which nothing is measured again.
    n_again : int
        Seeds that are measured again, from 0 on, on each of the claim's datasets.

    Returns
    -------
    Claims
        In steps: at once what is kept, then after each seed on each dataset.

    Raises
    ------
    Refusal
        As `kept_claims`, and where a seed fails.
    """
    found, n_again = kept_claims(claim), whole_number("n_again", n_again, low=0)
    datasets = () if claim == ALL else CLAIMS[claim].datasets
    total = 1 + n_again * len(datasets)  # looking it up is one
    yield Progress(1, total, found)
    done = 1
    for seed in range(n_again):
        for dataset in datasets:
            values = measured(CLAIMS_TABLE, Cell("claims", dataset, claim), (seed,)).values
            found = replace(found, again={**found.again, dataset: (*found.again.get(dataset, ()), *values)})
            done += 1
            yield Progress(done, total, found)
