"""A kernel stands beside another."""

import pytest

from tests.views.opening import headline, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_a_kernel_stands_beside_another_but_not_beside_itself():
    assert "is 25× as large for the Laplacian kernel" in headline(opened("kernel", other_kernel="laplacian"))
    assert "Frequencies follow the Gaussian kernel's Fourier transform: 99 % lie below |ω| = 2.58" in headline(
        opened("kernel", other_kernel="gaussian")
    )
