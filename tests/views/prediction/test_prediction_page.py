"""What the views of prediction share: points of one's own, links and the sidebar."""

import pytest

from tests.views.opening import opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


FOUR = "-100.50_100.20.1_30.-100.1_50.50.1"


def test_few_points_of_ones_own():
    app = opened("prediction", view="surfaces", toy="own", drawn=FOUR)
    assert app.session_state["_drawn"] == [[-1.0, 0.5, -1], [1.0, 0.2, 1], [0.3, -1.0, 1], [0.5, 0.5, 1]]
    assert app.info[0].value == "Draw at least 6 points of each class: one has 1."


@pytest.mark.parametrize(
    ("query", "classes"), [({"function": "own"}, False), ({"view": "surfaces", "toy": "own"}, True)]
)
def test_a_regression_has_one_pen_and_no_noise_of_its_own(query, classes, monkeypatch):
    given = []
    monkeypatch.setattr(
        "rffviz.explorer.web.components.drawing.component", lambda name: lambda data, **_: given.append(data)
    )
    app = opened("prediction", method="fourier", n_freqs="16", **query)
    assert given[0]["classes"] is classes and (given[0]["first"] == given[0]["second"]) is not classes
    assert not {"Noise", "Training points"} & {slider.label for slider in app.select_slider}


@pytest.mark.release
@pytest.mark.parametrize("query", [{"use": "magic"}, {"method": "telepathy"}, {"n_splits": "0"}])
def test_unusable_links_get_a_sentence(query):
    app = opened("prediction", n_train="10", **query)
    assert "cannot be used" in app.warning[0].value


@pytest.mark.release
@pytest.mark.parametrize(
    ("query", "idle"),
    [
        ({"view": "line"}, {"n_freqs": "256"}),
        ({"view": "surfaces", "method": "fourier,svm", "n_freqs": "32"}, {"length_scale": "5"}),
        ({"view": "surfaces", "method": "fourier,svm", "n_freqs": "32", "length_rule": "hand"}, {}),
        ({"view": "image", "photo_freqs": "16"}, {"length_scale": "5", "n_freqs": "64"}),
        ({"view": "kernel_error", "n_seeds": "1", "dataset": "iris", "sampler": "sobol"}, {"length_scale": "5"}),
        ({"view": "descent", "n_seeds": "1", "dataset": "iris"}, {"length_scale": "5", "n_freqs": "64"}),
        ({"view": "image", "photo_freqs": "16", "kernel": "matern"}, {"length_scale": "5", "n_freqs": "64"}),
    ],
)
def test_the_sidebar_holds_what_changes_the_picture(query, idle):
    """What is not shown changes nothing, or is scrubbed beside the figure; what is shown is all the others."""
    app = opened("prediction", **query)
    kinds = (app.sidebar.selectbox, app.sidebar.select_slider, app.sidebar.number_input, app.sidebar.slider)
    shown = {widget.key.rpartition("-")[0] for kind in kinds for widget in kind} - {"photo_freqs"}
    assert shown == {"kernel", "length_scale", "n_freqs", "seed"} - set(idle) | ({"nu"} if "kernel" in query else set())
    if idle:
        other = opened("prediction", **query, **{name: text for name, text in idle.items() if name not in query})
        assert [header.value for header in other.header] == [header.value for header in app.header]
        assert other.get("plotly_chart")[0].proto.spec == app.get("plotly_chart")[0].proto.spec
