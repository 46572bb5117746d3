"""The readout holds the record's numbers, and landmarks leave the data in sight."""

from dataclasses import replace

import numpy as np

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.figures.traces import crosses
from rffviz.explorer.views.prediction.unsupervised.picture import unsupervised_picture
from rffviz.explorer.words.numbers import per_cent
from tests.views.prediction.prediction_records import the_unsupervised


def test_the_readout_holds_overlap_variance_and_agreement():
    found = the_unsupervised()
    made = unsupervised_picture(replace(found, shown=4), LIGHT)
    assert made.title == f"With 4 frequencies kernel PCA is {per_cent(found.alike[0])} recovered"
    for g, readout in enumerate(made.scrub.readouts):
        features, exact = readout.rows
        assert readout.columns[0] == f"D = {found.n_freqs[g]}" and len(readout.columns) == 5
        held = (per_cent(found.variances[g, :2].sum()), per_cent(found.exact_variances[:2].sum()))
        assert features[1:3] == (per_cent(found.alike[g]), held[0]) and exact[2] == held[1]
        indices = (found.agreement[g], found.truth_agreement[g], found.truth_agreement[-1])
        for cell, index in zip((*features[3:], exact[4]), indices, strict=True):
            assert abs(float(cell) - index) <= 0.0051
    unknown = replace(found, truth_agreement=np.full(3, np.nan))
    assert all(len(readout.columns) == 4 for readout in unsupervised_picture(unknown, LIGHT).scrub.readouts)


def test_landmarks_leave_the_data_in_sight():
    marks = crosses(np.zeros((3, 2)), LIGHT).marker
    assert marks.symbol == "cross-thin" and marks.size <= 5 and marks.line.width <= 1
