"""Kernel principal components and clusters."""

import re

import pytest

from tests.views.opening import alt, details, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_without_labels():
    app = opened("prediction", view="unsupervised", toy="moons", n_clusters="3", n_freqs="16")
    assert "Kernel principal components and clusters" in alt(app) and "3 clusters of k-means" in details(app)


def test_without_labels_opens_where_two_frequencies_are_not_enough():
    app = opened("prediction", view="unsupervised", n_freqs="2")
    few = int(re.match(r"With 2 frequencies kernel PCA is (\d+) % recovered", app.header[0].value)[1])
    assert few < 70 and "Two moons" in details(app)
