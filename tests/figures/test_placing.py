"""A label takes free room: over no line and no other label, as near to its place as that allows."""

import numpy as np
import pytest

from rffviz.explorer.figures.lines import line, words_beside
from rffviz.explorer.figures.placing import free_above, free_beside, is_free, room_above, room_of, room_taken
from rffviz.explorer.figures.theme import LIGHT, blank

WORDS = "Monte Carlo, <b>D ≈ 193</b>"


@pytest.fixture
def figure():
    figure = blank(LIGHT)
    figure.update_xaxes(type="log", range=[0, 4])
    return figure.update_yaxes(type="log", range=[-2, 1])


def test_the_size_is_that_of_the_longest_row_without_its_tags(figure):
    one, two = room_of(figure, WORDS, LIGHT), room_of(figure, f"{WORDS}<br>so", LIGHT)
    assert one == pytest.approx(room_of(figure, "M" * 20, LIGHT) * [1 + 0.05 * 7 / 20, 1])  # of which 7 are bold
    assert two == pytest.approx(one * [1, 2])


def test_no_line_leads_through_a_label(figure):
    at, room = np.array([2, -0.5]), room_of(figure, WORDS, LIGHT)
    _, y = free_above(figure, at, room)
    figure.add_annotation(x=at[0], y=y + 0.2, text="M" * 30, showarrow=False)
    assert free_above(figure, at, room) is None


def test_what_a_falling_line_covers_is_left_free(figure):
    figure.add_trace(line([1, 10**4], [10, 0.01], LIGHT.ink))  # through (2, −0.5) in the axes' units
    at, (width, height) = np.array([2, -0.5]), room_of(figure, WORDS, LIGHT)
    x, y = room_above(figure, at, np.array([width, height]))
    assert x - width / 2 <= at[0] <= x + width / 2 and y > at[1]  # a vertical leader line reaches it
    assert 1 - 0.75 * (x - width / 2) < y  # its lower left corner is above the line
    taken = room_taken(figure)
    assert is_free(taken, x - width / 2, x + width / 2, y, y + height)
    assert not is_free(taken, 1.5, 2.5, -0.8, -0.2) and is_free(
        room_taken(figure, but=figure.data[0]), 1.5, 2.5, -0.8, -0.2
    )


def test_without_anything_near_it_stands_right_above_and_not_on_another_label(figure):
    at, room = np.array([2, -1]), room_of(figure, WORDS, LIGHT)
    x, y = room_above(figure, at, room)
    assert x == 2 and y - at[1] < 0.06 * 3
    words_beside(figure, "another label", x, y, 10, 1)
    after = room_above(figure, at, room)
    assert after != (x, y) and after[1] >= y


def test_beside_a_point_the_first_free_place_is_taken(figure):
    figure.add_trace(line([1, 10**4], [10, 0.01], LIGHT.ink))
    room, at = room_of(figure, WORDS, LIGHT), (2, -0.5)  # on the line
    places = [(*at, 10, -4), (*at, -6, 4), (*at, 10, 4), (*at, -6, -4)]
    crossed, also, above, _ = places  # below to the right and above to the left it is crossed
    taken = room_taken(figure)
    assert free_beside(figure, room, places, taken) == above
    assert free_beside(figure, room, [crossed, also], taken) is None
    assert free_beside(figure, room, places, room_taken(figure, but=figure.data[0])) == crossed
    words_beside(figure, "M" * 20, *above)
    assert free_beside(figure, room, places, room_taken(figure)) == places[-1]
    assert free_beside(figure, room, [(3.9, 0.9, 10, 4)], room_taken(figure)) is None  # outside the plot


def test_a_label_takes_the_room_to_which_it_is_shifted(figure):
    words_beside(figure, "M" * 20, 2, -0.5, 10, 100)  # of 757 and 370 pixels
    assert room_taken(figure)[:, 1].min() == pytest.approx(-0.5 + 100 / 370 * 3)
    assert room_taken(figure)[:, 0].min() == pytest.approx(2 + 10 / 757 * 4)


@pytest.mark.slow
def test_in_a_figure_without_free_room_it_stands_inside(figure):
    for height in np.geomspace(0.01, 10, 60):
        figure.add_trace(line([1, 10**4], [height] * 2, LIGHT.ink))
    room = room_of(figure, WORDS, LIGHT)
    assert free_above(figure, np.array([0.1, -1]), room) is None
    x, y = room_above(figure, np.array([0.1, -1]), room)
    assert x - room[0] / 2 >= 0 and -1 < y < 1


@pytest.mark.parametrize(
    ("dx", "dy", "anchors"),
    [
        (10, 4, ("left", "bottom")),
        (-6, -4, ("right", "top")),
        (10, 0, ("left", "middle")),
        (-6, 4, ("right", "bottom")),
    ],
)
def test_words_beside_a_point_stand_on_the_side_they_are_shifted_to(figure, dx, dy, anchors):
    words_beside(figure, "a label", 2, -0.5, dx, dy)
    note = figure.layout.annotations[-1]
    assert (note.xanchor, note.yanchor) == anchors and (note.xshift, note.yshift) == (dx, dy)
