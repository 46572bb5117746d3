"""Kernel principal components and clusters."""

import re

import pytest

from tests.views.opening import alt, captions, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_without_labels():
    app = opened("prediction", view="unsupervised", toy="moons", n_clusters="3", n_freqs="16")
    assert "Kernel principal components and clusters" in alt(app) and "3 clusters of k-means" in captions(app)


def test_without_labels_opens_where_two_frequencies_are_not_enough():
    app = opened("prediction", view="unsupervised")
    few = int(re.search(r"that of 2(?: frequencies)? by (\d+) %", app.header[0].value)[1])
    assert "Two moons" in captions(app) and few < 70
