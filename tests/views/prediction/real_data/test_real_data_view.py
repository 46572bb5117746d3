"""Real data and files of one's own: curves, a readout, and what cannot be learned."""

import json
import re

import numpy as np
import pytest

from rffviz.studies.contenders import FAILED
from tests.views.opening import alt, captions, details, open_page, opened, readouts, turn_to

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_what_another_package_says_is_not_shown(monkeypatch):
    def broken(*_):
        return np.zeros(2) + np.zeros(3)

    monkeypatch.setattr("rffviz.studies.contenders.NystromFeatures", broken)
    app = opened("prediction", view="real_data", dataset="iris", method="nystrom,fourier", n_splits="1", n_points="49")
    assert f"Nyström + ridge is left out. {FAILED}" in details(app) and "broadcast" not in details(app)
    assert "Fourier + ridge" in app.header[0].value


def test_real_data_has_curves_and_a_readout():
    app = opened("prediction", view="real_data", dataset="iris", method="svm,fourier", n_splits="2", n_points="60")
    assert "Test error and processor seconds to fit of kernel SVM, Fourier + ridge" in alt(app)
    assert all(name in readouts(app) for name in ("kernel SVM", "Fourier + ridge"))
    assert "from the training part alone" in details(app) and "2 splits" in details(app)
    assert "60 of 100 points to train and 50 to test, drawn at random; the split is random." in details(app)
    assert {button.label for button in app.get("download_button")} >= {"Figure (HTML)", "Data (CSV)"}


@pytest.mark.release
def test_real_data_that_are_not_here_can_be_fetched():
    app = opened("prediction", view="real_data", dataset="parkinsons", method="fourier", n_splits="1", n_points="50")
    assert app.warning[0].value.endswith("Diabetes is shown instead.")
    assert "Fetch it from its public source" in {button.label for button in app.button}


def test_methods_of_another_task_give_way_to_fourier():
    app = opened("prediction", view="real_data", dataset="iris", method="compressed", n_splits="1", n_points="50")
    assert "Fourier + ridge" in readouts(app) and "compressed" not in readouts(app)
    (said,) = (info.value for info in app.info)
    assert said.startswith("Not shown, since not for more than two classes: compressed Fourier. Fourier + ")


@pytest.mark.release
def test_sizes_that_a_scheme_is_not_defined_for_are_left_out():
    app = opened(
        "prediction",
        view="real_data",
        dataset="breast_cancer",
        scheme="moment_matching",
        method="fourier",
        n_splits="1",
    )
    (chart,) = app.get("plotly_chart")
    assert min(json.loads(chart.proto.spec)["layout"]["xaxis"]["tickvals"]) > 30 and not app.info


def own_table(target, rows):
    """The view of real data with a file of one's own and this column of answers."""
    app = open_page("prediction", view="real_data", dataset="own", method="fourier", n_splits="1")
    assert "choose one beside" in app.warning[0].value
    app.file_uploader[0].upload("mine.csv", rows.encode(), "text/csv").run()
    assert not app.exception and not app.error
    app.selectbox(key=next(box.key for box in app.selectbox if box.label == "Target column")).select(target).run()
    assert not app.exception and not app.error
    return app


ROWS = "a,b,kind,same,size\n" + "\n".join(
    f"{i % 7},{(i * i) % 11},{'cat' if i % 3 else 'dog'},5,{i % 5 + 0.5}" for i in range(60)
)


@pytest.mark.release
def test_own_answers_in_numbers_and_in_words():
    app = own_table("size", ROWS)
    assert "test RMSE / std(y)" in readouts(app) and "mine.csv" in details(app)
    assert "size: regression, 60 rows." in captions(app)
    app = own_table("kind", ROWS)
    assert "wrong" in readouts(app) and "percent wrong" in details(app)
    assert "kind: 2 classes, 60 rows." in captions(app)


def test_an_empty_last_column_is_not_the_target_unless_it_is_chosen():
    app = open_page("prediction", view="real_data", dataset="own", method="fourier", n_splits="1")
    rows = "a,b,size,\n" + "\n".join(f"{i % 7},{(i * i) % 11},{i % 5 + 0.5}," for i in range(60))
    app.file_uploader[0].upload("mine.csv", rows.encode(), "text/csv").run()
    (target,) = (box for box in app.selectbox if box.label == "Target column")
    assert target.value == "size" and "size: regression, 60 rows." in captions(app) and not app.warning
    target.select(target.options[-1]).run()
    assert "Diabetes is shown instead" in app.warning[0].value


def test_the_target_is_kept_while_other_pages_are_open():
    app = own_table("kind", ROWS.replace("1,1,cat", "1,1,NA"))
    assert "kind: 2 classes, 58 rows." in captions(app) and "missing value, most often in kind" in captions(app)
    turn_to(app, "kernel")
    app.query_params.update({"view": "real_data", "dataset": "own", "method": "fourier", "n_splits": "1"})
    turn_to(app, "prediction")
    (target,) = (box for box in app.selectbox if box.label == "Target column")
    assert target.value == "kind" and "wrong" in readouts(app)


@pytest.mark.release
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


@pytest.mark.release
def test_own_answers_that_are_all_the_same():
    app = own_table("same", ROWS)
    assert any("must" in warning.value and "Diabetes is shown instead" in warning.value for warning in app.warning)
