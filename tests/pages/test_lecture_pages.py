"""The two pages a lecture begins with: every view asks, shows something, and says what it cannot show."""

import pathlib

import pytest
from streamlit.testing.v1 import AppTest

from pages import features, kernel
from rffviz.kernels import KERNELS

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]
VIEWS = [(page.PAGE, view) for page in (kernel, features) for view in page.PAGE.views]


def open_view(page, **query):
    """A page after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, text in query.items():
        app.query_params[name] = text
    app.switch_page(str(ROOT / f"pages/{page}.py"))
    app.run()
    assert not app.exception and not app.error
    return app


def headline(app):
    return app.header[0].value


def notices(app):
    return [each.value for each in (*app.warning, *app.info)]


@pytest.mark.parametrize(("page", "view"), VIEWS, ids=lambda each: each.name)
def test_every_view_asks_a_question_and_shows_a_figure_by_default(page, view):
    app = open_view(page.name, view=view.name)
    (title,), (chart,) = app.title, app.get("plotly_chart")
    assert title.value == view.question and view.question.endswith("?")
    assert len(chart.proto.alt) > 60 and len(headline(app)) > 20
    assert not notices(app)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("spectrum", ["line", "plane"])
def test_every_kernel_has_its_spectrum(spectrum, name):
    app = open_view("kernel", spectrum=spectrum, kernel=name, length_scale="0.5", n_freqs="30", density_scale="log")
    assert KERNELS[name].label in headline(app) and "ℓ = 0.5" in app.caption[0].value and not notices(app)


def test_a_kernel_stands_beside_another_but_not_beside_itself():
    assert "2.58 (Gaussian) and 63.7 (Laplacian)" in headline(open_view("kernel", other_kernel="laplacian"))
    assert "Gaussian kernel is the mean" in headline(open_view("kernel", other_kernel="gaussian"))


def test_a_formula_is_judged_and_one_that_says_nothing_is_refused_with_the_default_in_its_place():
    assert "is not positive definite" in headline(open_view("kernel", view="own_kernel"))
    assert "exp(−r) is positive definite" in headline(open_view("kernel", view="own_kernel", formula="exp(-r)"))
    app = open_view("kernel", view="own_kernel", formula="r")
    assert notices(app) == [
        "formula must have a finite value above 0 at r = 0, which becomes 1, got 0. `exp(-r^4)` is shown instead."
    ]
    assert "exp(−r^4)" in headline(app)
    (said,) = notices(open_view("kernel", view="own_kernel", formula="__import__('os')"))
    assert "cannot be used: it must hold no functions but exp" in said


def test_what_is_typed_in_place_of_a_formula_is_refused_in_a_sentence():
    app = open_view("kernel", view="own_kernel")
    app.text_input[0].set_value("![x](http://example.org/x.png)").run()
    assert not app.exception and not app.error
    (said,) = notices(app)
    assert said.startswith("formula must be one expression of numbers") and "example" not in said
    app.text_input[0].set_value("max(0, 1 - r)").run()
    assert "max(0, 1 − r) is positive definite" in headline(app) and not notices(app)
    assert app.query_params["formula"] in ("max(0, 1 - r)", ["max(0, 1 - r)"])


def test_the_positive_map_gives_way_to_the_paired_one():
    app = open_view("features", view="two_points", map="positive")
    assert "The cos and sin map is shown" in notices(app)[0]
    assert "a cosine and a sine" in app.caption[0].value
    assert "a random phase" in open_view("features", view="two_points", map="offset").caption[0].value


def test_distances_reach_from_equal_points_to_far_ones():
    for feature in ("circle", "pair", "binning"):
        for distance in ("0", "20"):
            app = open_view("features", feature=feature, distance=distance, length_scale="0.05")
            assert f"‖x − y‖ = {distance}" in app.caption[0].value and not notices(app)


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("start", {"waves": "3"}),
        ("kernel", {"n_freqs": "7"}),
        ("features", {"view": "binning", "n_grids": "5"}),
        ("convergence", {"view": "matrices", "n_freqs": "7", "dataset": "iris"}),
        ("adaptive", {"view": "weights", "weight_decay": "0.02", "n_landmarks": "30"}),
        ("adaptive", {"view": "learning", "iteration": "7", "n_iterations": "5", "n_learned": "5"}),
        ("prediction", {"view": "line", "n_freqs": "7", "n_train": "10"}),
        ("prediction", {"view": "image", "image_length": "0.7", "photo_freqs": "8"}),
    ],
)
def test_a_position_between_the_stops_is_read_at_the_nearest(page, query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(query)
    if page != "start":
        app.switch_page(str(ROOT / f"pages/{page}.py"))
    app.run()
    assert not app.exception and not app.error and app.get("plotly_chart")
