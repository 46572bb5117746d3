"""Votes after the answer, as HTML: which were right, and the viewer's own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rffviz.explorer.words.answers import lettered_choices
from rffviz.explorer.words.scenes import Scene

_SIGNS = {"right": "✓ ", "wrong": "✗ ", "": ""}


def offered_votes(scene: Scene) -> str:
    """The votes as HTML before the answer, with the letters that phones show."""
    return " ".join(f'<span class="vote">{escape(vote)}</span>' for vote in lettered_choices(scene.guess))


def spent_tests(scene: Scene, spent: Sequence[str]) -> str:
    """The viewer's tests as HTML after the answer, and whether one of them finds the error."""
    sign = _SIGNS["wrong" if set(scene.right).isdisjoint(spent) else "right"].strip()
    return f'<span class="yours">Your tests: {escape(", ".join(spent))} {sign}</span>'


def judged_votes(scene: Scene, guess: str) -> str:
    """The votes as HTML, the right ones marked, and the viewer's own vote or words named right or wrong."""
    votes = []
    for vote in scene.guess:
        verdict = "right" if vote in scene.right else "wrong" if vote == guess and scene.right else ""
        votes.append(f'<span class="vote {verdict}">{_SIGNS[verdict]}{escape(vote)}</span>')
    if guess:
        verdict = scene.judged(guess)
        what = "vote" if guess in scene.guess else "guess"
        votes.append(f'<span class="yours">Your {what}: {escape(guess)} {_SIGNS[verdict].strip()}</span>')
    return " ".join(votes)
