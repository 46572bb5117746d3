"""The words and the mathematics of the view “Difference”."""

from __future__ import annotations

import numpy as np
from scipy import stats

from rffviz.diagnose import ALARM, DIAGNOSTICS, Comparison
from rffviz.explorer.views.schemes.words import MOST_FLAGGED, sample_words
from rffviz.explorer.words.about import Words, dotted, lettered_lines, provenance
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.explorer.words.numbers import kernel_words, listed, measured, number, plural, sentence
from rffviz.explorer.words.readout import Readout

STATUS = {"different": "different", "same": "no difference found", "unknown": "inconclusive"}
"""What the screen calls the status of a difference."""


def difference_words(record: Comparison) -> Words:
    """The words of the errors of A and B against distance."""
    names = dict(zip("AB", (sample_words(record.about), sample_words(record.reference)), strict=True))
    seeds = plural(len(record.seeds), "seed") if len(record.seeds) > 1 else ""
    together = "A and B are drawn from the same seeds, and the differences A − B are tested, one from each"
    by_group = "The differences A − B are tested, one from each group of frequencies"
    spread = bool(np.isfinite([record.margin, record.margin_reference]).any())
    bands = "band: 95 % interval over seeds; " if spread else ""
    notes = []
    if record.same_stream:
        notes.append(f"From one seed A and B differ by at most {number(record.furthest)} of the largest coordinate.")
    if record.grouped:
        those = listed(record.grouped)
        has = "have" if len(record.grouped) > 1 else "has"
        notes.append(f"{those} {has} no other seeds: frequencies are compared in groups, as if they were independent.")
    return {
        "title": difference_title(record),
        "subtitle": dotted(
            *(f"{letter}: {name}" for letter, name in names.items()),
            f"{kernel_words(record.about.kernel)}, d = {record.about.d}",
            f"{plural(record.about.settings['n_freqs'], 'frequency')}{seeds and f', {seeds}'}",
            f"{bands}dotted: Monte Carlo, exact",
        ),
        "alt": f"Mean squared error of the estimate against distance for {listed([*names.values()])}; "
        f"{_ratio(record)}.",
        "readout": Readout(("", "MSE of A / B", "95 % interval", "seeds"), [("", *_cells(record))]),
        "provenance": lettered_lines(
            {
                letter: provenance(about, f"sample: {sample_words(about)}; dimension: {about.d}")
                for letter, about in (("A", record.about), ("B", record.reference))
            }
        ),
        "notes": (
            f"{by_group if record.grouped else together} (paired Student t). Two correct schemes have the same "
            "distribution of each frequency; the dependence between frequencies and the errors may differ.",
            *notes,
        ),
    }


def _cells(record: Comparison) -> tuple[str, str, str]:
    spread = record.low < record.high
    return (
        f"{measured(record.ratio)}×",
        f"{measured(record.low)}–{measured(record.high)}" if spread else "–",
        f"{len(record.seeds):,}",
    )


def difference_chips(record: Comparison) -> tuple[tuple[str, str], ...]:
    """How many checks differ: 'different in 3 of 10 checks'."""
    n, n_all = len(record.of("different")), len(record.differences)
    if n:
        return (("costly", f"different in {n} of {n_all} checks"),)
    return (("fine", f"no difference found in {len(record.of('same'))} of {n_all} checks"),)


def difference_rows(record: Comparison) -> Readout:
    """The first differences: what was observed beside what is expected; no rows if there is none."""
    rows = [(*each.cells[:3], each.cells.test or "–") for each in record.of("different")[:MOST_FLAGGED]]
    return Readout(("check", "observed", "expected", "test"), rows)


def difference_title(record: Comparison) -> str:
    """What differs, or the ratio of the errors."""
    if record.identical:
        seeds = "for every seed" if record.finished else f"for the first {plural(len(record.seeds), 'seed')}"
        return f"A and B give the same frequencies{'' if record.grouped else f' {seeds}'}"
    if record.seed_apart:
        return record.seed_apart
    if record.same_frequencies:
        return "A and B give the same frequencies with different phases"
    if record.mean_alone:
        return "A and B differ in mean alone, as after sign flips"
    if record.in_distribution:
        return f"A and B have different distributions, in {listed(_named(record.in_distribution))}"
    if record.dependence_apart and record.errors_apart:
        return f"{sentence(_ratio(record))}; only the dependence between frequencies differs"
    if record.errors_apart:
        return f"{sentence(_ratio(record))}; no other difference found"
    return f"{sentence(_ratio(record))}, within chance; no difference found{'' if record.finished else ' yet'}"


def _named(diagnostics: tuple[str, ...]) -> list[str]:
    """The first two by name, and how many more."""
    names = [DIAGNOSTICS[name].lower() for name in diagnostics]
    return names if len(names) < 3 else [*names[:2], f"{len(names) - 2} more"]


def _ratio(record: Comparison) -> str:
    if record.equal_errors:
        return "both have the same MSE"
    return f"MSE of A is {number(record.ratio)}× that of B"


def difference_mathematics(record: Comparison) -> Mathematics:
    "The paired test, its threshold, and the ratio of mean squared errors with its interval."
    n = len(record.seeds)
    lines: list[str | Formula] = [
        kernel_formula(record.about.kernel),
        "A statistic T, a mean over the frequencies of a draw, is computed from both draws of every seed. The test is "
        "whether its differences have mean 0, so dependent frequencies and random numbers shared by A and B do not "
        "invalidate it:",
        Formula(r"\Delta_r=T_A(r)-T_B(r),\qquad z=\frac{\bar\Delta}{s_\Delta/\sqrt R}"),
    ]
    if n > 1:
        lines += [
            said("With $R=<n>$, a single statistic differs beyond chance if |z| exceeds", n=n),
            formula(
                r"t_{<f>}^{-1}\Big(1-\frac{<alarm>}{2}\Big)=<limit>",
                f=n - 1,
                alarm=ALARM,
                limit=float(stats.t.isf(ALARM / 2, n - 1)),
            ),
            "and for the largest of several the level is divided by their number (Bonferroni).",
        ]
    lines.append("Squared errors over all lines and distances, in units of the variance of Monte Carlo, give the ratio")
    if record.low < record.high:
        values = {"ratio": record.ratio, "low": record.low, "high": record.high}
        ratio = r"\frac{\operatorname{MSE}_A}{\operatorname{MSE}_B}=<ratio>\in[<low>,\ <high>]"
        lines.append(formula(ratio, **values))
    else:
        lines.append(formula(r"\frac{\operatorname{MSE}_A}{\operatorname{MSE}_B}=<ratio>", ratio=record.ratio))
    return Mathematics(
        "Two schemes for one kernel may differ in the dependence between frequencies and in their error, but "
        "not in the distribution of one frequency.",
        tuple(lines),
        "Student 1908 (paired test); Bonferroni; variance of a ratio of means: the delta method",
    )
