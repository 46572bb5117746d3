"""A kernel stands beside another."""

import pytest

from tests.views.opening import headline, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_a_kernel_stands_beside_another_but_not_beside_itself():
    assert "2.58 (Gaussian) and 63.7 (Laplacian)" in headline(opened("kernel", other_kernel="laplacian"))
    assert "Gaussian kernel is the mean" in headline(opened("kernel", other_kernel="gaussian"))
