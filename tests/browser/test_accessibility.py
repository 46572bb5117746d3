"""What axe-core, the accessibility checker, finds on every page: nothing."""

import pytest
from test_explorer import ADDRESSES


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", [*ADDRESSES, "convergence?view=beside&n_freqs=abc"])
def test_axe_finds_nothing(viewer, axe, path, theme):
    viewer.page.emulate_media(color_scheme=theme)
    page = viewer.open(path)
    viewer.plot()
    page.wait_for_timeout(1000)
    page.evaluate(axe)
    found = page.evaluate(
        """async () => (await axe.run(document)).violations
        .map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(' | '))"""
    )
    assert found == []
