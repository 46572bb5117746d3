"""The words of the view “From labels”."""

from __future__ import annotations

from rffviz.studies.from_labels import LEARNERS, OF_FREQUENCIES, FromAnswers, Learned
from rffviz.words.about import Words, about_words, data_words, provenance
from rffviz.words.numbers import count, measured, number, plural

_NOTES = {
    "sparse_spectrum": "L-BFGS moves frequencies, signal and noise to a maximum of the marginal likelihood. "
    "Nothing holds them to the kernel: with many frequencies and few points they fit the noise.",
    "a_la_carte": "L-BFGS moves the centre, scale and share of up to three components, signal and noise to a maximum "
    "of the marginal likelihood. The frequencies of a component move together: few numbers are learned.",
    "spectral_mixture": "L-BFGS moves the centre μ, width and share of three components of the kernel's spectrum, "
    "signal and noise to a maximum of the exact marginal likelihood, from three starts. Shown is the likeliest by "
    "then. The fit is that of the exact process.",
    "metropolis": "In each step every frequency is proposed a random move, and the amplitudes are fitted again. A move "
    "is kept with the probability min(1, (new/old)^γ) of the amplitudes, γ = 3d − 2. No gradient is needed, and the "
    "error may rise.",
}
_STARTS = {
    "sparse_spectrum": "{waves}, drawn from the spectrum by Monte Carlo, seed {seed}",
    "a_la_carte": "{waves}, drawn as Fastfood, the centres of all but one from the spectrum, seed {seed}",
    "spectral_mixture": "{waves}, the centres of all but one drawn from the periodogram, seed {seed}",
    "metropolis": "{waves}, drawn from the spectrum by Monte Carlo, seed {seed}",
}


def from_answers_words(record: FromAnswers) -> Words:
    """The title compares the error at the start with that at the end."""
    first, last, best = record.kept[0], record.kept[-1], record.best
    stays = f"stays at {measured(last.error)}"
    if measured(first.error) != measured(last.error):
        stays = f"does not fall: it goes from {measured(first.error)} to {measured(last.error)}"
    goes = f"from {measured(first.error)} to {measured(last.error)}"
    waves = _waves(record)
    learn = "learns" if len(first.lengths) == 1 else "learn"
    title = f"{waves} {learn} from the answers: the error falls {goes}"
    if not record.falls:
        title = f"{waves} {learn} from the answers, and the error {stays}"
    elif record.rises_again:
        title += f", and was {measured(best.error)} after {plural(best.iteration, 'iteration')}"
    reading = from_answers_reading(record, record.kept[record.start])
    return Words(
        title=title,
        subtitle=about_words(
            record.about,
            LEARNERS[record.learner],
            _STARTS[record.learner].format(waves=waves, seed=record.about.seeds[0]),
            f"error: root mean square distance from {_from(record)}",
        ),
        reading=reading,
        alt=f"{data_words(record.about)} with the fit of {waves}, and the size of each against "
        f"{speed(record)}. {title}.",
        notes=(_NOTES[record.learner],),
        provenance=provenance(record.about, f"learner: {record.learner}", f"error: from {_from(record)}"),
    )


def from_answers_reading(record: FromAnswers, at: Learned) -> str:
    """The sentence under the figure, for one of the iterations."""
    when = "At the start" if at.iteration == 0 else f"After {plural(at.iteration, 'iteration')}"
    if record.learner not in OF_FREQUENCIES:
        return (
            f"{when}, the fit is {measured(at.error)} away from {_from(record)}. The largest component has |μ| = "
            f"{number(at.lengths[at.largest])} and a standard deviation of {measured(at.amplitudes[at.largest])}."
        )
    return (
        f"{when}, the fit is {measured(at.error)} away from {_from(record)}. The largest wave has |ω| = "
        f"{number(at.lengths[at.largest])} and amplitude {measured(at.amplitudes[at.largest])}; "
        f"{count(at.n_large)} of {count(len(at.lengths))} have at least half of that."
    )


def panels(record: FromAnswers) -> tuple[str, str]:
    """The headings of the two panels."""
    waves = "waves of the fit" if record.learner in OF_FREQUENCIES else "components of the spectrum"
    return "data and fit", waves


def speed(record: FromAnswers) -> str:
    """The axis of the waves' or components' frequencies."""
    return "|ω|" if record.learner in OF_FREQUENCIES else "|μ|"


def size(record: FromAnswers) -> str:
    """The axis of their amplitudes."""
    return "amplitude" if record.learner in OF_FREQUENCIES else "standard deviation"


def _waves(record: FromAnswers) -> str:
    kind = "frequency" if record.learner in OF_FREQUENCIES else "component"
    return plural(len(record.kept[0].lengths), kind)


def _from(record: FromAnswers) -> str:
    return "the data" if record.truth is None else "the function, for x from −3 to 3"
