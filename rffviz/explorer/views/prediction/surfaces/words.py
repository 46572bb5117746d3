"""The words of the view “Decision surfaces”."""

from __future__ import annotations

from rffviz.explorer.views.prediction.real_data.words import fixed_settings, left_out
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.numbers import count, number, per_cent, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.studies.surfaces import Surface, Surfaces


def surfaces_words(record: Surfaces) -> Words:
    """The title names the feature method that is closest to the exact one."""
    fitted = record.fitted
    title = "Decision surfaces side by side" if fitted else "No method could be fitted to these points"
    if nearest := record.nearest:
        title = sentence(f"{nearest.label} and {record.reference.label} agree on {per_cent(nearest.agreement)}")
        title += " of the plane shown"
    return Words(
        title=title,
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            f"features of size {count(record.size)} (frequencies, grids or landmarks)",
            "colour: decision function, −1.5 to 1.5; line: where it is 0",
            n_test=record.n_test,
        ),
        readout=surfaces_readout(record),
        alt=f"Decision surfaces of {', '.join(one.label for one in fitted) or 'no method'} on the same points"
        f"{''.join(f'; {one.label}: {wrong(record, one)}' for one in fitted)}.",
        provenance=provenance(record.about, f"size: {record.size}"),
        notes=(
            *left_out(record.surfaces),
            "Penalties were chosen on the training points; seconds are processor time. "
            f"{fixed_settings([one.name for one in record.surfaces])}{_bins(record)}".rstrip(),
        ),
    )


def surfaces_readout(record: Surfaces) -> Readout:
    """Test errors, agreement with the exact method, and seconds to fit of each method."""
    beside = f"agrees with {record.reference.label}" if record.reference else "agrees with the exact method"
    return Readout(
        (f"size {count(record.size)}", "test errors", beside, "seconds to fit", "marked"),
        [
            (
                one.label,
                f"{record.n_wrong(one):,} of {record.n_test:,}",
                per_cent(one.agreement) if one in record.compared else "–",
                number(one.seconds),
                f"{len(one.marks):,} {one.marked}" if one.marked else "–",
            )
            for one in record.fitted
        ],
    )


def _bins(record: Surfaces) -> str:
    binned = any("binning" in one.name for one in record.surfaces)
    return " Bins are boxes along the axes." if binned else ""


def wrong(record: Surfaces, one: Surface) -> str:
    """'1 of 30 wrong'."""
    return f"{record.n_wrong(one):,} of {record.n_test:,} wrong"
