"""The served app answers who asks how it is, whatever a viewer has it compute."""

import urllib.error
import urllib.request

import pytest

from tests.web import leaving

WORKED = 0.8  # seconds of a processor that the server has for a link, which is then left
TRIES = 2  # what holds the lock does so every time
HEAVY = (  # at the edge of what runs in the server's own threads
    "convergence?dataset=digits&n_points=1000&n_freqs=4096&sampler=leverage&metric=spectral_approximation",
    "schemes?view=difference&dimension=1024&n_freqs=32&n_draws=1000&a=orthogonal&b=importance",
    "adaptive?view=learning&learned_on=dataset&dataset=digits&n_learned=400&n_landmarks=400&optimizer=algorithm1",
    "prediction?view=surfaces&n_freqs=512&method=binning,fourier_binning,nystrom,aligned,core_vector,svm",
)


@pytest.mark.release
@pytest.mark.parametrize("link", HEAVY)
def test_the_server_answers_within_a_moment_while_the_heaviest_work_runs(server, link):
    leaving.served(*server, link.partition("?")[0], seconds=60.0)  # the first viewer of a page waits for imports
    for seed in range(TRIES):  # another one each time: results are kept
        met = leaving.served(*server, f"{link}&seed={seed}", seconds=4 * WORKED, own=WORKED)
        assert not met.said
        if met.own <= leaving.WAIT:
            break
    assert met.own <= leaving.WAIT


def test_metrics_are_closed(server):
    """Streamlit has no setting for that."""
    assert urllib.request.urlopen(f"http://127.0.0.1:{server[0]}/_stcore/health").status == 200
    for path in ("_stcore/metrics", "_stcore/metrics/", "_stcore/metrics?families=session_events", "/_stcore/metrics"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{server[0]}/{path}")
