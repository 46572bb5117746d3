"""How long the work of a link keeps others waiting, and how soon it ends when it is left.

By hand, over the links of `EXTREME`, which need the papers' data in RFFVIZ_DATA, or over links given::

    python tests/web/leaving.py [--served] [--seconds 20] [LINK ...]

`--served` asks a running app, as who watches over a server does: `/_stcore/health`, while a viewer has the link open.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import importlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np

from rffviz.bench.page import ROOT, serve
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.work import Workshop
from rffviz.explorer.web.settings.table import TABLE
from tests.hall.crowd import view

TICK = 0.01
BETWEEN = 0.02  # seconds from an answer of the served app to the next question
WAIT = 0.3  # the longest that anybody may wait

_ALL_BOUNDS = (
    "hoeffding,rahimi_recht,sutherland_schneider,sriperumbudur_szabo,cramer_pairs,bernstein_pairs,hoeffding_pairs"
)
_MNIST = "dataset=mnist01&n_points=2000"
_LONG = "length_rule=hand&length_scale=1000"
_SHORT = "length_rule=hand&length_scale=0.001"
EXTREME = (
    "start?waves=2048",
    "kernel?kernel=rational_quadratic&other_kernel=matern&n_freqs=4096",
    "kernel?view=spectrum_plane&n_freqs=4096",
    "kernel?view=own_kernel&formula=max(0,1-r)&n_freqs=4096",
    "features?n_freqs=4096",
    "features?view=two_points&n_freqs=4096",
    "features?view=binning&n_grids=4096",
    f"convergence?{_MNIST}&n_freqs=4096&n_seeds=100&sampler=orthogonal,leverage,fastfood&metric=relative_spectral",
    f"convergence?{_MNIST}&n_freqs=4096&n_seeds=100&sampler=importance,moment_matching&metric=sup_compact&one_draw=1",
    f"convergence?view=exceedance&{_MNIST}&n_freqs=4096&metric=spectral_approximation&bound={_ALL_BOUNDS}",
    f"convergence?view=factor&{_MNIST}&epsilon=0.001",
    f"convergence?view=maps&{_MNIST}&n_freqs=4096",
    f"convergence?view=matrices&{_MNIST}&n_freqs=4096&scheme=orthogonal",
    f"convergence?view=matrices&show=pairs&{_MNIST}&n_freqs=4096&scheme=leverage",
    "schemes?dimension=1024&n_freqs=4096&n_draws=3",
    "schemes?dimension=1024&n_freqs=4096&n_draws=1000&a=orthogonal&b=leverage",
    "schemes?view=bias&dimension=1024&n_freqs=4096&n_draws=1000&a=sobol_scrambled&b=quadrature",
    "schemes?view=difference&dimension=1024&n_freqs=4096&n_draws=1000&a=orthogonal&b=importance",
    "schemes?view=field&dimension=1024&n_freqs=4096&n_draws=20&a=fastfood&b=sorf",
    "schemes?view=cloud&dimension=2&n_freqs=4096&n_draws=1000&a=lattice_scrambled&b=halton",
    f"adaptive?view=weights&n_landmarks=400&weight_decay=0&{_SHORT}",
    f"adaptive?view=weights&n_landmarks=400&weight_decay=0&{_LONG}&landmarks=nearest",
    f"adaptive?view=learning&learned_on=dataset&{_MNIST}&n_learned=400&n_landmarks=400&optimizer=algorithm1",
    f"adaptive?view=learning&learned_on=dataset&{_MNIST}&n_learned=400&n_landmarks=400&learning_decay=0&{_LONG}",
    f"adaptive?view=landmarks&{_MNIST}&n_learned=400&n_compared=10&optimizer=algorithm1",
    f"adaptive?view=landmarks&{_MNIST}&n_learned=400&n_compared=10&compared=sizes",
    "prediction?n_freqs=4096&n_train=500&draws=10",
    "prediction?view=surfaces&n_freqs=4096&method=kernel_ridge,svm,core_vector,fourier",
    f"prediction?view=surfaces&n_freqs=4096&method=linear_svm&{_LONG}",
    "prediction?view=surfaces&n_freqs=4096&method=supervised",
    f"prediction?view=surfaces&n_freqs=4096&method=binning,fourier_binning,nystrom,sinks&{_SHORT}",
    f"prediction?view=real_data&{_MNIST}&method=svm,core_vector&n_splits=20&{_LONG}",
    f"prediction?view=real_data&{_MNIST}&method=linear_svm,supervised&n_splits=20&{_LONG}",
    "prediction?view=real_data&dataset=digits&n_points=2000&method=svm,linear_svm,supervised&n_splits=20",
    f"prediction?view=real_data&dataset=wine_quality&n_points=2000&method=supervised,sinks,compressed,kernel_ridge&{_LONG}",
    "prediction?view=real_data&dataset=wine_quality&n_points=2000&method=svm,core_vector,binning,nystrom,aligned",
    "prediction?view=image&photo_freqs=2048&photo_ridge=1e-8",
    "prediction?view=cost&n_freqs=4096",
    f"prediction?view=kernel_error&{_MNIST}&n_freqs=4096&n_seeds=100&sampler=orthogonal,leverage,quadrature",
    f"prediction?view=descent&{_MNIST}&n_seeds=100&scheme=orthogonal",
)
# At the edge of what runs in a thread of the server, on data that are there without a download.
EDGE = (
    "convergence?dataset=digits&n_points=1000&n_freqs=4096&sampler=leverage&metric=spectral_approximation",
    "convergence?dataset=digits&n_points=1000&n_freqs=4096&sampler=orthogonal&metric=sup_compact",
    "convergence?view=matrices&show=pairs&dataset=digits&n_points=500&n_freqs=4096&scheme=leverage",
    "schemes?dimension=8&n_freqs=4096&n_draws=3",
    "schemes?view=difference&dimension=1024&n_freqs=32&n_draws=1000&a=orthogonal&b=importance",
    "adaptive?view=learning&learned_on=dataset&dataset=digits&n_learned=400&n_landmarks=400&optimizer=algorithm1",
    "adaptive?view=landmarks&dataset=digits&n_points=2000&n_learned=400&compared=sizes",
    f"prediction?view=surfaces&n_freqs=51&method=linear_svm,supervised,sinks&{_LONG}",
    "prediction?view=surfaces&n_freqs=512&method=binning,fourier_binning,nystrom,aligned,core_vector,svm",
    "prediction?view=image&photo_freqs=512",
)


class _Settings(dict):
    """What a view reads of the settings."""

    def holds(self, query: str) -> bool:
        """Whether a failing case is shown, which brings words and no work."""
        return False


def jobs_of(link: str) -> list[Job]:
    """The jobs that the page would watch at this link."""
    name, _, query = link.partition("?")
    page = importlib.import_module(f"pages.{name}").PAGE
    readers = TABLE | page.choices
    given = {page.linked.get(name, name): page.settings[name].read(text) for name, text in parse_qsl(query)}
    now = _Settings({name: parameter.default for name, parameter in readers.items()} | given)
    view = page.chosen(now)
    jobs = view.jobs(now, view.draw_inputs(now))
    if isinstance(jobs, Job):
        return [jobs]
    return list(jobs.values() if hasattr(jobs, "values") else jobs)


def watched(jobs: list[Job], seconds: float, most: float = 300.0) -> tuple[float, float]:
    """Watch the jobs for a while and leave them: the longest wait of another thread, and seconds until they ended.

    Seconds are those of this process where it had fewer of them than the clock: a loaded machine lets it wait.
    """
    shop, before = Workshop(), set(threading.enumerate())
    longest, began = 0.0, time.monotonic()

    def now():
        return np.array([time.monotonic(), time.process_time()])

    def tick():
        nonlocal longest
        start = now()
        time.sleep(TICK)
        longest = max(longest, (now() - start).min())

    def works():
        return [thread for thread in set(threading.enumerate()) - before if thread.name.endswith("(_run)")]

    with ExitStack() as stack:
        for job in jobs:
            stack.enter_context(shop.watch(job))
        while works() and time.monotonic() - began < seconds:
            tick()
    left = now()
    while works() and (now() - left).min() < most:
        tick()
    return longest, float((now() - left).min())


@dataclass
class Met:
    """What a served app let others wait while a viewer had a link open, and until its processor rested again.

    Attributes
    ----------
    longest, own : float
        Seconds until `/_stcore/health` answered, at the longest: by the clock, and of a wait no more than the seconds
        of a processor that the server had meanwhile, which a loaded machine does not add to.
    ending : float
        Seconds from the viewer's leaving until the server rested.
    said : str, optional
        What the app said that is wrong, "" where nothing is; None where the viewer left before all was shown.
    """

    longest: float = 0.0
    own: float = 0.0
    ending: float = 0.0
    said: str | None = None


def served(port: int, process: int, link: str, seconds: float, own: float = np.inf, most: float = 60.0) -> Met:
    """Open a link of a served app, leave it again, and wait until the server rests.

    It is left when all is shown, after so many seconds, or when the server has worked for `own` seconds. The processes
    that the server started may work on: they hold up nobody.
    """
    met, over = Met(), threading.Event()

    def ask():
        for waited, had in _waits(port, process):
            met.longest, met.own = max(met.longest, waited), max(met.own, min(waited, had))
            if over.is_set():
                return

    with ThreadPoolExecutor(2) as pool:  # a test's own thread may be in Playwright's loop
        asking = pool.submit(ask)
        try:
            pool.submit(asyncio.run, _looked_at(port, process, link, seconds, own, met)).result()
            left = time.monotonic()
            while _is_busy(process) and time.monotonic() - left < most:
                pass
            met.ending = time.monotonic() - left
        finally:
            over.set()
        asking.result()
    return met


def _waits(port: int, process: int) -> Iterator[tuple[float, float]]:
    """Ask the app how it is, without end: the seconds of each answer, by the clock and of the server's own."""
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        while True:
            began, had = time.monotonic(), _own_seconds(process)
            connection.request("GET", "/_stcore/health")
            connection.getresponse().read()
            yield time.monotonic() - began, _own_seconds(process) - had
            time.sleep(BETWEEN)


async def _looked_at(port: int, process: int, link: str, seconds: float, own: float, met: Met) -> None:
    """A viewer without a browser, whose socket closes in the end."""
    page, _, query = link.partition("?")
    moves, seen = [("" if page == "start" else page, query)], []
    viewer = asyncio.ensure_future(view(port, moves, 0.0, seen.append))
    until, enough = time.monotonic() + seconds, _own_seconds(process) + own
    while not viewer.done() and time.monotonic() < until and _own_seconds(process) < enough:
        await asyncio.wait({viewer}, timeout=0.05)
    while not viewer.done():  # in Python 3.11 `wait_for` passes over a cancellation that comes with a message
        viewer.cancel()
        await asyncio.wait({viewer}, timeout=1.0)
    met.said = seen[0]["failed"] if seen else None


def _own_seconds(process: int) -> float:
    """The seconds of a processor that a process has had in all its threads; where it is not Linux, the clock's."""
    # clock_getcpuclockid(3), which Python lacks
    return time.clock_gettime(~process << 3 | 2) if sys.platform == "linux" else time.monotonic()


def _is_busy(process: int) -> bool:
    """Whether a process works for more than a fifth of the next moment."""
    moment, before = 0.25, _own_seconds(process)
    time.sleep(moment)
    return _own_seconds(process) - before > moment / 5


def main() -> None:
    """Print a line for each link."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--served", action="store_true", help="ask a served app, not the threads of this process")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each link is watched")
    parser.add_argument("links", nargs="*", default=[*EXTREME, *EDGE])
    asked = parser.parse_args()
    if asked.served:
        _ask_a_server(asked.links, asked.seconds)
        return
    for link in asked.links:
        longest, ending = watched(jobs_of(link), asked.seconds)
        print(f"longest wait {longest:5.2f} s, left within {ending:5.2f} s  {link}", flush=True)


def _ask_a_server(links: list[str], seconds: float) -> None:
    data = {name: os.environ[name] for name in ("RFFVIZ_DATA",) if name in os.environ}
    with tempfile.TemporaryDirectory() as folder, serve(ROOT / "app.py", Path(folder), **data) as (port, process):
        for page in dict.fromkeys(link.partition("?")[0] for link in links):
            served(port, process, page, 60.0)  # what a server imports for its first viewers
        slow = []
        for link in links:
            met = served(port, process, link, seconds)
            slow += [link] if met.longest > WAIT else []
            waited = f"longest wait {met.longest:5.2f} s, {met.own:5.2f} s of the server's own"
            end = "left before the end" if met.said is None else met.said or "seen to the end"
            print(f"{waited}; {end}, at rest within {met.ending:5.2f} s  {link}", flush=True)
    print(f"{len(slow)} of {len(links)} links let others wait for more than {WAIT} s", *slow, sep="\n")


if __name__ == "__main__":
    main()
