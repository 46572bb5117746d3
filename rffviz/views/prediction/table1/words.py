"""The words of the view “Table 1”."""

from __future__ import annotations

from rffviz.papers.table1 import Table1Cell, Table1Row
from rffviz.papers.table1_settings import SVM_CHOSEN_ON
from rffviz.words.about import Words, provenance, split_words
from rffviz.words.numbers import number, plural, sentence

LABELS = {"fourier_ls": "Fourier + least squares", "binning_ls": "binning + least squares", "exact_svm": "exact SVM"}
_SIZES = {"fourier_ls": "frequency", "binning_ls": "grid", "exact_svm": "point"}


def table1_words(row: Table1Row) -> Words:
    """The title compares the smallest error with the published one; the notes say how settings were chosen."""
    first, best = row.cells[0], row.best
    smallest = f"{LABELS[best.method]} has the smallest error here, {best.error:.2f} %"
    scaled = "scaled to [0, 1] by the training part" if row.unit_range else "left as 0 and 1"
    norms, share = "‖f − y‖/‖y‖ over the test points", "share of test points in the wrong class"
    parts = [f"{LABELS[cell.method]} {cell.error:.2f} % in {number(cell.seconds)} s" for cell in row.cells]
    several = "mean and range of " if len(first.seeds) > 1 else ""
    reading = f"Measured here: {', '.join(parts)}."
    exact = [cell for cell in row.cells if cell.method == "exact_svm"]
    trained = f" The exact machine was trained on {exact[0].size:,} of the training points." if exact else ""
    return Words(
        title=sentence(f"{smallest}; published: {number(best.published)} %"),
        subtitle=f"{split_words(row.about, first.n_test)}, the source's own split · inputs {scaled} · "
        f"error: {norms if row.task == 'regression' else share}, {several}"
        f"{plural(len(first.seeds), 'draw')} of the features, and one draw of the exact machine's points",
        reading=reading,
        alt=f"Published and measured errors, seconds and settings, a row for each method. {reading}",
        provenance=provenance(row.about, "published: Rahimi & Recht 2007, Table 1"),
        notes=(
            "Length scale and penalty were chosen by three folds of the training part alone, those of the exact "
            f"machine on {SVM_CHOSEN_ON:,} points of it. Fourier features are the offset map, one for each frequency, "
            f"as in the paper's Algorithm 1.{trained}",
            "Published: Rahimi & Recht 2007, Table 1, on a machine of that time.",
        ),
    )


def draws(cell: Table1Cell) -> str:
    """The smallest and the largest error over the draws."""
    least, largest = f"{min(cell.errors):.2f}", f"{max(cell.errors):.2f}"
    return least if least == largest else f"{least}–{largest}"


def size(cell: Table1Cell) -> str:
    """'300 frequencies'."""
    return plural(cell.size, _SIZES[cell.method])
