"""Schemes have looks of their own, and colours stand out."""

import pytest

from rffviz.explorer.figures.panels import panels
from rffviz.explorer.figures.theme import LIGHT, THEMES, blank
from rffviz.samplers import SAMPLERS


def test_same_scheme_has_the_same_look_and_known_ones_differ():
    for theme in THEMES.values():
        looks = [theme.scheme(name) for name in SAMPLERS]
        assert len(set(looks)) == len(looks)
        own = "a_scheme_of_ones_own"
        assert theme.scheme(own) == theme.scheme(own) != theme.scheme("another_scheme_of_ones_own")


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)
def test_no_other_scheme_has_the_colour_of_monte_carlo(theme):
    others = {theme.scheme(f"scheme_{i}")[0] for i in range(200)}
    assert theme.scheme("monte_carlo")[0] not in others
    assert others == {*theme.hues.values()} - {theme.hues["blue"]}  # all other colours are used


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)
def test_colours_of_lines_and_words_stand_out(theme):
    """Contrast of at least 4.5 to 1, by the formula of WCAG 2."""
    for colour in (theme.ink, theme.muted, theme.bound, theme.exact, *theme.hues.values()):
        lighter, darker = sorted((luminance(colour), luminance(theme.paper)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, colour


def test_type_is_large_enough_for_the_last_row():
    layout = blank(LIGHT).layout
    for axis in (layout.xaxis, layout.yaxis):
        assert axis.tickfont.size >= 16 and axis.title.font.size >= 18


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)
def test_every_panel_looks_as_a_figure_of_one_plot(theme):
    one, many = blank(theme, 400).layout, panels(theme, 400, 2, 2, ["a", "", "c", "d"], shared_xaxes=True).layout
    assert many.template == one.template and many.height == 400 and (one.margin.t, many.margin.t) == (14, 34)
    axes = [each for name, each in many.to_plotly_json().items() if name[1:].startswith("axis")]
    assert len(axes) == 8 and all(each.items() >= one.xaxis.to_plotly_json().items() for each in axes)
    assert {(each.text, each.font.size, each.font.color) for each in many.annotations} == {
        (name, 18, theme.ink) for name in "acd"
    }
    assert panels(theme, 400, 1, 2).layout.margin.t == 14 and not panels(theme, 400, 1, 2, ["", ""]).layout.annotations
