"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.datasets import load
from rffviz.explorer.views.adaptive.from_labels.mathematics import from_labels_mathematics
from rffviz.kernels import Gaussian
from rffviz.studies.from_labels import LEARNERS, from_labels
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [lambda name=name: from_labels(load("sine", n_points=30), Gaussian(), name, 5) for name in LEARNERS],
)


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
@pytest.mark.parametrize(("learner", "source"), [("a_la_carte", "Yang"), ("spectral_mixture", "Wilson & Adams")])
def test_a_learner_is_explained_by_its_own_source(learner, source):
    record = from_labels(load("sine", n_points=30), Gaussian(), learner, 5)
    assert from_labels_mathematics(record).source.startswith(source)
