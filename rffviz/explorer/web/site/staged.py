"""A scene with its pictures, before and after the answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rffviz.explorer.figures.enlarge import without_answer
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.web.room.alone import alone
from rffviz.explorer.web.site.unattended import pictures_of
from rffviz.explorer.words.scenes import Scene

_NARROW = replace(LIGHT, narrow=True)


@dataclass(frozen=True)
class Shot:
    """One picture, drawn for a wide screen and for a phone's."""

    wide: Picture
    narrow: Picture

    @property
    def hidden(self) -> Shot:
        """The picture without its answer."""
        return Shot(without_answer(self.wide), without_answer(self.narrow))


@dataclass(frozen=True)
class Staged:
    """A scene and its shots before and after the answer; tables come last, and only in the answer."""

    scene: Scene
    number: int  # its number among all scenes, from 1
    before: tuple[Shot, ...]
    after: tuple[Shot, ...]

    @property
    def page(self) -> str:
        """Its file name."""
        return f"{self.number:02d}-{self.scene.name}.html"


def staged(scene: Scene, number: int) -> Staged:
    """Run the page that a scene opens, and again with the settings of its answer where they differ."""
    asked = _shots(scene, revealed=False)
    answered = _shots(scene, revealed=True) if scene.after or scene.draws else asked
    return Staged(scene, number, tuple(shot.hidden for shot in asked if shot.wide.figure is not None), answered)


def _shots(scene: Scene, revealed: bool) -> tuple[Shot, ...]:
    builds = pictures_of(scene.page, scene.revealed if revealed else scene.query)
    looks = LIGHT, _NARROW
    shots = (Shot(*(alone(scene, revealed, 0, (), build(look), look) for look in looks)) for build in builds.values())
    return tuple(sorted(shots, key=lambda shot: shot.wide.figure is None))
