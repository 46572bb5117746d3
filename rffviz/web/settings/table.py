"""The parameter table: every setting of every page, once. Controls, links, ranges and refusals all come from here."""

from __future__ import annotations

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.datasets import DATASETS
from rffviz.datasets.images import IMAGES
from rffviz.diagnose import SPECIMENS
from rffviz.diagnose.practice import PRACTICE
from rffviz.features import MAPS, OTHER_KERNELS
from rffviz.features.spherical import MOST_DEGREE
from rffviz.kernels import KERNELS, FormulaKernel
from rffviz.kernels.formula import ALLOWED
from rffviz.kernels.hankel import MOST_DIMENSIONS
from rffviz.measure import METRICS, SUP_COMPACT
from rffviz.papers.beside import dataset_label
from rffviz.papers.survey import RATIOS, SURVEY, SURVEYED
from rffviz.papers.table2 import AS_PUBLISHED
from rffviz.papers.tables import TABLES
from rffviz.samplers import SAMPLERS
from rffviz.studies.contenders import LABELS
from rffviz.studies.from_labels import LEARNERS, OF_FREQUENCIES
from rffviz.theory import BOUNDS
from rffviz.views.adaptive.landmarks.words import share
from rffviz.views.convergence.factor.words import SHORT
from rffviz.views.papers.claims import words as claims_words
from rffviz.views.papers.survey import words as survey_words
from rffviz.views.papers.table.words import short_title
from rffviz.views.papers.words import method_label
from rffviz.web.lecture.deck import Lecture, SceneName
from rffviz.web.settings.own_schemes import REFUSED
from rffviz.web.settings.parameters import (
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
from rffviz.words.practice import SPECIMEN
from rffviz.words.scenes import SCENES

NOT_REGISTERED = REFUSED  # importing it registers the user's samplers before they are listed below
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
_LENGTHS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50)
_AXES = {"plane": ("coordinates",), "learned_on": ("dataset",)}
_RIDGES = (1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1)
_CHOSEN = {"specimen": (0,)}  # a practice specimen has its own kernel and size
_WITH_KERNEL = _CHOSEN | {"learned_by": OF_FREQUENCIES}  # a spectral mixture learns its kernel
_MADE = {"function": tuple(name for name, entry in DATASETS.items() if entry.kind == "function1d")}
_POWERS = tuple(2**k for k in range(3, 13))


# The papers' tables: n/r by the names that links have for it, and which tables vary what.
PRINTED = {name: table for name, table in TABLES.items() if table.published}
_CELLS = [cell for table in PRINTED.values() for cell in table.cells]
PROTOCOLS = {name: protocol.label for table in PRINTED.values() for name, protocol in table.protocols.items()}
WAYS = {AS_PUBLISHED: (1.0, AS_PUBLISHED)} | {
    share(factor, 1).replace("/", "_"): (factor, "")
    for factor in sorted({cell.landmarks_factor for cell in _CELLS} - {0.0})
}
"""n/r and the learner of a cell, by the names that links have for them."""
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
        options=_labels(DATASETS, "bundled", "paper", "toy2d") | {OWN: "your own CSV file …"},
        help="Every input is scaled to mean 0 and variance 1.",
        only_if={"learned_on": ("dataset",)},
    ),
    Whole(
        "n_points",
        "Points, at most",
        1000,
        low=2,
        high=2000,
        stops=(50, 100, 200, 500, 1000, 1500, 2000),
        help="From a larger set this many are drawn at random under the seed; the figure says how many there are.",
        only_if={"learned_on": ("dataset",)},
    ),
    Flag(
        "whiten",
        "Whiten the data",
        False,
        help="Turn and scale the data to unit covariance first: the kernel then falls with the Mahalanobis distance.",
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
        help="The median distance between points, Li et al.'s √(d/2) for scaled data, or your own.",
    ),
    Number(
        "length_scale",
        "ℓ, length scale",
        1.0,
        low=1e-3,
        high=1e3,
        stops=_LENGTHS,
        only_if=_WITH_KERNEL | {"length_rule": ("hand",)},
    ),
    Number(
        "axis_ratio",
        "ℓ₂/ℓ₁",
        1.0,
        low=0.1,
        high=10,
        stops=(0.1, 0.25, 0.5, 1, 2, 4, 10),
        help="The length scale of the second axis over that of the first.",
        only_if=_WITH_KERNEL | {"kernel": tuple(name for name, kernel in KERNELS.items() if kernel.takes_axes)},
    ),
    Whole(
        "n_freqs",
        "D, frequencies",
        256,
        high=4096,
        stops=_POWERS,
        help="Each frequency is a cosine and a sine: D frequencies are 2·D real features in the paired map.",
        only_if=_CHOSEN,
    ),
    Whole(
        "seed",
        "Seed",
        0,
        low=0,
        high=LARGEST_SEED,
        help="Everything random on the page comes from this number: the same link gives the same picture.",
    ),
    # of every page
    Flag("present", "Present", False),
    Flag("revealed", "Answer revealed", False),
    SceneName("scene", "Scene", "none", options={"none": "none", **{scene.name: scene.question for scene in SCENES}}),
    Lecture("deck", "Your lecture", (), lasting=True),
    # Start
    Whole("waves", "D, cosines", 1, high=2048, stops=tuple(2**k for k in range(12))),
    # Kernel and spectrum
    Choice(
        "other_kernel",
        "Second kernel",
        "none",
        options={"none": "none"} | {name: kernel.label for name, kernel in KERNELS.items() if name not in _TYPED},
        help="Of the same length scale; its frequencies are drawn under the same seed.",
    ),
    Choice(
        "density_scale",
        "Scale of p",
        "linear",
        options={"linear": "linear", "log": "logarithmic"},
        help="On logarithmic axes a power of ω is a straight line, which shows how slowly a kink lets p fall.",
    ),
    Choice(
        "given",
        "k is given",
        "formula",
        options={"formula": "by a formula", "handles": "by dragging its points"},
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
        help="The same function of the distance can be a kernel on a line and none in the plane.",
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
    Choice("other", "Kernel", "polynomial", options=_labels(OTHER_KERNELS)),
    Whole(
        "degree",
        "p, degree",
        3,
        high=MOST_DEGREE,
        stops=(1, 2, 3, 5, 7, 10, 20),
        only_if={"other": tuple(name for name, kernel in OTHER_KERNELS.items() if kernel.has_degree)},
    ),
    Choice(
        "matrix_error",
        "Error",
        "relative_frobenius",
        options={name: METRICS[name].label for name in ("relative_frobenius", "relative_spectral", "rmse", "sup")},
    ),
    # Convergence
    Several(
        "sampler",
        "Schemes",
        ("monte_carlo", "sobol_scrambled", "orthogonal"),
        options=_labels(SAMPLERS),
        help="Ways of choosing the frequencies, compared on the same points.",
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
            "paired": "cos and sin",
            "offset": "cos with offset",
            "positive": "exp, positive (Gaussian)",
            "optimal_positive": "exp, positive, smallest variance",
        },
    ),
    Choice(
        "frequency_bits",
        "Frequencies",
        "64",
        options={"64": "as drawn", "8": "8 bits", "4": "4 bits", "2": "2 bits", "1": "1 bit"},
        help="Of a coordinate, which then takes 2ᵇ values: means of equal shares of those that were drawn.",
    ),
    Whole("n_seeds", "Seeds in the band", 12, high=100, stops=(1, 5, 8, 12, 20, 50, 100)),
    Several(
        "bound",
        "Bounds",
        ("rahimi_recht", "cramer_pairs"),
        options=_labels(BOUNDS),
        help="\n\n".join(
            (
                "What theory promises, for Monte Carlo alone.",
                *(f"**{entry.label}**: {entry.statement}" for entry in BOUNDS.values()),
            )
        ),
    ),
    Number(
        "epsilon",
        "ε, error asked for",
        0.1,
        low=0.001,
        high=2.0,
        stops=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0),
        help="How many frequencies bring the error down to ε: measured, and promised by the bound.",
    ),
    Number(
        "confidence",
        "Confidence of the bound",
        0.95,
        low=0.01,
        high=0.9999,
        stops=(0.5, 0.8, 0.9, 0.95, 0.99, 0.999),
        help="The probability with which the promise holds, over draws of the frequencies.",
    ),
    Choice("step", "Step shown", "measured", options=SHORT),
    Flag(
        "one_draw",
        "Error bar from one draw",
        False,
        help="One draw of frequencies, resampled, estimates its own error without the kernel. It takes a few seconds.",
    ),
    KeptSettings("beside", "B", "", readers=lambda: TABLE),
    # Sampling schemes
    Whole(SPECIMEN, "Specimen to find the mistake of (0: none)", 0, low=0, high=len(PRACTICE)),
    *(
        Choice(
            letter.lower(),
            letter,
            start,
            options=_labels(SAMPLERS) | _labels(SPECIMENS) | {OWN: "your own file …"},
            help="A scheme, a known mistake, or frequencies from a file of yours.",
            only_if=_CHOSEN,
        )
        for letter, start in (("A", "two_gammas"), ("B", "monte_carlo"))
    ),
    Whole(
        "dimension",
        "d, dimension",
        2,
        high=1024,
        stops=(1, 2, 3, 5, 10, 20, 40, 64, 123, 256, 512, 784, 1024),
        help="Of the frequencies; that of your own file where one is shown.",
        only_if=_CHOSEN,
    ),
    Choice(
        "points",
        "Points",
        "frequencies",
        options={"frequencies": "ω", "cube": "unit cube"},
        pills=True,
        help="The frequencies, or their points in the unit cube: each coordinate through its distribution function.",
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
        help="A verdict on bias takes 20 or more; about a hundred see a bias of a third of one draw's spread.",
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
        "Wave of frequency (0: none)",
        0,
        low=0,
        high=400,
        help="Counted from the largest weight. A click on a frequency shows its wave; a second click hides it.",
    ),
    Number(
        "weight_decay",
        "λ, weight decay",
        0.1,
        high=10.0,
        stops=(0, 1e-5, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1),
        help="Near 0 the weights are the kernel's own density; the shape of the data shows from about 0.03.",
    ),
    Number(
        "learning_decay",
        "λ, weight decay",
        1e-4,
        high=10.0,
        stops=(0, 1e-5, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1),
        help="For learning frequencies and weights together. From about 0.003 up it keeps all weights equal.",
    ),
    Number("image_length", "ℓ, length scale of the image (0: the best)", 0.0, high=10.0),
    Choice("learned_by", "Learned by", "sparse_spectrum", options=LEARNERS),
    Whole("iteration", "Iteration shown", 0, low=0, high=1000),
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
        help="A shape in the plane, where all is seen, or a dataset of the Convergence page, seen in a plane.",
    ),
    Whole(
        "n_learned",
        "r, frequencies",
        40,
        high=400,
        stops=(5, 10, 20, 40, 50, 80, 100, 200, 400),
        only_if={"learned_by": OF_FREQUENCIES},
        help="They start as random Fourier features: drawn from the kernel's spectrum, with equal weights.",
    ),
    Choice(
        "optimizer",
        "Optimiser",
        "quasi_newton",
        options=_labels(OPTIMIZERS),
        help="Both minimise the same loss. Quasi-Newton steps (L-BFGS) move frequencies and weights at once; Algorithm "
        "1 takes turns: a quadratic programme for the weights, gradient steps for the frequencies.",
    ),
    Number(
        "decay",
        "γ, weight decay",
        0.1,
        high=100.0,
        stops=(0, 0.001, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
        help="Of the supervised predictor's coefficients; the same with and without the kernel term.",
    ),
    Whole("n_iterations", "Iterations", 100, high=1000, stops=(1, 5, 10, 20, 50, 100, 200, 400, 1000)),
    Number(
        "learning_rate",
        "μ, step (0: chosen)",
        0.0,
        high=1e4,
        stops=(0, 0.01, 0.1, 1, 10, 100, 1000),
        only_if={"optimizer": ("algorithm1",)},
        help="For Algorithm 1's gradient steps. At 0 it is chosen from the first gradient and grows while steps help.",
    ),
    Choice(
        "plane",
        "Plane shown",
        "coordinates",
        options={"coordinates": "two coordinates", "principal": "the principal plane"},
        help="Data and frequencies in more than two dimensions are seen as shadows on a plane.",
        only_if={"learned_on": ("dataset",)},
    ),
    Choice(
        "compared",
        "Compare",
        "kinds",
        options={"kinds": "landmarks", "sizes": "frequencies"},
        help="All kinds of landmarks for r frequencies, or one kind for r, 50, 100 and 200.",
    ),
    *(
        Whole(
            name,
            "Seeds",
            start,
            high=10,
            stops=(1, 2, 3, 5, 10),
            help="One fit for each, with other landmarks and another start.",
        )
        for name, start in (("n_learnings", 3), ("n_compared", 1))
    ),
    # Prediction
    Several(
        "method",
        "Methods",
        ("kernel_ridge", "svm", "fourier", "binning", "nystrom"),
        options=LABELS,
        help="Each is fitted to the same training points and tested on the same others.",
    ),
    Choice("row", "Row of the table", "cpu", options={"cpu": "CPU (2007 split)", "adult": "Adult"}),
    Whole(
        "n_splits",
        "Splits",
        3,
        high=20,
        stops=(1, 2, 3, 5, 10, 20),
        help="Random splits of the data, each with a draw of the features.",
    ),
    Whole("n_redrawn", "Draws", 1, high=20, stops=(1, 3, 10, 20), help="Of the features; the table's split is given."),
    Whole("n_clusters", "Clusters", 2, low=2, high=10, stops=(2, 3, 4, 5, 6, 8, 10)),
    Choice("photo", "Photograph", "china", options=IMAGES),
    Whole(
        "photo_freqs",
        "D, frequencies",
        512,
        high=2048,
        stops=_POWERS[:-1],
        help="A photograph has more detail than a curve and needs more of them.",
    ),
    Number(
        "photo_ridge",
        "λ, ridge",
        1e-5,
        low=1e-8,
        high=10.0,
        stops=_RIDGES,
        help="The smaller, the sharper, until the pixels are learned and not the picture.",
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
        options={"features": "the features' posterior", "pathwise": "their prior, updated exactly"},
        help="Matheron's rule: a draw of the features' prior is moved by the exact kernel's update. Far from the data "
        "it spreads as the exact posterior does.",
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
        help="The penalty nλ‖w‖² of both methods, so that they solve the same problem.",
    ),
    Choice("scheme", "Scheme", "monte_carlo", options=_labels(SAMPLERS)),
    # Papers
    Choice("paper", "Table", "table2", options={name: short_title(table.title) for name, table in PRINTED.items()}),
    Choice("paper_data", "Data", "all", options={"all": "all"} | _PAPER_DATA),
    Several("paper_methods", "Methods", tuple(_PAPER_METHODS), options=_PAPER_METHODS),
    Choice(
        "paper_landmarks",
        "Learned",
        AS_PUBLISHED,
        options=PROTOCOLS | {"each": "all, which are not comparable"},
        help="SAMPLE and CLUSTER by the paper's algorithm, or by our learner, which sees points that are measured.",
        only_if={"paper": tuple(name for name, table in PRINTED.items() if table.protocols)},
    ),
    Choice("cell_data", "Data", "wine_quality", options=_PAPER_DATA),
    Choice("cell_method", "Method", "mc", options=_PAPER_METHODS),
    Choice("cell_size", "r", "50", options=_PAPER_SIZES, only_if={"paper": _varying("size")}),
    Choice(
        "cell_landmarks",
        "Learned",
        AS_PUBLISHED,
        options=PROTOCOLS
        | {name: f"our learner, n = {share(n, 1)}" for name, (n, _) in WAYS.items() if name not in PROTOCOLS},
        only_if={
            "paper": _varying("landmarks_factor"),
            "cell_method": tuple({cell.method.lower() for cell in _CELLS if cell.landmarks_factor}),
        },
    ),
    Whole("n_again", "Seeds measured again", 0, low=0, high=10),
    Choice("survey_data", "Data", "diabetes", options={name: survey_words.dataset_label(name) for name in SURVEY.data}),
    Choice("survey_kernel", "Kernel", "gaussian", options={name: survey_words.kernel_label(name) for name in SURVEYED}),
    Choice(
        "survey_machine",
        "Machine",
        "ridge",
        options=survey_words.MACHINES,
        help="The linear SVM is for data with classes.",
    ),
    Choice("claim", "Claim", "all", options=claims_words.CHOICES),
    Whole("ratio", "D/d", 8, low=min(RATIOS), high=max(RATIOS), stops=RATIOS),
)

TABLE: dict[str, Parameter] = {parameter.name: parameter for parameter in _TABLE}
