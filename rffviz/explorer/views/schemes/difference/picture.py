"""A scheme and a reference: their errors against distance, and a table of differences."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import COMPARED, Comparison
from rffviz.diagnose.sentences import CELL_NAMES
from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import sample_colours
from rffviz.explorer.figures.picture import Column, Picture, Table, by_column
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.views.schemes.difference.words import STATUS, difference_chips, difference_rows, difference_words
from rffviz.explorer.views.schemes.words import heading


def difference_picture(record: Comparison, theme: Theme) -> Picture:
    """The mean square of k̂ − k against distance for A, B and Monte Carlo."""
    figure = blank(theme, height=392)
    hues = [sample_colours(theme, about)[0] for about in (record.about, record.reference)]
    if hues[0] == hues[1]:
        hues[1] = theme.hues["slate"]
    (a, b), exact = record.squared, record.monte_carlo**2
    sides = ("A", record.about, *a, hues[0], "solid"), ("B", record.reference, *b, hues[1], "dash")
    x = record.distance
    for letter, about, mse, margin, hue, dash in sides:
        if np.isfinite(margin).all():
            figure.add_trace(band(x, np.maximum(mse - margin, 0), mse + margin, theme.soft(hue, 0.14)))
        name = f"{letter}: {heading(about)}"
        figure.add_trace(line(x, mse, hue, name, f"{letter}, %{{x:.3g}}: %{{y:.3g}}", dash=dash))
    hover = "Monte Carlo, %{x:.3g}: %{y:.3g}"
    figure.add_trace(line(x, exact, theme.exact, "Monte Carlo, exact", hover, 2, "dot"))
    tallest = max(float(np.nanmax(values)) for values in (a[0], b[0], exact))
    figure.update_xaxes(title={"text": "distance ‖δ‖"}, range=[0, 1.01 * float(x[-1])])
    figure.update_yaxes(title={"text": "MSE of k̂"}, range=[0, 1.12 * tallest])
    legend_under(figure, -0.27 if theme.narrow else -0.2)
    columns = {
        "distance": x,
        "mse_a": a[0],
        "margin_a": _blank_where_unknown(a[1]),
        "mse_b": b[0],
        "margin_b": _blank_where_unknown(b[1]),
        "monte_carlo": exact,
    }
    return Picture(
        name=f"against-reference-{record.about.kernel.name}", figure=figure, columns=columns, **difference_words(record)
    )


def difference_table(record: Comparison, theme: Theme) -> Picture:
    """A row for each diagnostic, differences first."""
    each = record.differences
    table = Table(
        [
            Column("Diagnostic", [COMPARED[one.diagnostic] for one in each]),
            Column(
                "A against B",
                [one.sentence for one in each],
                status=[(_COLOUR[one.status], STATUS[one.status]) for one in each],
            ),
        ]
    )
    rows = [(COMPARED[one.diagnostic], STATUS[one.status], one.p_value, *one.cells, one.sentence) for one in each]
    return Picture(
        name="differences",
        figure=None,
        table=table,
        columns=by_column(("diagnostic", "status", "p_value", *CELL_NAMES, "sentence"), rows),
        chips=difference_chips(record),
        folded=f"All {len(each)} checks",
        **difference_words(record) | {"readout": difference_rows(record)},
    )


_COLOUR = {"different": "costly", "same": "fine", "unknown": "unknown"}


def _blank_where_unknown(values: np.ndarray) -> list:
    return [value if np.isfinite(value) else "" for value in values.tolist()]
