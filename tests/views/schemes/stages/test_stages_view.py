"""The stages of both sides; a sample without known code has none."""

import numpy as np
import pytest

from tests.views.opening import headline, open_page, sentences
from tests.views.schemes.schemes_page import upload

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_the_stages_of_both_sides_are_shown():
    app = open_page("schemes", view="stages", a="orthogonal", b="rom", dimension="5", n_freqs="32", n_draws="10")
    assert not app.exception and not app.error and not sentences(app)
    assert headline(app) == "A: all 3 stages are correct; B: only the frequencies are wrong (intended)"


@pytest.mark.release
def test_a_sample_without_code_has_none():
    app = open_page("schemes", view="stages", a="own", b="sobol_scrambled", n_freqs="32", n_draws="10")
    upload(app, 0, "three.npy", np.random.default_rng(0).standard_normal((200, 3)))
    assert headline(app) == "B: all 2 stages are correct"
    assert sentences(app) == ["The stages of A are not known: choose a scheme."]
    app = open_page("schemes", view="stages", specimen="1", n_draws="10")
    assert not app.exception and "The stages of A are not known: choose a scheme." in sentences(app)
