"""What the figure of a class's frequencies shows."""

import numpy as np

from rffviz.explorer.figures.theme import DARK
from rffviz.explorer.web.room.class_picture import class_picture
from rffviz.explorer.words.numbers import measured
from rffviz.kernels import Gaussian
from rffviz.studies.class_draws import class_draws


def test_with_more_draws_the_former_band_and_error_stay_beside_the_new_ones():
    first, second = [0.5, -1.0], [2.0, -0.3, 0.1, 1.2, -0.7, 0.9]
    made = class_picture(class_draws(Gaussian(), [[0.0], first, second]), DARK)
    edge = next(trace for trace in made.figure.data if trace.name == "k ± 2 SD, D = 2")
    k, at_twice = np.exp(-(edge.x**2) / 2), np.exp(-2 * edge.x**2)
    np.testing.assert_allclose(edge.y - k, 2 * np.sqrt((0.5 + 0.5 * at_twice - k**2).clip(0) / 2), atol=1e-3)
    errors = [np.abs(np.cos(np.outer(edge.x, each)).mean(1) - k).max() for each in (first, first + second)]
    assert [row[1] for row in made.readout.rows] == ["1", "2", "8"]
    np.testing.assert_allclose([float(row[2]) for row in made.readout.rows[1:]], errors, atol=0.006)
    record = class_draws(Gaussian(), [[0.0], first, second])
    assert made.readout.columns == ("", "D", "max |k̂ − k|", "its mean over classes", "KS p-value")
    means = [each.expected for each in (record.before, record.drawn)]
    assert [row[3] for row in made.readout.rows] == ["–", *map(measured, means)] and means[0] > means[1]
    assert "k ± 2 SD, D = 8" in {trace.name for trace in made.figure.data}
    once = class_picture(class_draws(Gaussian(), [[0.0], first]), DARK)
    assert [trace.name for trace in once.figure.data if "SD" in (trace.name or "")] == ["k ± 2 SD, D = 2"]
