"""What is said of work that waits for other work."""

from __future__ import annotations


def waiting(says: str, ahead: int) -> str:
    """What a job does, and how many jobs of the server come before it."""
    if not ahead:
        return says
    return f"{says} Waiting: {'one computation comes' if ahead == 1 else f'{ahead} computations come'} first."
