"""What training on labels does to the error is told as the record has it, at every iteration."""

from functools import cache

import numpy as np
import pytest

from rffviz.datasets import load
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.adaptive.from_labels.picture import from_labels_picture
from rffviz.explorer.words.numbers import count, measured, number
from rffviz.kernels import Gaussian
from rffviz.studies.from_labels import LEARNERS, OF_FREQUENCIES, from_labels
from tests.views.looks import check_readouts

pytestmark = pytest.mark.slow  # the studies they draw


@cache
def record(learner="sparse_spectrum"):
    return from_labels(load("sine", n_points=30), Gaussian(), learner, 5)


@pytest.mark.release
@pytest.mark.parametrize("learner", LEARNERS)
def test_readouts_are_the_kept_fits(learner):
    found = record(learner)
    made = from_labels_picture(found, LIGHT)
    check_readouts(made.scrub.readouts)
    assert made.readout == made.scrub.readouts[made.scrub.start]
    for kept, readout in zip(found.kept, made.scrub.readouts, strict=True):
        (row,) = readout.rows
        largest = int(np.argmax(kept.amplitudes))
        told = [measured(kept.error), number(kept.norms[largest]), measured(kept.amplitudes[largest])]
        if learner in OF_FREQUENCIES:
            waves = {*kept.amplitudes}
            told.append(f"{sum(each >= max(waves) / 2 for each in waves)} of {len(waves)}")
        assert readout.columns[0] == f"iteration {count(kept.iteration)}" and list(row[1:]) == told


def test_the_title_says_where_training_leaves_the_dominant_frequency():
    last = record().kept[-1]
    norm = last.norms[np.argmax(last.amplitudes)]
    title = f"Trained on labels, the dominant frequency lies at |ω| = {number(norm)}"
    assert from_labels_picture(record(), LIGHT).title == title
