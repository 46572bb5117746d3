"""Speed of the library as ratios to its competitors, run alternately in one process on one machine.

A bench is one file with a function (quick, repeats) → iterator of rows, and one line of `BENCHES`.
"""

from __future__ import annotations

from rffviz.bench.attention import bench_attention
from rffviz.bench.curve import bench_curve
from rffviz.bench.learning import bench_learning
from rffviz.bench.load import bench_load
from rffviz.bench.merge import bench_merge
from rffviz.bench.page import bench_page
from rffviz.bench.peers import bench_peers
from rffviz.bench.record import on_one_and_all_threads, saying_threads
from rffviz.bench.ridge import bench_ridge
from rffviz.bench.room import bench_room
from rffviz.bench.soak import bench_soak
from rffviz.bench.structured import bench_structured
from rffviz.bench.transform import bench_transform

BENCHES = {
    "curve": on_one_and_all_threads(bench_curve),
    "transform": on_one_and_all_threads(bench_transform),
    "attention": on_one_and_all_threads(bench_attention, "float32"),
    "structured": saying_threads(bench_structured, "float32"),
    "learning": saying_threads(bench_learning, "float64"),
    "peers": saying_threads(bench_peers),
    "ridge": on_one_and_all_threads(bench_ridge),
    "merge": bench_merge,
    "page": bench_page,
    "load": bench_load,
    "room": bench_room,
    "soak": bench_soak,
}
LONG = ("merge", "room", "soak")
"""Those that run only where they are named: minutes, or half an hour."""
