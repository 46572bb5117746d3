"""What the scenes of a class show without phones: a simulated class, and the tests that the page's viewer spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rffviz.explorer.figures.answers import answers_figure
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.web.room.bids_picture import board
from rffviz.explorer.web.room.class_picture import class_picture
from rffviz.explorer.words.answers import Answers
from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.scenes import Scene
from rffviz.kernels import KERNELS, Kernel
from rffviz.studies.class_draws import class_draws, simulated_class

CLASS = 30  # people


def alone(scene: Scene, revealed: bool, seed: int, spent: Sequence[str], picture: Picture, look: Theme) -> Picture:
    """What a scene shows of its page's picture without a room; `spent` are the tests that the viewer chose."""
    if picture.figure is None:
        return picture
    if scene.bids:
        return board(scene, picture, look, revealed, seed=seed, people=CLASS)
    if scene.draws:
        return drawn_frequencies(scene, simulated_class(kernel_of(scene), CLASS, seed)[: 2 + revealed], look, seed)
    if revealed and spent:
        own = [scene.guess.index(each) for each in spent]
        return tests_board(Answers(scene.asked(None), ((own,),), scene.right_places), picture, look)
    return picture


def drawn_frequencies(scene: Scene, rounds: Sequence[Sequence[float]], look: Theme, seed: int | None = None) -> Picture:
    """The frequencies of a class, of each round, in place of the page's figure; `seed` is that of a simulated class."""
    return class_picture(class_draws(kernel_of(scene), rounds), look, seed)


def kernel_of(scene: Scene) -> Kernel:
    """The kernel whose spectrum a class draws from."""
    asked = scene.asked(None)
    return KERNELS[asked.kernel](length_scale=asked.length_scale)


def tests_board(answers: Answers, picture: Picture, look: Theme) -> Picture:
    """The tests that were spent in place of the page's figure: ten bars have no room beside it."""
    return replace(picture, figure=answers_figure(answers, look), scrub=None, readout=Readout())
