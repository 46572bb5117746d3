"""Threads that share work: as many as BLAS may use, gone at the end, and the same numbers with any number of them."""

import threading
import time

import numpy as np
import pytest
import threadpoolctl
from threadpoolctl import threadpool_limits

from rffviz.features import RandomFourierFeatures, offset_map, paired_map
from rffviz.foundation.threads import blas_threads, keep_blas_to_one, lower_tiles, one_thread_if_small, share, timed
from rffviz.kernels import Gaussian
from rffviz.measure import error_curve
from rffviz.predict import FeatureRidge


def used(expected, n_items=12):
    """The threads that shared some work, and how many BLAS had in each; at its first item each waits for the others."""
    seen, together = {}, threading.Barrier(expected)

    def work(items):
        for _ in items:
            if threading.get_ident() not in seen:
                seen[threading.get_ident()] = blas_threads()
                together.wait(10)
            time.sleep(0.002)

    share(work, range(n_items))
    return seen


def elsewhere(function, *arguments):
    """Call it on a thread of its own, which does not outlast the call."""
    thread = threading.Thread(target=function, args=arguments)
    thread.start()
    thread.join()


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_work_is_shared_by_as_many_threads_as_blas_has_and_leaves_none(threads):
    before = threading.active_count()
    with threadpool_limits(threads, user_api="blas"):
        seen = used(threads)
        assert len(seen) == threads and threading.get_ident() in seen and set(seen.values()) == {1}
        assert blas_threads() == threads
    assert threading.active_count() == before


def test_every_item_is_worked_on_once():
    done = []
    with threadpool_limits(3, user_api="blas"):
        share(done.extend, range(1000))
    assert sorted(done) == list(range(1000))


@pytest.mark.release
def test_a_share_within_a_share_and_beside_one_runs_on_its_own_thread():
    inner, beside = [], []
    with threadpool_limits(3, user_api="blas"):

        def work(items):
            for i in items:
                inner.append(len(used(1)))
                if i == 0:
                    elsewhere(lambda: beside.append(len(used(1))))

        share(work, range(30))
        assert set(inner) == {1} and beside == [1]
        assert blas_threads() == 3


def test_a_limit_set_for_good_outlasts_the_share_that_runs():
    before = blas_threads()
    elsewhere(threadpool_limits, 2, "blas")
    limiting = threading.Thread(target=keep_blas_to_one)

    def work(items):
        for i in items:
            if i == 0:
                limiting.start()
            time.sleep(0.005)

    try:
        share(work, range(8))
        limiting.join()
        assert blas_threads() == 1
    finally:
        elsewhere(threadpool_limits, before, "blas")


def test_where_another_thread_holds_the_limits_nothing_is_shared():
    found = []
    with threadpool_limits(2, user_api="blas"):
        elsewhere(lambda: found.append(len(used(1))))
        assert blas_threads() == 2
    assert found == [1] or threadpoolctl.__version__ < "3.8"


@pytest.mark.parametrize("failing", range(6))
def test_what_fails_on_any_thread_is_raised_and_the_limit_lifted(failing):
    def work(items):
        for i in items:
            time.sleep(0.002)
            if i == failing:
                raise ArithmeticError(f"item {i}")

    with threadpool_limits(3, user_api="blas"):
        with pytest.raises(ArithmeticError, match=f"item {failing}"):
            share(work, range(6))
        assert blas_threads() == 3 and len(used(3)) == 3


def test_an_interruption_does_not_wait_for_the_rest_of_the_work():
    done = []

    def work(items):
        for i in items:
            if threading.current_thread() is threading.main_thread():
                raise KeyboardInterrupt
            time.sleep(0.01)
            done.append(i)

    with threadpool_limits(2, user_api="blas"), pytest.raises(KeyboardInterrupt):
        share(work, range(1000))
    assert len(done) < 100


@pytest.mark.parametrize("n", [1, 2, 3, 10, 257, 1000])
@pytest.mark.parametrize("largest", [1, 4, 256])
def test_tiles_cover_the_lower_triangle_once(n, largest):
    if n / largest > 300:
        largest = 16
    count = np.zeros((n, n), dtype=int)
    for rows, columns in lower_tiles(n, largest):
        assert rows.stop - rows.start <= largest and (rows == columns or columns.stop <= rows.start)
        count[rows, columns] += 1
    assert (count[np.tril_indices(n)] == 1).all()


def test_tiles_give_two_threads_and_four_equal_work():
    cost = [
        (rows.stop - rows.start) * (columns.stop - columns.start) / (1 + (rows == columns))
        for rows, columns in lower_tiles(1000)
    ]
    assert cost == sorted(cost, reverse=True) and cost[0] == sum(cost) / 4


# --- the same numbers -------------------------------------------------------------------------------------------------

X = np.random.default_rng(0).standard_normal((1500, 5))
W = np.random.default_rng(1).standard_normal((300, 5))
MANY = np.tile(X, (4, 1))
RESULTS = {
    "paired": lambda: paired_map(X, W),
    "paired, float64": lambda: paired_map(X, W, np.linspace(0, 1, 300), np.float64),
    "offset": lambda: offset_map(X, W, np.linspace(0, 6, 300)),
    "far": lambda: paired_map(X * np.geomspace(1, 1e6, len(X))[:, None], W),
    "fastfood": lambda: RandomFourierFeatures(Gaussian(20.0), 512, "fastfood", random_state=0).fit_transform(
        np.tile(X, (1, 100))
    ),
    "curve": lambda: error_curve(X[:500], Gaussian(), "monte_carlo", [5, 100, 600], [0, 1]).errors,
    "curve, rmse": lambda: error_curve(X[:500], Gaussian(), "monte_carlo", [5, 100, 600], [0], "rmse").errors,
    "ridge": lambda: FeatureRidge(RandomFourierFeatures(n_freqs=300, random_state=0)).fit(MANY, MANY[:, 0]).coef_,
    "ridge, few features": lambda: FeatureRidge(ridge=1e-6, random_state=0).fit(MANY, MANY[:, 0]).coef_,
}


@pytest.mark.release
@pytest.mark.parametrize("name", RESULTS)
def test_the_number_of_threads_does_not_show(name):
    found = {}
    for threads in (1, 2, 3):
        with threadpool_limits(threads, user_api="blas"):
            found[threads] = RESULTS[name]()
            np.testing.assert_array_equal(RESULTS[name](), found[threads])
    scale = np.abs(found[1]).max()
    for threads in (2, 3):
        np.testing.assert_allclose(found[threads], found[1], rtol=0, atol=1e-6 * scale)


def test_small_work_has_one_thread_of_blas_and_large_work_keeps_its_threads():
    with threadpool_limits(2, user_api="blas"):
        with one_thread_if_small(1e6):
            assert blas_threads() == 1 and used(1).keys() == {threading.get_ident()}
            with one_thread_if_small(1e6):  # the limits are set already
                assert blas_threads() == 1
        assert blas_threads() == 2
        with one_thread_if_small(1e10):
            assert blas_threads() == 2
        with pytest.raises(ZeroDivisionError), one_thread_if_small(1e6):
            raise ZeroDivisionError
        assert blas_threads() == 2 and len(used(2)) == 2


def test_work_that_is_timed_may_share_and_leaves_the_limits_as_they_were():
    with threadpool_limits(3, user_api="blas"):
        seen, seconds = timed(lambda: used(1))
        assert set(seen.values()) == {1} and seconds >= 0
        with pytest.raises(ZeroDivisionError):
            timed(lambda: 1 / 0)
        assert blas_threads() == 3 and len(used(3)) == 3


def test_work_is_timed_on_several_threads_at_once_where_blas_has_one():
    together = threading.Barrier(2)
    with threadpool_limits(1):
        other = threading.Thread(target=timed, args=(lambda: together.wait(10),))
        other.start()
        timed(lambda: together.wait(10))
        other.join()
    assert not together.broken  # neither waited for the other's end
