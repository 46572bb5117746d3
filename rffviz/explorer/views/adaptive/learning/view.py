"""Learning: how do frequencies move while they are learned?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Points
from rffviz.explorer.views.adaptive.learning.picture import FREQUENCIES, learning_picture
from rffviz.explorer.views.adaptive.learning.words import learning_mathematics
from rffviz.explorer.views.adaptive.view import SHARED, LabelledPoints, on_landmarks, plane_points
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import resolve_points_and_kernel, two_axes
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.view import View
from rffviz.foundation.validation import Refusal
from rffviz.studies.learning import LearningProgress, learning_from_points
from rffviz.studies.plane import Plane, SeenLearning, coordinate_plane, plane_view, principal_plane, wave_over


def learned_points(settings: Mapping) -> LabelledPoints:
    """The points to learn on: those in the plane, or those of a dataset, without classes."""
    if settings["learned_on"] == "shape":
        return plane_points(settings)
    points, kernel = resolve_points_and_kernel(settings)
    if points.d == 1:
        raise Refusal("The data must have at least 2 columns that vary to be seen in a plane, got 1.")
    return points, None, kernel


def learning_job(settings: Mapping, data: LabelledPoints) -> Job:
    """Frequencies and weights while they are learned."""
    optimizer = settings["optimizer"]
    return Job(
        learning_from_points,
        "Learning …",
        n_freqs=settings["n_learned"],
        n_iterations=settings["n_iterations"],
        ridge=settings["learning_decay"],
        optimizer=optimizer,
        learning_rate=(settings["learning_rate"] or None) if optimizer == "algorithm1" else None,
        **on_landmarks(settings, data),
    )


def seen_learning(settings: Mapping, data: LabelledPoints, progress: LearningProgress) -> SeenLearning:
    """Learning in the chosen plane, with the wave of the chosen frequency once it has ended."""
    points, labels, _ = data
    view = made(plane_view, progress, points, _plane(settings, points))
    wave = None
    if progress.ended and settings["wave"]:
        wave = made(wave_over, progress, points, view, min(settings["wave"], progress.n_freqs))
    return made(SeenLearning, progress, view, labels, wave)


def choose_wave(settings: Settings, place: int) -> None:
    """A click on a frequency shows its wave, a second one hides it."""
    settings.put("wave", 0 if place + 1 == settings["wave"] else place + 1)


def _plane(settings: Mapping, points: Points) -> Plane:
    """The plane shown; coordinates out of range are replaced by the last ones of the data."""
    d = points.d
    if d > 2 and settings["plane"] == "principal":
        return made(principal_plane, points)
    return made(coordinate_plane, points, *(two_axes(settings, d) if d > 2 else (0, 1)))


VIEW = View(
    "learning",
    "Learning",
    "How do frequencies move while they are learned?",
    controls=("learned_on", "shape", "dataset", "n_learned"),
    options=(
        *("wave", "optimizer", "n_iterations", "learning_rate", "learning_decay", "landmarks", "n_landmarks"),
        *("n_points", "whiten", "plane", "first_axis", "second_axis"),
    ),
    carried=("drawn",),
    shared=SHARED,
    draw_inputs=learned_points,
    scrub="iteration",
    formerly={"weight_decay": "learning_decay"},
    drafts=False,
    jobs=learning_job,
    read=seen_learning,
    pictures=(learning_picture,),
    mathematics=learning_mathematics,
    click=((FREQUENCIES,), choose_wave),
)
