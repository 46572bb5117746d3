"""Double descent with any scheme."""

import pytest

from tests.views.opening import alt, details, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_double_descent():
    app = opened("prediction", view="descent", n_seeds="1", dataset="digits")
    assert "first class against the rest" in details(app) and "Test error and norm of the weights" in alt(app)


@pytest.mark.release
@pytest.mark.parametrize("scheme", ["lattice_scrambled", "leverage", "moment_matching"])
def test_descent_with_any_scheme(scheme):
    app = opened("prediction", view="descent", n_seeds="1", scheme=scheme, dataset="iris")
    assert "Test error and norm of the weights" in alt(app) and not app.warning
