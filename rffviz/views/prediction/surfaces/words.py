"""The words of the view “Decision surfaces”."""

from __future__ import annotations

from rffviz.studies.surfaces import Surface, Surfaces
from rffviz.views.prediction.real_data.words import fixed_settings, left_out
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import count, number, per_cent, sentence

_NONE = "No method could be fitted to these points"


def surfaces_words(record: Surfaces) -> Words:
    """The title names the feature method that is closest to the exact one."""
    fitted, reference, beside = record.fitted, record.reference, record.compared
    title = "Decision surfaces side by side" if fitted else _NONE
    if nearest := record.nearest:
        share = per_cent(nearest.agreement)
        title = sentence(f"{nearest.label} and {reference.label} agree on {share} of the plane shown")
    parts = []
    for one in fitted:
        words = f"{one.label}: {wrong(record, one)}, {number(one.seconds)} s to fit"
        words += f", {len(one.marks)} {one.marked}" if one.marked else ""
        if one in beside:
            words += f", agrees with {reference.label} on {per_cent(one.agreement)} of the plane"
        parts.append(words)
    reading = f"On held-out points, {'; '.join(parts)}." if parts else f"{_NONE}."
    marked = ", ".join(dict.fromkeys(one.marked for one in fitted if one.marked))
    return Words(
        title=title,
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            f"features of size {count(record.size)} (frequencies, grids or landmarks)",
            "colour: decision function, −1.5 to 1.5 in all panels; line: where it is 0"
            + (f"; rings: {marked}" if marked else ""),
            n_test=record.n_test,
        ),
        reading=reading,
        alt=f"Decision surfaces of {', '.join(one.label for one in fitted) or 'no method'} on the same points. "
        f"{reading}",
        provenance=provenance(record.about, f"size: {record.size}"),
        notes=(
            *left_out(record.surfaces),
            "All panels have the same points, grid and colours. Penalties were chosen on the training points. "
            f"{fixed_settings([one.name for one in record.surfaces])}{_bins(record)}".rstrip(),
        ),
    )


def _bins(record: Surfaces) -> str:
    binned = any("binning" in one.name for one in record.surfaces)
    return " Bins are boxes along the axes." if binned else ""


def wrong(record: Surfaces, one: Surface) -> str:
    """'1 of 30 wrong'."""
    return f"{record.n_wrong(one):,} of {record.n_test:,} wrong"
