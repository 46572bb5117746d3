"""The parameter table: every setting of every page, once. Controls, links, ranges and refusals all come from here."""

from __future__ import annotations

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.datasets import DATASETS
from rffviz.datasets.images import IMAGES
from rffviz.diagnose import SPECIMENS
from rffviz.diagnose.practice import PRACTICE
from rffviz.explorer.web.lecture.deck import Lecture, SceneName
from rffviz.explorer.web.settings.parameters import (
    Choice,
    Dragged,
    DrawnPoints,
    Flag,
    KeptSettings,
    Number,
    Parameter,
    Several,
    Whole,
    Written,
)
from rffviz.explorer.words.labels import (
    CLAIM_LABELS,
    MACHINES,
    STEP_LABELS,
    data_label,
    kernel_label,
    method_label,
    share,
    short_title,
)
from rffviz.explorer.words.practice import SPECIMEN
from rffviz.explorer.words.scenes import SCENES
from rffviz.features import MAPS
from rffviz.kernels import KERNELS, FormulaKernel
from rffviz.kernels.formula import ALLOWED
from rffviz.kernels.hankel import MOST_DIMENSIONS
from rffviz.measure import METRICS, SUP_COMPACT
from rffviz.papers.beside import dataset_label
from rffviz.papers.survey import RATIOS, SURVEY, SURVEYED
from rffviz.papers.table2 import AS_PUBLISHED, STEPS
from rffviz.papers.tables import TABLES
from rffviz.samplers import SAMPLERS
from rffviz.studies.contenders import LABELS
from rffviz.studies.from_labels import LEARNERS, OF_FREQUENCIES
from rffviz.theory import BOUNDS

OWN = "own"  # the viewer's own data
LARGEST_SEED = 2**31 - 1

_SHAPES = {shape.name: shape for kernel in KERNELS.values() for shape in kernel.shape_parameters}
SHAPES = (*_SHAPES, "profile")
"""The settings that tell kernels of one name apart, beside the length scale."""
KERNEL = ("kernel", *SHAPES, "length_scale")
"""The controls of a kernel where they stand in the view, not in the sidebar."""
SCRUBBED = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048)
"""Numbers of frequencies that a figure's slider moves through."""

_TYPED = (FormulaKernel.name,)
_LENGTH_SCALES = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50)
_AXES = {"plane": ("coordinates",), "learned_on": ("dataset",)}
_RIDGES = (1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1)
_HERE, _SURVEY = {"measured": ("here",)}, {"measured": ("survey",)}
_CHOSEN = {"specimen": (0,)} | _HERE  # a practice specimen has its own kernel and size, as the survey
_WITH_KERNEL = _CHOSEN | {"learned_by": OF_FREQUENCIES}  # a spectral mixture learns its kernel
_MADE = {"function": tuple(name for name, entry in DATASETS.items() if entry.kind == "function1d")}
_POWERS = tuple(2**k for k in range(3, 13))


# The papers' tables: n/D by the names that links have for it, and which tables vary what.
PRINTED = {name: table for name, table in TABLES.items() if table.published}
_CELLS = [cell for table in PRINTED.values() for cell in table.cells]
PROTOCOLS = {name: protocol.label for table in PRINTED.values() for name, protocol in table.protocols.items()}


def _multiple(factor: float) -> str:
    """n/D in a link, which keeps the papers' symbol: "r_25", "r", "5r"."""
    if factor == 1:
        return "r"
    return f"r_{1 / factor:.3g}" if factor < 1 else f"{factor:.3g}r"


WAYS = {learner: (1.0, learner) for learner in STEPS} | {
    _multiple(factor): (factor, "") for factor in sorted({cell.landmarks_factor for cell in _CELLS} - {0.0})
}
"""n/D and the learner of a cell, by the names that links have for them."""
_PAPER_DATA = {cell.dataset.lower(): dataset_label(cell.dataset) for cell in _CELLS}
_PAPER_METHODS = {cell.method.lower(): method_label(cell.method) for cell in _CELLS}


def _varying(field: str) -> tuple[str, ...]:
    """The tables in which a method stands with several values of a field of its cells."""
    places = {name: [(c.dataset, c.method, getattr(c, field)) for c in table.cells] for name, table in PRINTED.items()}
    return tuple(name for name, each in places.items() if len({*each}) > len({place[:2] for place in each}))


_PAPER_SIZES = {str(cell.size): f"{cell.size:,}" for cell in _CELLS if cell.table in _varying("size")}


def _labels(registry, *kinds: str) -> dict[str, str]:
    return {name: entry.label for name, entry in registry.items() if not kinds or entry.kind in kinds}


_TOYS = _labels(DATASETS, "toy2d") | {OWN: "points of your own …"}
_TABLE = (
    # shared by the pages
    Choice(
        "dataset",
        "Data",
        "diabetes",
        options=_labels(DATASETS, "bundled", "paper", "toy2d") | {OWN: "your own file …"},
        help="Every input is scaled to mean 0 and variance 1.",
        only_if={"learned_on": ("dataset",)} | _HERE,
    ),
    Whole(
        "n_points",
        "Points, at most",
        1000,
        low=2,
        high=2000,
        stops=(50, 100, 200, 500, 1000, 1500, 2000),
        help="A larger set is subsampled at random to this size; the figure states its full size.",
        only_if={"learned_on": ("dataset",)},
    ),
    Flag(
        "whiten",
        "PCA-whiten",
        False,
        help="Transform the data to unit covariance first: the kernel then depends on the Mahalanobis distance.",
        only_if={"learned_on": ("dataset",)},
    ),
    Choice(
        "kernel",
        "Kernel",
        "gaussian",
        options=_labels(KERNELS) | {FormulaKernel.name: "a formula of your own …"},
        only_if=_WITH_KERNEL,
    ),
    Written(
        "profile",
        "f(r)",
        "exp(-r^1.5)",
        help=f"k(δ) is f(‖δ‖/ℓ). It may hold {ALLOWED}; at r = 0 it must be 1. Or a table, such as "
        "0: 1, 1: 0.5, 2: 0.3, 3: 0.2, 4: 0.13.",
        only_if=_WITH_KERNEL | {"kernel": _TYPED},
    ),
    *(
        Number(
            shape.name,
            shape.label,
            shape.default,
            low=shape.low,
            high=shape.high,
            stops=shape.stops,
            help=shape.help,
            only_if=_WITH_KERNEL
            | {"kernel": tuple(name for name, kernel in KERNELS.items() if shape in kernel.shape_parameters)},
        )
        for shape in _SHAPES.values()
    ),
    Choice(
        "length_rule",
        "Length scale",
        "median",
        options={"median": "median distance", "dimension": "√(d/2)", "hand": "by hand"},
        help="The median distance between points, √(d/2) as in Li et al. for scaled data, or your own value.",
        only_if=_HERE,
    ),
    Number(
        "length_scale",
        "ℓ, length scale",
        1.0,
        low=1e-3,
        high=1e3,
        stops=_LENGTH_SCALES,
        only_if=_WITH_KERNEL | {"length_rule": ("hand",)},
    ),
    Number(
        "axis_ratio",
        "ℓ₂/ℓ₁",
        1.0,
        low=0.1,
        high=10,
        stops=(0.1, 0.25, 0.5, 1, 2, 4, 10),
        help="Ratio of the length scales of the second and first axis.",
        only_if=_WITH_KERNEL | {"kernel": tuple(name for name, kernel in KERNELS.items() if kernel.takes_axes)},
    ),
    Whole(
        "n_freqs",
        "D, frequencies",
        256,
        high=4096,
        stops=_POWERS,
        help="Each frequency gives a cosine and a sine: 2·D features with cos/sin pairs.",
        only_if=_CHOSEN,
    ),
    Whole(
        "seed",
        "Seed",
        0,
        low=0,
        high=LARGEST_SEED,
        help="Seeds everything random on the page: the same link gives the same picture.",
        only_if=_HERE,
    ),
    # of every page
    Flag("present", "Present", False),
    Flag("revealed", "Answer revealed", False),
    SceneName("scene", "Scene", "none", options={"none": "none", **{scene.name: scene.question for scene in SCENES}}),
    Lecture("deck", "Your lecture", (), lasting=True),
    # Start
    Whole("waves", "D, cosines", 1, high=2048, stops=(*range(1, 9), *(2**k for k in range(4, 12)))),
    # Kernel and spectrum
    Choice(
        "other_kernel",
        "Second kernel",
        "none",
        options={"none": "none"} | {name: kernel.label for name, kernel in KERNELS.items() if name not in _TYPED},
        help="With the same length scale and seed.",
    ),
    Choice(
        "density_scale",
        "Axes of the density p",
        "linear",
        options={"linear": "linear", "log": "logarithmic"},
        help="On logarithmic axes a power law is a straight line: a kink in k gives p a heavy tail.",
    ),
    Choice(
        "given",
        "k is given",
        "formula",
        options={"formula": "by a formula", "handles": "by dragging points"},
    ),
    Dragged("handles", "Heights of the curve", (0.882, 0.607, 0.325, 0.135, 0.044, 0.011, 0.002, 0.0)),
    Written(
        "formula",
        "k(r), r = |x − y|",
        "exp(-r^4)",
        help=f"It may hold {ALLOWED}. Try exp(-r), max(0, 1 - r), r < 1, sin(r)/r, exp(-r^1.9); or a table, such as "
        "0: 1, 1: 0.5, 2: 0.3, 3: 0.2, 4: 0.13.",
        only_if={"given": ("formula",)},
    ),
    Whole(
        "own_dimension",
        "d, dimension",
        1,
        high=MOST_DIMENSIONS,
        stops=(1, 2, 3, 5, 10, 20, 40, 64, 100, MOST_DIMENSIONS),
        help="A function of the distance can be positive definite in 1-D but not in 2-D.",
    ),
    # Feature map
    Number(
        "distance",
        "Distance",
        1.0,
        high=20.0,
        stops=(0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6),
        help="‖x − y‖ between the two points, in the same units as ℓ.",
    ),
    Whole("frequency", "Frequency of the draw", 1, high=12, stops=tuple(range(1, 13))),
    Whole("n_grids", "P, grids", 12, high=4096, stops=(1, 2, 3, 4, 6, 8, 12, *_POWERS[1:])),
    # Convergence
    Several(
        "sampler",
        "Schemes",
        ("monte_carlo", "sobol_scrambled", "orthogonal"),
        options=_labels(SAMPLERS),
        help="Sampling schemes for the frequencies, compared on the same points.",
        only_if=_HERE,
    ),
    Choice(
        "metric",
        "Error",
        "sup",
        options={**_labels(METRICS), SUP_COMPACT: "largest |k̂ − k| over the box"},
    ),
    Choice(
        "map",
        "Map",
        MAPS[0],
        options={
            "paired": "cos/sin pairs",
            "offset": "random phase",
            "positive": "exp, positive (Gaussian)",
            "optimal_positive": "exp, positive, smallest variance",
        },
    ),
    Choice("show", "Show", "matrices", options={"matrices": "matrices", "pairs": "pairs"}),
    Choice(
        "frequency_bits",
        "Frequencies",
        "64",
        options={"64": "as drawn", "8": "8 bits", "4": "4 bits", "2": "2 bits", "1": "1 bit"},
        help="Bits b per coordinate, which then takes 2ᵇ values: the means of 2ᵇ equally likely ranges.",
    ),
    Whole("n_seeds", "Seeds in the band", 12, high=100, stops=(1, 5, 8, 12, 20, 50, 100), only_if=_HERE),
    Several(
        "bound",
        "Bounds",
        ("rahimi_recht", "cramer_pairs"),
        options=_labels(BOUNDS),
        help="\n\n".join(
            (
                "Bounds proved for i.i.d. sampling only.",
                *(f"**{entry.label}**: {entry.statement}" for entry in BOUNDS.values()),
            )
        ),
    ),
    Number(
        "epsilon",
        "Target error ε",
        0.1,
        low=0.001,
        high=2.0,
        stops=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0),
        help="The number of frequencies for error ε: measured, and required by the bound.",
    ),
    Number(
        "confidence",
        "Confidence of the bound",
        0.95,
        low=0.01,
        high=0.9999,
        stops=(0.5, 0.8, 0.9, 0.95, 0.99, 0.999),
        help="The probability, over draws of the frequencies, that the bound holds.",
    ),
    Choice("step", "Step of the bound", "measured", options=STEP_LABELS),
    Flag(
        "one_draw",
        "Error bar from one draw",
        False,
        help="Bootstrap: resampling one draw estimates its error without the exact kernel. Takes a few seconds.",
    ),
    KeptSettings("beside", "B", "", readers=lambda: TABLE),
    # Sampling schemes
    Whole(SPECIMEN, "Specimen to debug (0: none)", 0, low=0, high=len(PRACTICE)),
    *(
        Choice(
            letter.lower(),
            letter,
            start,
            options=_labels(SAMPLERS) | _labels(SPECIMENS) | {OWN: "your own file …"},
            help="A scheme, a known bug, or frequencies from your file.",
            only_if=_CHOSEN,
        )
        for letter, start in (("A", "orthogonal"), ("B", "monte_carlo"))
    ),
    Whole(
        "dimension",
        "d, dimension",
        10,
        high=1024,
        stops=(1, 2, 3, 5, 10, 20, 40, 64, 123, 256, 512, 784, 1024),
        help="Of the frequencies; a file sets its own.",
        only_if=_CHOSEN,
    ),
    Choice(
        "points",
        "Points",
        "frequencies",
        options={"frequencies": "ω", "cube": "unit cube"},
        pills=True,
        help="The frequencies ω, or their points in the unit cube: each coordinate transformed by its CDF.",
    ),
    Choice(
        "polar",
        "Polar coordinates",
        "norms",
        options={"norms": "norms", "directions": "directions"},
        pills=True,
        help="ω = r s: the distribution of the norms r = ‖ω‖, or of the cosines between the directions s.",
    ),
    Whole("first_axis", "First coordinate shown", 1, high=1024, only_if=_AXES),
    Whole("second_axis", "Second coordinate shown", 2, high=1024, only_if=_AXES),
    Whole(
        "n_draws",
        "Seeds for bias and variance",
        60,
        low=3,
        high=1000,
        stops=(20, 40, 60, 100, 200, 400),
        help="A verdict on bias needs at least 20; about 100 detect a bias of a third of the SD of one draw.",
    ),
    # Adaptive features
    Choice(
        "shape",
        "Shape",
        "tilted",
        options=_TOYS,
        only_if={"learned_on": ("shape",)},
    ),
    Choice("toy", "Shape", "moons", options=_TOYS),
    DrawnPoints("drawn", "Points of your own", ""),
    Whole(
        "wave",
        "Show the wave of frequency (0: none)",
        0,
        low=0,
        high=400,
        help="In order of decreasing weight. Click a frequency to show its wave, again to hide it.",
    ),
    Number(
        "weight_decay",
        "λ, weight decay",
        0.1,
        high=10.0,
        stops=(0, 1e-5, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1),
        help="Near 0 the weights follow the spectral density; from about 0.03 on they adapt to the data.",
    ),
    Number(
        "learning_decay",
        "λ, weight decay",
        1e-4,
        high=10.0,
        stops=(0, 1e-5, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1),
        help="For learning frequencies and weights jointly. From about 0.003 on, all weights stay nearly equal.",
    ),
    Number("image_length", "ℓ, length scale of the image (0: best)", 0.0, high=10.0),
    Choice("learned_by", "Learned by", "sparse_spectrum", options=LEARNERS),
    Whole("iteration", "Iteration shown", 1000, low=0, high=1000),  # the nearest there is: by default the last
    Choice(
        "landmarks",
        "Landmarks",
        "kmeans",
        options=LANDMARK_KINDS,
        only_if={"compared": ("sizes",)},
    ),
    Whole("n_landmarks", "Number of landmarks", 200, low=2, high=400, stops=(10, 20, 50, 100, 200, 300, 400)),
    Choice(
        "learned_on",
        "Learn on",
        "shape",
        options={"shape": "a shape", "dataset": "a dataset"},
        help="A shape in the plane, or a dataset of the Convergence page, projected to a plane.",
    ),
    Whole(
        "n_learned",
        "D, frequencies",
        40,
        high=400,
        stops=(5, 10, 20, 40, 50, 80, 100, 200, 400),
        only_if={"learned_by": OF_FREQUENCIES},
        help="Initialised as random Fourier features: drawn from the kernel's spectrum, with equal weights.",
    ),
    Choice(
        "optimizer",
        "Optimiser",
        "quasi_newton",
        options=_labels(OPTIMIZERS),
        help="Both minimise the same loss. Quasi-Newton steps (L-BFGS) move frequencies and weights at once; Algorithm "
        "1 takes turns: a quadratic programme for the weights, gradient steps for the frequencies.",
    ),
    Whole("n_iterations", "Iterations", 100, high=1000, stops=(1, 5, 10, 20, 50, 100, 200, 400, 1000)),
    Number(
        "learning_rate",
        "μ, step size (0: automatic)",
        0.0,
        high=1e4,
        stops=(0, 0.01, 0.1, 1, 10, 100, 1000),
        only_if={"optimizer": ("algorithm1",)},
        help="Step size of Algorithm 1's gradient steps. 0: chosen from the first gradient, and increased while "
        "steps help.",
    ),
    Choice(
        "plane",
        "Plane shown",
        "coordinates",
        options={"coordinates": "two coordinates", "principal": "the principal plane"},
        help="Data and frequencies in more than two dimensions are projected to a plane.",
        only_if={"learned_on": ("dataset",)},
    ),
    Choice(
        "compared",
        "Compare",
        "kinds",
        options={"kinds": "landmarks", "sizes": "frequencies"},
        help="All kinds of landmarks for D frequencies, or one kind for D, 50, 100 and 200.",
    ),
    Whole(
        "n_compared",
        "Seeds",
        1,
        high=10,
        stops=(1, 2, 3, 5, 10),
        help="One fit for each seed, with its own landmarks and initial frequencies.",
    ),
    # Prediction
    Several(
        "method",
        "Methods",
        ("kernel_ridge", "svm", "fourier", "nystrom"),
        options=LABELS,
        help="All are fitted to the same training points and tested on the same test points.",
    ),
    Whole(
        "n_splits",
        "Splits",
        3,
        high=20,
        stops=(1, 2, 3, 5, 10, 20),
        help="Random splits of the data, each with a new draw of the features.",
    ),
    Choice("photo", "Photograph", "china", options=IMAGES),
    Whole(
        "photo_freqs",
        "D, frequencies",
        512,
        high=2048,
        stops=_POWERS[:-1],
        help="A photograph has more detail than a curve, and needs more frequencies.",
    ),
    Number(
        "attention_temperature",
        "τ, temperature",
        0.25,
        low=0.01,
        high=100.0,
        stops=(0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 4),
        help="Low temperatures are sharp: each token attends to the few that are most alike.",
    ),
    Whole("attention_freqs", "D, frequencies", 128, low=16, high=1024, stops=_POWERS[1:-2]),
    Number(
        "photo_ridge",
        "λ, ridge",
        1e-5,
        low=1e-8,
        high=10.0,
        stops=_RIDGES,
        help="Smaller values give sharper images, until the pixels are over-fitted.",
    ),
    Choice(
        "function",
        "Function",
        "sine",
        options=_labels(DATASETS, "function1d") | {OWN: "points of your own …"},
    ),
    Whole("draws", "Functions drawn", 0, low=0, high=10, stops=(0, 1, 2, 3, 5, 10)),
    Choice(
        "drawn_by",
        "Drawn from",
        "features",
        options={"features": "features' posterior", "pathwise": "features' prior, exact update"},
        help="Matheron's rule: a draw from the features' prior is updated with the exact kernel. Far from the data "
        "it has the exact posterior's spread.",
        only_if={"draws": tuple(range(1, 11))},
    ),
    Whole("n_train", "Training points", 60, low=2, high=500, stops=(5, 10, 20, 40, 60, 100, 200, 500), only_if=_MADE),
    Number("noise", "Noise", 0.2, high=2.0, stops=(0, 0.05, 0.1, 0.2, 0.3, 0.5, 1), only_if=_MADE),
    Number(
        "ridge",
        "λ, ridge",
        1e-3,
        low=1e-8,
        high=10.0,
        stops=_RIDGES,
        help="The penalty nλ‖w‖² of both methods: they solve the same problem.",
        only_if=_HERE,
    ),
    Choice("scheme", "Scheme", "monte_carlo", options=_labels(SAMPLERS)),
    Choice(
        "measured",
        "Measured",
        "here",
        options={"here": "here", "survey": "survey"},
        help="Here, on one dataset; or the stored survey of all schemes, on several.",
    ),
    Choice(
        "survey_data",
        "Data",
        "diabetes",
        options={name: data_label(name) for name in SURVEY.data},
        only_if=_SURVEY,
    ),
    Choice(
        "survey_kernel",
        "Kernel",
        "gaussian",
        options={name: kernel_label(name) for name in SURVEYED},
        only_if=_SURVEY,
    ),
    Choice(
        "survey_machine",
        "Machine",
        "ridge",
        options=MACHINES,
        help="The linear SVM needs classes.",
        only_if=_SURVEY,
    ),
    Whole("ratio", "D/d", 8, low=min(RATIOS), high=max(RATIOS), stops=RATIOS, only_if=_SURVEY),
    # Papers
    Choice("paper", "Table", "table2", options={name: short_title(table.title) for name, table in PRINTED.items()}),
    Choice("paper_data", "Data", "all", options={"all": "all"} | _PAPER_DATA),
    Several("paper_methods", "Methods", tuple(_PAPER_METHODS), options=_PAPER_METHODS),
    Choice(
        "paper_landmarks",
        "Learned",
        AS_PUBLISHED,
        options=PROTOCOLS | {"each": "all (not comparable)"},
        help="SAMPLE and CLUSTER by the paper's algorithm, or by our learner, which also sees evaluation points.",
        only_if={"paper": tuple(name for name, table in PRINTED.items() if table.protocols)},
    ),
    Flag("cell", "One cell", False),
    Choice("cell_data", "Data", "wine_quality", options=_PAPER_DATA),
    Choice("cell_method", "Method", "mc", options=_PAPER_METHODS),
    Choice("cell_size", "D", "50", options=_PAPER_SIZES),
    Choice(
        "cell_landmarks",
        "Learned",
        AS_PUBLISHED,
        options=PROTOCOLS
        | {name: f"our learner, n = {share(n, 1)}" for name, (n, _) in WAYS.items() if name not in PROTOCOLS},
    ),
    Whole("n_again", "Seeds measured again", 0, low=0, high=10),
    Choice("claim", "Claim", "all", options=CLAIM_LABELS),
)

TABLE: dict[str, Parameter] = {parameter.name: parameter for parameter in _TABLE}
