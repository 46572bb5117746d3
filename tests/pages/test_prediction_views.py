"""The views of the page on prediction run without a browser, small, and say in a sentence what is not shown."""

import pathlib
import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from rffviz.datasets import Dataset
from rffviz.features import NystromFeatures
from rffviz.studies.contenders import FAILED
from rffviz.validation import Refusal
from rffviz.views.prediction.image.view import image_job
from rffviz.web.settings.table import TABLE

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def fresh_machine(monkeypatch, tmp_path):
    """Neither data folder nor cache, and no way out."""
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path))


def open_use(**query):
    """The page after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=90)
    for name, text in query.items():
        app.query_params[name] = text
    app.switch_page(str(ROOT / "pages/prediction.py"))
    app.run()
    assert not app.exception and not app.error
    return app


def captions(app):
    return " ".join(caption.value for caption in app.caption)


def test_what_another_package_says_is_not_shown(monkeypatch):
    def broken(*_):
        return np.zeros(2) + np.zeros(3)

    monkeypatch.setattr("rffviz.studies.contenders.NystromFeatures", broken)
    app = open_use(view="real_data", dataset="iris", method="nystrom,fourier", n_splits="1", n_points="49")
    assert f"Nyström + ridge is left out. {FAILED}" in captions(app) and "broadcast" not in captions(app)
    assert "Fourier + ridge" in app.header[0].value


def alt(app):
    (chart,) = app.get("plotly_chart")
    return chart.proto.alt


def test_line_with_draws_and_starvation():
    app = open_use(n_freqs="2", draws="3", n_train="20")
    assert "exact kernel ridge prediction" in alt(app)
    assert "thin lines: 3 draws from each posterior" in captions(app)
    app = open_use(n_freqs="2", draws="3", n_train="20", drawn_by="pathwise")
    assert "of the features' prior with the exact update" in captions(app)


def test_points_of_ones_own_on_a_line_are_asked_for():
    app = open_use(function="own", n_train="20")
    assert "Draw at least 3 points" in captions(app) and "Sine" in captions(app)


def test_plane_compares_surfaces_and_says_what_is_left_out(monkeypatch):
    app = open_use(view="surfaces", method="svm,fourier,nystrom", n_freqs="300")
    assert "Decision surfaces of kernel SVM, Fourier + ridge, Nyström + ridge on the same points" in alt(app)
    assert "support vectors" in captions(app) and not app.info and "is left out" not in captions(app)

    def refuse(self, X, y=None):
        raise Refusal("It does not want to.")

    monkeypatch.setattr(NystromFeatures, "fit", refuse)
    app = open_use(view="surfaces", method="svm,fourier,nystrom", n_freqs="299")
    assert "Decision surfaces of kernel SVM, Fourier + ridge on the same points" in alt(app)
    assert "Nyström + ridge is left out. It does not want to." in captions(app)


def test_plane_asks_for_both_classes():
    app = open_use(view="surfaces", toy="own", method="fourier")
    assert "Draw at least 3 points" in captions(app)


def test_real_data_has_curves_and_a_table():
    app = open_use(view="real_data", dataset="iris", method="svm,fourier", n_splits="2", n_points="60")
    assert "Test error and seconds to fit of kernel SVM, Fourier + ridge" in alt(app)
    assert set(app.dataframe[0].value["method"]) == {"kernel SVM", "Fourier + ridge"}
    assert "from the training part alone" in captions(app) and "2 splits" in captions(app)
    assert "60 of 100 points to train and 50 to test, drawn at random; the split is random." in captions(app)
    assert {button.label for button in app.get("download_button")} >= {"Table (HTML)", "Figure (HTML)"}


def test_real_data_that_are_not_here_can_be_fetched():
    app = open_use(view="real_data", dataset="parkinsons", method="fourier", n_splits="1", n_points="50")
    assert app.warning[0].value.endswith("Diabetes is shown instead.")
    assert "Fetch it from its public source" in {button.label for button in app.button}


def test_methods_of_another_task_give_way_to_fourier():
    app = open_use(view="real_data", dataset="iris", method="kernel_ridge", n_splits="1", n_points="50")
    assert set(app.dataframe[0].value["method"]) == {"Fourier + ridge"}
    (said,) = (info.value for info in app.info)
    assert said.startswith("Not for answers that are more than two classes, and so not shown: kernel ridge. Fourier + ")


def test_plane_says_which_chosen_methods_have_no_panel():
    app = open_use(view="surfaces", method="kernel_ridge,svm,fourier", n_freqs="32")
    assert "of kernel SVM, Fourier + ridge on the same points" in alt(app)
    assert "Not for answers that are two classes, and so not shown: kernel ridge." in captions(app)


def test_row_of_the_table_needs_its_data():
    app = open_use(view="table1", row="cpu")
    assert len(app.warning) == 1 and "RFFVIZ_DATA" in app.warning[0].value and not app.dataframe


def test_row_of_the_table_is_a_table(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, (80, 3))
    data = Dataset("small", "Small", X, X.sum(axis=1), "regression", "made here", split=np.arange(80) % 4 // 3)
    monkeypatch.setattr("rffviz.views.prediction.table1.view.load", lambda name, **_: data)
    app = open_use(view="table1", n_splits="1")
    table = app.dataframe[0].value
    assert list(table["size"]) == ["300 frequencies", "350 grids", "60 points"]
    assert "has the smallest error here" in app.header[0].value and "Small, 60 points to train" in captions(app)
    assert "Figure (HTML)" not in {button.label for button in app.get("download_button")}


def test_photograph():
    app = open_use(view="image", photo_freqs="16")
    assert "A Chinese roof" in captions(app) and "pixels" in alt(app)


def test_double_descent():
    app = open_use(view="descent", n_seeds="1", dataset="digits")
    assert "first class against the rest" in captions(app) and "Test error against the number" in alt(app)


def test_kernel_error_and_change_of_prediction():
    app = open_use(view="kernel_error", n_seeds="2", ridge="0.01", n_freqs="48", sampler="monte_carlo,sobol_scrambled")
    assert "Each fit's largest change of prediction, and its test error" in alt(app) and not app.info
    assert "at D = 48" in app.header[0].value and "λ = 0.01" in captions(app)
    assert "Diabetes, 200 points to train and 147 to test" in captions(app) and "effective degrees" in captions(app)
    assert {button.label for button in app.get("download_button")} >= {"Figure (HTML)", "Data (CSV)", "Python script"}


def test_kernel_error_of_two_classes_and_of_schemes_that_are_not_defined_here():
    asked = {"dataset": "digits", "kernel": "laplacian", "sampler": "sorf,halton", "n_freqs": "4096"}
    app = open_use(view="kernel_error", n_seeds="1", **asked)
    assert "first class against the rest" in captions(app) and "Halton" in captions(app)
    told = " ".join(info.value for info in app.info)
    assert "2,048 frequencies are used" in told and "is left out. Hadamard blocks turn frequencies" in told


@pytest.mark.parametrize("scheme", ["lattice_scrambled", "leverage", "moment_matching"])
def test_descent_with_any_scheme(scheme):
    app = open_use(view="descent", n_seeds="1", scheme=scheme, dataset="iris")
    assert "Test error against the number" in alt(app) and not app.warning


def test_sizes_that_a_scheme_is_not_defined_for_are_left_out():
    app = open_use(view="real_data", dataset="breast_cancer", scheme="moment_matching", method="fourier", n_splits="1")
    assert min(app.dataframe[0].value["size"]) > 30 and not app.info


def test_constant_answers_can_be_drawn_from():
    app = open_use(function="step", noise="0", n_train="2", seed="1", draws="3")
    assert "thin lines: 3 draws" in captions(app) and not app.warning


FOUR = "-100.50_100.20.1_30.-100.1_50.50.1"


def test_few_points_of_ones_own():
    app = open_use(view="unsupervised", toy="own", n_clusters="10", drawn=FOUR)
    assert not app.warning
    assert "Your own points, 4 points" in captions(app)
    assert app.info[0].value == "4 clusters are looked for: there are no more points."
    assert app.session_state["_drawn"] == [[-1.0, 0.5, -1], [1.0, 0.2, 1], [0.3, -1.0, 1], [0.5, 0.5, 1]]
    app.query_params["view"] = "surfaces"
    app.run()
    assert app.info[0].value == "Draw at least 6 points of each class: one has 1."


def test_own_points_are_in_the_link_where_it_can_hold_them():
    """Pasted ones; those with more decimals stay in the session, and the page says so."""
    app = open_use(function="own")
    (text,), use = app.text_area, next(button for button in app.button if button.label == "Use these")
    text.input("-1, 0.5\n0.25, 2\n1, 0.07")
    use.click().run()
    assert app.query_params["drawn"] == "-100.50_25.200_100.7" and "stay in this session" not in captions(app)
    again = open_use(function="own", drawn="-100.50_25.200_100.7")
    assert again.get("plotly_chart")[0].proto.spec == app.get("plotly_chart")[0].proto.spec
    app.text_area[0].input("-1, 0.5\n0.253, 2\n1, 0.07")
    next(button for button in app.button if button.label == "Use these").click().run()
    assert "drawn" not in app.query_params and "Your own points, 3 points" in captions(app)
    assert "These points stay in this session: a link holds at most 150 points, with two decimals." in captions(app)


@pytest.mark.parametrize(
    ("query", "classes"), [({"function": "own"}, False), ({"view": "surfaces", "toy": "own"}, True)]
)
def test_a_regression_has_one_pen_and_no_noise_of_its_own(query, classes, monkeypatch):
    given = []
    monkeypatch.setattr("rffviz.web.components.drawing.component", lambda name: lambda data, **_: given.append(data))
    app = open_use(method="fourier", n_freqs="16", **query)
    assert given[0]["classes"] is classes and (given[0]["first"] == given[0]["second"]) is not classes
    assert not {"Noise", "Training points"} & {slider.label for slider in app.select_slider}


def test_without_labels():
    app = open_use(view="unsupervised", toy="moons", n_clusters="3", n_freqs="16")
    assert "Kernel principal components and clusters" in alt(app) and "3 clusters of k-means" in captions(app)


@pytest.mark.parametrize("query", [{"use": "magic"}, {"method": "telepathy"}, {"n_splits": "0"}, {"row": "kdd"}])
def test_unusable_links_get_a_sentence(query):
    app = open_use(n_train="10", **query)
    assert "cannot be used" in app.warning[0].value


def own_table(target, rows):
    """The view of real data with a file of one's own and this column of answers."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=90)
    for name, text in {"view": "real_data", "dataset": "own", "method": "fourier", "n_splits": "1"}.items():
        app.query_params[name] = text
    app.switch_page(str(ROOT / "pages/prediction.py"))
    app.run()
    assert "choose a CSV file" in app.warning[0].value
    app.file_uploader[0].upload("mine.csv", rows.encode(), "text/csv").run()
    assert not app.exception and not app.error
    app.selectbox(key=next(box.key for box in app.selectbox if box.label == "Column of answers")).select(target).run()
    assert not app.exception and not app.error
    return app


ROWS = "a,b,kind,same,size\n" + "\n".join(
    f"{i % 7},{(i * i) % 11},{'cat' if i % 3 else 'dog'},5,{i % 5 + 0.5}" for i in range(60)
)


def test_own_answers_in_numbers_and_in_words():
    app = own_table("size", ROWS)
    assert "root mean square" in captions(app) and "mine.csv" in captions(app)
    app = own_table("kind", ROWS)
    assert "percent of answers wrong" in captions(app)


def test_a_class_that_a_part_of_the_split_lacks_is_named():
    """One row of 60 is a fox: it trains or it tests, and the other part has none."""
    rows = [line.replace("cat", "fox") if i == 8 else line for i, line in enumerate(ROWS.splitlines())]
    app = own_table("kind", "\n".join(rows))
    (told,) = [info.value for info in app.info if "fox" in info.value]
    assert re.match("The class fox has no (training|test) point: it is not (learned|measured) there.$", told)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("a,b,size\n1,2,3\n2,3,5\n3,1,4\n", "must have at least 6 rows, some of them to test on, got 3"),
        ("a,b,size\n" + "\n".join(f"1,2,{i}" for i in range(9)), "The inputs must vary: all 9 rows are the same"),
    ],
)
def test_files_that_nothing_can_be_learned_from(rows, said):
    app = own_table("size", rows)
    assert any(said in warning.value and "Diabetes is shown instead" in warning.value for warning in app.warning)


def test_own_answers_that_are_all_the_same():
    app = own_table("same", ROWS)
    assert any("must" in warning.value and "Diabetes is shown instead" in warning.value for warning in app.warning)


@pytest.mark.parametrize(
    ("query", "idle"),
    [
        ({"view": "line"}, {"n_freqs": "256"}),
        ({"view": "surfaces", "method": "fourier,svm", "n_freqs": "32"}, {"length_scale": "5"}),
        ({"view": "surfaces", "method": "fourier,svm", "n_freqs": "32", "length_rule": "hand"}, {}),
        ({"view": "image", "photo_freqs": "16"}, {"length_scale": "5", "n_freqs": "64"}),
        ({"view": "kernel_error", "n_seeds": "1", "dataset": "iris", "sampler": "sobol"}, {"length_scale": "5"}),
        ({"view": "descent", "n_seeds": "1", "dataset": "iris"}, {"length_scale": "5", "n_freqs": "64"}),
        ({"view": "unsupervised", "n_freqs": "32"}, {"length_scale": "5", "n_freqs": "32"}),
        ({"view": "image", "photo_freqs": "16", "kernel": "matern"}, {"length_scale": "5", "n_freqs": "64"}),
    ],
)
def test_the_sidebar_holds_what_changes_the_picture(query, idle):
    """What is not shown changes nothing, or is scrubbed beside the figure; what is shown is all the others."""
    app = open_use(**query)
    kinds = (app.sidebar.selectbox, app.sidebar.select_slider, app.sidebar.number_input, app.sidebar.slider)
    shown = {widget.key.rpartition("-")[0] for kind in kinds for widget in kind} - {"photo_freqs"}
    assert shown == {"kernel", "length_scale", "n_freqs", "seed"} - set(idle) | ({"nu"} if "kernel" in query else set())
    if idle:
        other = open_use(**query, **{name: text for name, text in idle.items() if name not in query})
        assert [header.value for header in other.header] == [header.value for header in app.header]
        assert other.get("plotly_chart")[0].proto.spec == app.get("plotly_chart")[0].proto.spec


def test_the_plane_opens_where_methods_disagree():
    """Two moons: off the points, Fourier features and the support vector machine part."""
    app = open_use(view="surfaces", method="svm,fourier")
    agree = int(re.search(r"agree on (\d+) %", app.header[0].value)[1])
    assert "Two moons" in captions(app) and agree < 80


def test_without_labels_opens_where_two_frequencies_are_not_enough():
    app = open_use(view="unsupervised")
    few = int(re.search(r"that of 2(?: frequencies)? by (\d+) %", app.header[0].value)[1])
    assert "Two moons" in captions(app) and few < 70


def test_a_photograph_opens_sharp(monkeypatch):
    asked = {}
    monkeypatch.setattr("rffviz.views.prediction.image.view.job", lambda *_, **given: asked.update(given))
    settings = {name: parameter.default for name, parameter in TABLE.items()}
    image_job(settings, None)
    assert asked["n_freqs"] == 512 and asked["ridge"] == 1e-5
