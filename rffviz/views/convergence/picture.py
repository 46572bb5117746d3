"""Shared by the pictures of this page's views."""

from __future__ import annotations

from rffviz.figures.picture import Picture, Scrub


def growing_picture(name, figure, report, said, readings, columns, estimates, redraw=False) -> Picture:
    """A picture that is scrubbed over D, with its words and a reading for each D."""
    start = report.start
    sizes = map(int, report.n_freqs)
    return Picture(
        name=f"{name}-{report.about.kernel.name}",
        figure=figure,
        columns=columns | {f"estimate_{m}": values for m, values in zip(sizes, estimates, strict=True)},
        **said,
        reading=readings[start],
        scrub=Scrub.over_freqs(report.n_freqs, readings, start, redraw),
    )
