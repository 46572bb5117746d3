"""Kernel error and change of prediction."""

import pytest

from tests.views.opening import alt, details, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_kernel_error_and_change_of_prediction():
    app = opened(
        "prediction",
        view="kernel_error",
        n_seeds="2",
        ridge="0.01",
        n_freqs="48",
        sampler="monte_carlo,sobol_scrambled",
    )
    assert "Each fit's largest change of prediction, and its test error" in alt(app) and not app.info
    assert app.header[0].value.startswith("Across D kernel error predicts test error; at D = 48 r = ")
    assert "λ = 0.01" in details(app)
    assert "Diabetes, 200 points to train and 147 to test" in details(app) and "effective degrees" in details(app)
    assert {button.label for button in app.get("download_button")} >= {"Figure (HTML)", "Data (CSV)", "Python script"}


def test_kernel_error_of_two_classes_and_of_schemes_that_are_not_defined_here():
    asked = {"dataset": "digits", "kernel": "laplacian", "sampler": "sorf,halton", "n_freqs": "4096"}
    app = opened("prediction", view="kernel_error", n_seeds="1", **asked)
    assert "first class against the rest" in details(app) and "Halton" in details(app)
    told = " ".join(info.value for info in app.info)
    assert "2,048 frequencies are used" in told and "is left out. Hadamard blocks rotate frequencies" in told
