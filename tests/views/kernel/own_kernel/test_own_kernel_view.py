"""A formula is judged, and one that cannot be used is refused."""

import pytest

from tests.views.opening import headline, opened, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_a_formula_is_judged_and_one_that_says_nothing_is_refused_with_the_default_in_its_place():
    assert "is not positive definite" in headline(opened("kernel", view="own_kernel"))
    assert "exp(−r) is positive definite" in headline(opened("kernel", view="own_kernel", formula="exp(-r)"))
    app = opened("kernel", view="own_kernel", formula="r")
    assert sentences(app) == ["k(0) must be positive and finite; this formula gives 0. `exp(-r^4)` is shown instead."]
    assert "exp(−r^4)" in headline(app)
    (said,) = sentences(opened("kernel", view="own_kernel", formula="__import__('os')"))
    assert "cannot be used: it must hold no functions but exp" in said
    (said,) = sentences(opened("kernel", view="own_kernel", formula="exp(-r"))
    assert "cannot be used: it must close each bracket: the '(' at character 4 is not closed." in said


def test_what_is_typed_in_place_of_a_formula_is_refused_in_a_sentence():
    app = opened("kernel", view="own_kernel")
    app.text_input[0].set_value("![x](http://example.org/x.png)").run()
    assert not app.exception and not app.error
    (said,) = sentences(app)
    assert said.startswith("formula must be one expression of numbers") and "example" not in said
    app.text_input[0].set_value("max(0, 1 - r)").run()
    assert "max(0, 1 − r) is positive definite" in headline(app) and not sentences(app)
    assert app.query_params["formula"] in ("max(0, 1 - r)", ["max(0, 1 - r)"])
