"""Right angles are told."""

import pytest

from tests.views.schemes.schemes_records import made


@pytest.mark.slow
def test_right_angles_are_told():
    assert "orthogonal" in made("directions", 20, scheme="orthogonal").title
    assert "more even than independent ones" in made("directions", 2, scheme="sobol_scrambled", m=256).title
