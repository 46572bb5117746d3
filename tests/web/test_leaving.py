"""No link holds up the server for long, and the work of every link ends soon after it is left."""

import leaving
import pytest

pytestmark = pytest.mark.slow

WATCHED = 1.2  # seconds
ENDS = 2.0
TRIES = 2  # what holds the lock does so every time


DAILY = ("sup_compact", "view=difference", "view=image")


@pytest.mark.release
@pytest.mark.parametrize(
    "link",
    [
        pytest.param(each, marks=[pytest.mark.release] * (not any(word in each for word in DAILY)))
        for each in leaving.EDGE
    ],
)
def test_others_wait_for_a_moment_and_the_work_ends_when_it_is_left(link):
    jobs = leaving.jobs_of(link)
    for _ in range(TRIES):
        waited, ending = leaving.watched(jobs, WATCHED, most=10.0)
        if waited <= leaving.WAIT and ending <= ENDS:
            break
    assert waited <= leaving.WAIT
    assert ending <= ENDS
