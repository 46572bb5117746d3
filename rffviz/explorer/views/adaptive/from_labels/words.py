"""The words of the view “From labels”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, about_words, data_words, provenance
from rffviz.explorer.words.numbers import count, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.from_labels import LEARNERS, OF_FREQUENCIES, FromLabels, Learned

_NOTES = {
    "sparse_spectrum": "L-BFGS maximises the marginal likelihood over frequencies, signal and noise. With many "
    "frequencies and few points it fits the noise.",
    "a_la_carte": "L-BFGS maximises the marginal likelihood over centre, scale and share of up to three components, "
    "signal and noise. The frequencies of a component move together.",
    "spectral_mixture": "L-BFGS maximises the exact marginal likelihood over centre μ, width and share of three "
    "components of the spectrum, signal and noise, from three starts. Shown: the likeliest so far, with the exact fit.",
    "metropolis": "Each step proposes a random move of every frequency and fits the amplitudes again. A move is kept "
    "with probability min(1, (new/old)^γ) of the amplitudes, γ = 3d − 2. The error may rise.",
}
_STARTS = {
    "sparse_spectrum": "{waves}, drawn from the spectrum by Monte Carlo, seed {seed}",
    "a_la_carte": "{waves}, drawn as Fastfood, the centres of all but one from the spectrum, seed {seed}",
    "spectral_mixture": "{waves}, the centres of all but one drawn from the periodogram, seed {seed}",
    "metropolis": "{waves}, drawn from the spectrum by Monte Carlo, seed {seed}",
}
_ONE_WAVE = (
    "Frequencies that the data cannot tell apart are one wave, whose amplitude stands at each of them: their phases "
    "differ by less than 0.3 radians over the range of x."
)


def from_labels_words(record: FromLabels) -> Words:
    """The title says where training leaves the dominant wave."""
    waves, one_wave = _waves(record), [_ONE_WAVE] * (record.learner in OF_FREQUENCIES)
    return Words(
        title=_title(record),
        subtitle=about_words(
            record.about,
            LEARNERS[record.learner],
            _STARTS[record.learner].format(waves=waves, seed=record.about.seeds[0]),
            f"RMSE to {_from(record)}",
        ),
        readout=from_labels_readout(record, record.kept[record.start]),
        alt=f"{data_words(record.about)} with the fit of {waves}, and the size of each against "
        f"{speed(record)}; the RMSE goes from {measured(record.kept[0].error)} to "
        f"{measured(record.kept[-1].error)}.",
        notes=(_NOTES[record.learner], *one_wave),
        provenance=provenance(record.about, f"learner: {record.learner}", *one_wave, f"RMSE to {_from(record)}"),
    )


def _title(record: FromLabels) -> str:
    last, wave = record.kept[-1], "frequency" if record.learner in OF_FREQUENCIES else "component"
    return f"Trained on labels, the dominant {wave} lies at {speed(record)} = {number(last.norms[last.largest])}"


def from_labels_readout(record: FromLabels, at: Learned) -> Readout:
    """The error of the fit, and its largest wave, at one of the iterations."""
    columns = [f"iteration {count(at.iteration)}", f"RMSE to {_from(record)}", f"dominant {speed(record)}"]
    cells = [_waves(record), measured(at.error), number(at.norms[at.largest])]
    columns.append(f"its {size(record)}")
    cells.append(measured(at.amplitudes[at.largest]))
    if record.learner in OF_FREQUENCIES:
        columns.append("waves at least half as large")
        cells.append(f"{count(at.n_large)} of {count(at.n_waves)}")
    return Readout(columns, [cells])


def panels(record: FromLabels) -> tuple[str, str]:
    """The headings of the two panels."""
    waves = "waves of the fit" if record.learner in OF_FREQUENCIES else "components of the spectrum"
    return "data and fit", waves


def speed(record: FromLabels) -> str:
    """The axis of the waves' or components' frequencies."""
    return "|ω|" if record.learner in OF_FREQUENCIES else "|μ|"


def size(record: FromLabels) -> str:
    """The axis of their amplitudes."""
    return "amplitude" if record.learner in OF_FREQUENCIES else "standard deviation"


def _waves(record: FromLabels) -> str:
    kind = "frequency" if record.learner in OF_FREQUENCIES else "component"
    return plural(len(record.kept[0].norms), kind)


def _from(record: FromLabels) -> str:
    return "the data" if record.truth is None else "the function"
