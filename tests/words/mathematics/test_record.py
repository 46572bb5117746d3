"""The mathematics of several records repeats no passage, and no passage is cut."""

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, of_each

LINES = {
    "A": (
        "For an unbiased scheme |z| exceeds",
        Formula("t=3"),
        "at one of 20 distances.",
        "The ratio:",
        Formula("s=2"),
    ),
    "B": (
        "For an unbiased scheme |z| exceeds",
        Formula("t=3"),
        "at one of 20 distances.",
        "The ratio:",
        Formula("s=1"),
    ),
    "C": (
        "For an unbiased scheme |z| exceeds",
        Formula("t=4"),
        "at one of 20 distances.",
        "The ratio:",
        Formula("s=2"),
    ),
}


def test_a_passage_is_dropped_with_its_formulas_or_not_at_all():
    every = of_each(lambda lines: Mathematics("It is so.", lines, "X 2000"), LINES)
    assert every.statement == "It is so." and every.source == "X 2000"
    assert every.lines == (
        "**A**",
        *LINES["A"],
        "**B**",
        "The ratio:",
        Formula("s=1"),
        "**C**",
        *LINES["C"][:3],
    )
