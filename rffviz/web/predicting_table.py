"""From settings to a row of the 2007 paper's table, measured here beside what was published."""

from __future__ import annotations

import streamlit as st

from rffviz.datasets import DatasetUnavailable, load
from rffviz.papers.table1 import SVM_CHOSEN_ON, TABLE_1_METHODS, TABLE_1_SETTINGS, Table1Cell, table1_steps
from rffviz.web.link import Settings
from rffviz.web.work import workshop
from rffviz.words.numbers import number, plural, sentence

_LABELS = {"fourier_ls": "Fourier + least squares", "binning_ls": "binning + least squares", "exact_svm": "exact SVM"}
_SIZES = {"fourier_ls": "frequencies", "binning_ls": "grids", "exact_svm": "points"}
_WIDTHS = {  # pixels: all columns are seen on a projector
    "method": 165,
    "published (%)": 100,
    "measured (%)": 105,
    "draws (%)": 90,
    "fit (s)": 60,
    "choice (s)": 80,
    "size": 120,
    "ℓ": 55,
    "λ": 70,
}


def table_view(now: Settings) -> None:
    """Rahimi & Recht 2007, Table 1: each method's error and seconds, published and measured here."""
    columns = st.columns(2, vertical_alignment="bottom")
    for column, name in zip(columns, ("row", "n_splits"), strict=True):
        with column:
            now.draw(name, **({"help": "Draws of the features."} if name == "n_splits" else {}))
    row, n_seeds, seed = now["row"], now["n_splits"], now["seed"]
    try:
        data = load(TABLE_1_SETTINGS[row].data, allow_download=False)
    except DatasetUnavailable as missing:
        st.info(str(missing), icon=":material/cloud_off:")
        return
    header, subtitle, table, reading, progress = (st.empty() for _ in range(5))
    scaled = "scaled to [0, 1] by the training part" if TABLE_1_SETTINGS[row].unit_range else "left as 0 and 1"
    measure = "‖f − y‖/‖y‖ over the test points" if data.task == "regression" else "test points of the wrong class"
    cells: tuple[Table1Cell, ...] = ()
    with workshop().watch(
        ("table 1", row, data.content_hash, n_seeds, seed), lambda: table1_steps(row, n_seeds, seed)
    ) as ticks:
        for found in ticks:
            done = len(found or ())
            if done < len(TABLE_1_METHODS):
                progress.progress(done / len(TABLE_1_METHODS), f"Choosing and fitting: {_next(done)} …")
            if found and found is not cells:
                cells = found
                header.header(_title(cells), anchor=False)
                subtitle.caption(
                    f"{data.label}, {cells[0].n_train:,} to train and {cells[0].n_test:,} to test, the source's own "
                    f"split · inputs {scaled} · error: {measure}, mean and range of "
                    f"{plural(n_seeds, 'draw')} of the features, one of the exact machine's points"
                )
                reading.markdown(f"**{_reading(cells)}**")
                table.dataframe(
                    _table(cells),
                    hide_index=True,
                    column_config={name: st.column_config.Column(width=width) for name, width in _WIDTHS.items()},
                    alt=_reading(cells),
                )
    progress.empty()
    st.caption(
        "Length scale and penalty were chosen by three folds of the training part alone, those of the exact machine on "
        f"{SVM_CHOSEN_ON:,} points of it. Fourier features are the "
        "paired map, two for each frequency; the paper does not say which it counts. The exact machine was trained on "
        f"{cells[-1].size:,} of the training points.  \n"
        "Published: Rahimi & Recht 2007, Table 1, on a machine of that time."
    )


def _next(done: int) -> str:
    return _LABELS[TABLE_1_METHODS[min(done, len(TABLE_1_METHODS) - 1)]]


def _title(cells: tuple[Table1Cell, ...]) -> str:
    best = min(cells, key=lambda cell: cell.error)
    words = f"{_LABELS[best.method]} errs least here, {best.error:.2f} %; published: {number(best.published)} %"
    return sentence(words)


def _reading(cells: tuple[Table1Cell, ...]) -> str:
    parts = [f"{_LABELS[cell.method]} {cell.error:.2f} % in {number(cell.seconds)} s" for cell in cells]
    return f"Measured here: {', '.join(parts)}."


def _draws(errors: tuple[float, ...]) -> str:
    least, largest = f"{min(errors):.2f}", f"{max(errors):.2f}"
    return least if least == largest else f"{least}–{largest}"


def _table(cells: tuple[Table1Cell, ...]) -> dict[str, list]:
    return {
        "method": [_LABELS[cell.method] for cell in cells],
        "published (%)": [cell.published for cell in cells],
        "measured (%)": [round(cell.error, 2) for cell in cells],
        "draws (%)": [_draws(cell.errors) for cell in cells],
        "fit (s)": [round(cell.seconds, 2) for cell in cells],
        "choice (s)": [round(cell.choice_seconds, 1) for cell in cells],
        "size": [f"{cell.size:,} {_SIZES[cell.method]}" for cell in cells],
        "ℓ": [f"{cell.length_scale:.3g}" for cell in cells],
        "λ": [f"{cell.ridge:.1e}" for cell in cells],
    }
