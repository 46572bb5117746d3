"""A view under two settings: both are drawn, on axes that hold both, and one click ends it."""

import json
import math
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from rffviz.explorer.figures.axes import on_common_axes
from rffviz.explorer.views.kernel.spectrum.view import VIEW as SPECTRUM
from rffviz.explorer.web.compare import OfSide, sides
from rffviz.explorer.web.settings.table import TABLE
from tests.views.opening import captions, opened, widget

COMPARED = [
    ("convergence", "curve", {"beside": "dataset=iris&sampler=monte_carlo", "sampler": "monte_carlo"}),
    ("convergence", "matrices", {"beside": "dataset=iris"}),
    ("kernel", "spectrum", {"kernel": "laplacian", "beside": "kernel=gaussian"}),
    ("features", "two_points", {"beside": "kernel=laplacian"}),
    ("prediction", "line", {"beside": "n_freqs=4"}),
    ("adaptive", "weights", {"beside": "n_landmarks=10"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "view", "query"), COMPARED, ids=[f"{page}-{view}" for page, view, _ in COMPARED])
def test_a_view_shows_both_sides(page, view, query):
    alone = opened(page, view=view, **{name: text for name, text in query.items() if name != "beside"})
    both = opened(page, view=view, **query)
    assert len(both.get("plotly_chart")) == 2 * len(alone.get("plotly_chart"))
    assert {each.value[:2] for each in both.header if each.value[1] == ":"} == {"A:", "B:"}
    assert both.header[0].value == f"A: {alone.header[0].value}"
    names = [json.loads(each.proto.spec)["layout"]["title"]["text"] for each in both.get("plotly_chart")]
    assert [name[:8] for name in names] == ["<b>A</b>", "<b>B</b>"] * len(alone.get("plotly_chart"))
    assert all(name[8:].strip() in captions(both) for name in names)


def test_b_has_its_own_settings_but_the_seed_and_the_scrubbed_position_of_a():
    defaults = {name: TABLE[name].default for name in SPECTRUM.parameters}
    settings = defaults | {"seed": 3, "n_freqs": 32, "beside": "kernel=laplacian&seed=9&n_freqs=512"}
    each = sides(SPECTRUM, settings)
    assert each["A"] == settings
    assert each["B"] == settings | {"kernel": "laplacian"} != each["A"]


@pytest.mark.release
def test_a_click_keeps_the_settings_as_b_and_another_ends_the_comparison():
    app = opened("kernel", view="spectrum", kernel="laplacian")
    app.button(key="compare").click().run()
    assert "B is frozen" in captions(app) and len(app.get("plotly_chart")) == 2
    widget(app.selectbox, "kernel").select("gaussian").run()
    assert "Kernel Gaussian" in captions(app) and "Kernel Laplacian" in captions(app)
    app.button(key="compare").click().run()
    assert len(app.get("plotly_chart")) == 1 and not [each for each in app.header if each.value[:2] in ("A:", "B:")]


@pytest.mark.release
def test_defaults_can_be_kept_too():
    app = opened("kernel", view="spectrum")
    app.button(key="compare").click().run()
    assert len(app.get("plotly_chart")) == 2


@pytest.mark.release
def test_a_link_of_an_earlier_version_opens_the_comparison():
    app = opened("convergence", view="beside", sampler="monte_carlo", n_seeds="3", beside="dataset=iris&n_seeds=3")
    assert len(app.get("plotly_chart")) == 2 and "Data Iris" in captions(app)


def test_axes_hold_both_figures_and_the_figure_itself_stays():
    low, high = (
        go.Figure(
            layout={"xaxis": {"range": x}, "yaxis": {"range": y, "type": "log"}, "coloraxis": {"cmin": c, "cmax": 1}}
        )
        for x, y, c in (([0, 1], [2, -1], -1), ([-3, 0.5], [1, 0], 0))
    )
    low.update_yaxes(tickvals=[1, 10], ticktext=["1", "10"])
    high.update_yaxes(tickvals=[3], ticktext=["3"])
    common = on_common_axes(low, [low, high])
    assert common.layout.xaxis.range == (-3, 1) and common.layout.yaxis.range == (2, -1)  # reversed as it was
    assert common.layout.coloraxis.cmin == -1 and common.layout.coloraxis.cmax == 1
    assert common.layout.yaxis.tickvals == (1, 3, 10) and common.layout.yaxis.ticktext == ("1", "3", "10")
    assert low.layout.xaxis.range == (0, 1)
    free = on_common_axes(go.Figure(), [low, None])
    assert free.layout.xaxis.range is None


def plain(theme):
    """A picture of one line."""
    from rffviz.explorer.figures.picture import Picture
    from rffviz.explorer.figures.theme import blank
    from rffviz.explorer.words.readout import Readout

    figure = blank(theme).add_scatter(y=[1, 2]).update_layout(xaxis_range=[0, 1], yaxis_range=[1, 2])
    return Picture("p", "a title", "words", figure, "Alt.", Readout(), {})


@pytest.mark.release
def test_the_sides_of_a_comparison_share_their_axes():
    from rffviz.explorer.figures.theme import LIGHT
    from rffviz.explorer.views.start.profile.picture import profile_picture
    from rffviz.kernels import Gaussian, Laplacian
    from rffviz.studies.profile import kernel_profile

    records = {"A": kernel_profile(Gaussian(), [1, 8]), "B": kernel_profile(Laplacian(), [1, 8])}
    said = {"A": "Kernel Gaussian", "B": f"Formula r<1, {'a long one, ' * 9}"}
    a, b = (OfSide(profile_picture, letter, said[letter])(records, LIGHT) for letter in "AB")
    assert a.figure.layout.title.text == "<b>A</b>  Kernel Gaussian"
    assert b.figure.layout.title.text == "<b>B</b>  Formula r&lt;1, a long one, a long one, a …"
    phone = replace(LIGHT, narrow=True)
    narrow = OfSide(profile_picture, "B", said["B"])(records, phone).figure.layout.title.text
    assert narrow == "<b>B</b>  Formula r&lt;1, a long one, a …"
    alone = profile_picture(records["A"], phone).figure.layout
    assert a.figure.layout.height - alone.height == a.figure.layout.margin.t - alone.margin.t > 20
    for name in ("xaxis", "yaxis"):
        assert a.figure.layout[name].range == b.figure.layout[name].range
    assert a.title.startswith("A: ") and b.name.endswith("-b")
    assert not np.array_equal(a.figure.data[-1].y, b.figure.data[-1].y)


@pytest.mark.slow
def test_the_sizes_of_both_sides_are_divided_above_the_larger_as_part_of_the_answer():
    from rffviz.explorer.figures.enlarge import without_answer
    from rffviz.explorer.figures.theme import LIGHT

    d, monte_carlo, sobol = (
        ("dimension", "setting", ""),
        ("D of MC", "measured", "sup"),
        ("D of Sobol'", "measured", "sup"),
    )
    bound, other = ("D by one", "bound", "sup"), ("D by another", "bound", "sup")
    sizes = {"A": {d: 4, monte_carlo: 331, sobol: 80, other: math.inf, bound: 39_491}}
    sizes["B"] = {d: 61, monte_carlo: 691, sobol: 70, other: 50, bound: 531_037}

    def drawn(letter, theme):
        return replace(plain(theme), sizes=sizes[letter])

    presented = replace(LIGHT, presented=True)

    def side(letter, theme=presented):
        return OfSide(drawn, letter)({"A": "A", "B": "B"}, theme)

    def ratios(picture):
        return [
            note.text for note in picture.figure.layout.annotations if note.visible is not False and "÷" in note.text
        ]

    assert ratios(side("B")) == ["<b>B ÷ A</b>: dimension 15×, D of MC 2.1×, D by one 13×"]
    assert side("B").alt.endswith(". B ÷ A: dimension 15×, D of MC 2.1×, D by one 13×.")
    assert ratios(side("A")) == ratios(without_answer(side("B"))) == [] and "÷" not in side("A").alt
    assert side("A").figure.layout.height == side("B").figure.layout.height
    sizes["A"], sizes["B"] = sizes["B"], sizes["A"]
    assert ratios(side("A")) == ["<b>A ÷ B</b>: dimension 15×, D of MC 2.1×, D by one 13×"] and ratios(side("B")) == []
    assert ratios(side("A", LIGHT)) == ["<b>A ÷ B</b>: dimension 15×, D of MC 2.1×<br>D by one 13×"]
    sizes["A"] = {d: 61, sobol: 70, bound: 39_491}
    sizes["B"] = {d: 61, sobol: 7, bound: 39_491}
    assert ratios(side("A")) == ["<b>A ÷ B</b>: D of Sobol' 10×, D by one 1.0×"]
    sizes["B"] = {d: 61, sobol: 140, bound: 1e18, other: 3}
    assert ratios(side("B")) == ["<b>B ÷ A</b>: D of Sobol' 2.0×, D by one 2.5 × 10¹³×"]
    sizes["B"] = {d: 61, ("D of Sobol'", "measured", "rmse"): 7}
    assert ratios(side("A")) == ratios(side("B")) == []


def test_a_picture_that_shares_its_axes_is_told_of_the_other_side():
    from rffviz.explorer.figures.picture import ANSWER
    from rffviz.explorer.figures.theme import LIGHT

    told = []

    def sharing(record, theme, beside=()):
        told.append((record, *beside))
        made = plain(theme)
        made.figure.update_layout(margin_b=90 if record == "a" else 120)
        return made

    sides = [OfSide(sharing, letter)({"A": "a", "B": "b"}, LIGHT).figure.layout for letter in "AB"]
    assert set(told) == {("a", "b"), ("b", "a")} and {each.margin.b for each in sides} == {120}

    def named(record, theme):
        """B has a line of the answer and one more in its legend."""
        made = plain(theme)
        made.figure.update_layout(showlegend=True)
        for meta in (None, ANSWER) if record == "b" else ():
            made.figure.add_scatter(y=[1], name="line", meta=meta, showlegend=True)
        return made

    figures = [OfSide(named, letter)({"A": "a", "B": "b"}, LIGHT).figure for letter in "AB"]
    for meta in (None, ANSWER):  # as many rows, before the answer is shown and after
        rows = [[t for t in each.data if t.name and t.showlegend and t.meta == meta] for each in figures]
        assert len(rows[0]) == len(rows[1]) == 1
    assert {each.layout.legend.entrywidth for each in figures} == {0.5 * 15 * len("line")}  # as many in a row

    def half(record, theme):
        made = plain(theme)
        return made if record == "a" else replace(made, figure=None)

    figures = [OfSide(half, letter)({"A": "a", "B": "b"}, LIGHT).figure for letter in "AB"]
    assert figures[0] is not None and figures[1] is None


def test_both_charts_take_the_pictures_that_were_drawn_once():
    from rffviz.explorer.figures.theme import DARK, LIGHT

    drawn, records, shared = [], {"A": "a", "B": "b"}, {}

    def drawing(record, theme):
        drawn.append(record)
        return plain(theme)

    a, b = (OfSide(drawing, letter, shared=shared) for letter in "AB")
    titles = [each(records, LIGHT).figure.layout.title.text for each in (a, b)]
    assert drawn == ["a", "b"] and titles[0] != titles[1]
    b(records, DARK)
    a({"A": "a", "B": "c"}, DARK)
    assert drawn == ["a", "b"] * 2 + ["a", "c"]
