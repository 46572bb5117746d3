"""What is wrong with a sampling scheme, or right?"""

from rffviz.web.door import settings

now = settings()  # first of all: what follows takes long to import

from dataclasses import replace

import streamlit as st

from rffviz.figures.diagnose import cloud_picture, radius_picture
from rffviz.figures.diagnose_error import bias_picture, field_picture
from rffviz.figures.diagnose_shape import directions_picture, moments_picture
from rffviz.web.chart import Chart
from rffviz.web.choices import kernel_by_hand
from rffviz.web.diagnosing import (
    bias_jobs,
    chosen_side,
    own_dimension,
    own_frequencies,
    records_of,
    summary,
    verdict_csv,
    verdict_table,
    verdicts_of,
)
from rffviz.web.measuring import growing_steps
from rffviz.web.table import OWN

PICTURES = {
    "cloud": cloud_picture,
    "radius": radius_picture,
    "directions": directions_picture,
    "moments": moments_picture,
    "field": field_picture,
    "bias": bias_picture,
}
CASES = (
    (
        "Halton points in 40 dimensions lie on lines",
        "Correlations see it; scrambling mends it.",
        {"a": "halton", "b": "halton_scrambled", "dimension": "40", "first_axis": "39", "second_axis": "40"},
    ),
    (
        "Sobol' points as published have one value and no spread",
        "The first of them, the origin, would be an infinite frequency and is left out.",
        {"a": "sobol", "b": "sobol_scrambled", "diagnostic": "cloud", "n_freqs": "64"},
    ),
    (
        "SORF in the plane is another kernel",
        "Bias and lengths see it; by 64 dimensions it is gone.",
        {"a": "sorf", "b": "orthogonal", "diagnostic": "bias"},
    ),
    (
        "Orthogonality on the wrong side",
        "Radii that scale columns instead of rows: lengths see it, the axes do not.",
        {"a": "wrong_side", "b": "orthogonal", "dimension": "20", "diagnostic": "radius"},
    ),
    (
        "A lattice runs out of generators",
        "64 points, 123 dimensions: coordinates must repeat.",
        {
            "a": "lattice_scrambled",
            "b": "sobol_scrambled",
            "dimension": "123",
            "n_freqs": "64",
            "diagnostic": "moments",
        },
    ),
    (
        "A factor √2 forgotten",
        "scikit-learn's for three years: coordinates' scale and lengths see it.",
        {"a": "two_gammas", "b": "monte_carlo", "dimension": "5", "diagnostic": "radius"},
    ),
    (
        "One mixing variable for each coordinate",
        "Each coordinate is right and the Matérn kernel is not: bias along oblique lines.",
        {"a": "mixing_a_coordinate", "b": "monte_carlo", "kernel": "matern", "dimension": "3", "diagnostic": "bias"},
    ),
)


def open_case(chosen):
    """Take the settings of a case; all others of this page become what they are at the start."""
    for title, _, query in CASES:
        if title == chosen:
            now.open(query)


st.title("What is wrong with a sampling scheme?")
left, right, more = st.columns([3, 3, 2], vertical_alignment="bottom")
for column, letter in ((left, "A"), (right, "B")):
    with column:
        now.draw(letter.lower())
        if now[letter.lower()] == OWN:
            own_frequencies(letter)
with more:
    st.selectbox(
        "Failing cases",
        [title for title, _, _ in CASES],
        index=None,
        placeholder="Choose one",
        key="case",
        on_change=lambda: open_case(st.session_state.pop("case")),
        help="Settings that show a scheme going wrong, and the diagnostic that sees it.",
    )
choice, options = st.columns([6, 2], vertical_alignment="bottom")
with choice:
    diagnostic = now.draw("diagnostic")
with options, st.popover("Options", icon=":material/tune:", width="stretch"):
    for name in ("dimension", "first_axis", "second_axis", "n_draws"):
        now.draw(name)

kernel = kernel_by_hand(now)
d = own_dimension(now) or now["dimension"]
plane = tuple(min(now[name], d) - 1 for name in ("first_axis", "second_axis"))
if d > 1 and plane[0] == plane[1]:
    plane = (plane[0], plane[0] - 1 if plane[0] else 1)
for _, words, query in CASES:
    if now.holds(query):
        st.caption(words)
brief = st.empty()
sides, charts = [], {}
for letter, column in zip("AB", st.columns(2), strict=True):
    with column:
        side = chosen_side(letter, now, kernel, d)
        if side is not None:
            sides.append(side)
            charts[letter] = Chart(f"scheme-{letter.lower()}", narrow=True)
            st.caption("  \n".join([*([side.scheme.explanation] if side.scheme else []), *side.sample.notes]))
found = {side.letter: records_of(side, plane) for side in sides}


def draw(records, finished=True):
    """The chosen diagnostic of each side, on axes that hold both."""
    for side in sides:
        if side.letter not in records:
            continue
        others = [record for letter, record in records.items() if letter != side.letter]
        extra = {"coordinates": plane} if diagnostic == "cloud" else {}

        def picture(theme, side=side, others=others, extra=extra):
            look = replace(theme, narrow=True)
            made = PICTURES[diagnostic]
            return made(records[side.letter], side.what, look, scheme=side.name, beside=others, **extra)

        (charts[side.letter].show if finished else charts[side.letter].refine)(picture)


if diagnostic != "bias":
    draw({letter: records[diagnostic] for letter, records in found.items()})
elif any(side.draw is None for side in sides):
    st.info("Frequencies from a file have no other seeds, and so no bias to test.", icon=":material/info:")
st.header("What the diagnostics say", anchor=False)
place, biases = st.empty(), {}
jobs = bias_jobs(sides, now["n_draws"], now["seed"])
drawn = [side for side in sides if side.draw is not None]
for steps in growing_steps(jobs, "Drawing more seeds …"):
    biases = {side.letter: step.report for side, step in zip(drawn, steps, strict=True) if step and step.report}
    if diagnostic == "bias" and biases:
        draw(biases, finished=False)
if diagnostic == "bias" and biases:
    draw(biases)
verdicts = {side.letter: verdicts_of(side, found[side.letter], biases.get(side.letter)) for side in sides}
said = {f"{side.letter}: {side.what}": verdicts[side.letter] for side in sides}
if said:
    brief.markdown("  \n".join(summary(letter, each) for letter, each in verdicts.items()))
    place.html(verdict_table(said))
    st.download_button(
        "Verdicts (CSV)", verdict_csv(said), "verdicts.csv", "text/csv", on_click="ignore", icon=":material/download:"
    )
