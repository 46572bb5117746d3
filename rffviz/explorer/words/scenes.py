"""Scenes for a lecture, as data: a question to the class, the page and settings that show it, and what is revealed.

Settings are written as in links. Answers contain no measured numbers: the figure that a scene opens shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rffviz.explorer.words.answers import CHOICE, CURVE, DRAW, NUMBER, TESTS, Asked, Scale

GROUPS = ("The idea", "How many frequencies?", "Which frequencies?", "What for?")


@dataclass(frozen=True)
class Scene:
    """A question before its answer.

    Attributes
    ----------
    name : str
        A stable identifier, for links and files.
    question : str
        What the class is asked.
    group : str
        One of `GROUPS`.
    page : str
        The page that shows it.
    query : mapping of str to str
        The settings of the link to it, by name.
    look : str
        What to look at.
    reveal : str
        The answer, in one sentence.
    notes : str
        For the speaker: two to four sentences.
    formula : str
        One line of mathematics, in LaTeX.
    guess : tuple of str
        What the class may vote for; empty if a vote makes no sense.
    right : tuple of str
        Those of `guess` that are right; empty if nobody said.
    after : mapping of str to str
        Settings that change when the answer is revealed; empty if the figure already shows it.
    slider : Scale or None
        In a room phones set a number on this slider, in place of a vote.
    curve : str
        In a room phones draw this curve over the figure's first axes, in place of a vote.
    draws : bool
        In a room everyone chooses a frequency, and in later rounds draws one from the spectrum of the kernel that
        `query` names with its length scale; the figure shows the estimate from all of them. Without a room a class is
        simulated.
    tests : bool
        In a room phones choose up to three of `guess`, the tests that they spend; without one the viewer does.
    bids : bool
        The numbers on `slider` are bids on D, which stand in place of the figure of the page, the dissected bound;
        its steps take them out. Without a room they are drawn.
    """

    name: str
    question: str
    group: str
    page: str
    query: Mapping[str, str]
    look: str
    reveal: str
    notes: str
    formula: str
    guess: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    after: Mapping[str, str] = field(default_factory=dict)
    slider: Scale | None = None
    curve: str = ""
    draws: bool = False
    tests: bool = False
    bids: bool = False

    @property
    def asks(self) -> bool:
        """Whether phones have something to answer."""
        return bool(self.guess or self.slider or self.curve or self.draws)

    @property
    def right_places(self) -> tuple[int, ...]:
        """The positions in `guess` of those that are right."""
        return tuple(i for i, vote in enumerate(self.guess) if vote in self.right)

    @property
    def revealed(self) -> dict[str, str]:
        """The settings of the link that shows the answer."""
        return {**self.query, **self.after}

    def judged(self, guess: str) -> str:
        """ "right" or "wrong"; empty for words that are not a vote, and where no vote is known to be right."""
        if guess not in self.guess or not self.right:
            return ""
        return "right" if guess in self.right else "wrong"

    def asked(self, axes: tuple[Scale, Scale] | None) -> Asked:
        """What phones are asked; a curve waits until the axes of the figure are known."""
        if self.curve:
            if axes is None:
                return Asked(question=self.question)
            return Asked(CURVE, self.question, x=axes[0], y=replace(axes[1], title=self.curve))
        if self.draws:
            length_scale = float(self.query["length_scale"])
            x = Scale(-4 / length_scale, 4 / length_scale, title="ω")
            given = {"kernel": self.query["kernel"], "length_scale": length_scale}
            return Asked(DRAW, self.question, x=x, **given)
        if self.slider:
            return Asked(NUMBER, self.question, x=self.slider)
        return Asked((TESTS if self.tests else CHOICE) if self.guess else "", self.question, self.guess)


SCENES = (
    Scene(
        "cost",
        "30,000 points: how long does the exact method take?",
        GROUPS[0],
        "prediction",
        {"view": "cost"},
        "Where the two lines cross, and how much steeper the exact one is.",
        "Minutes: its time grows as N³, its memory as N².",
        "Both methods run on this machine while the class watches; the exact one stops at 3,200 points. Have the "
        "class extend its line to 30,000 with a ruler: twice the points take eight times as long. The answer draws "
        "N³ through the last point and names time and memory; up to there the N² of the kernel matrix counts too. The "
        "time of features grows as N.",
        r"\text{exact: } \mathcal{O}(N^3) \qquad \text{features: } \mathcal{O}(N D^2)",
        guess=("seconds", "minutes", "days"),
        right=("minutes",),
    ),
    Scene(
        "bell",
        "A sum of cosines approximates a bell. What does one more digit of accuracy cost?",
        GROUPS[0],
        "start",
        {"waves": "1"},
        "The right panel, as D grows from 1.",
        "A hundred times as many waves: the error falls as 1/√D.",
        "Start at one cosine and let the class say when it looks like a bell. A cosine never decays: only the "
        "average does, because the waves agree at δ = 0 and nowhere else. After the answer go back to D = 16: with "
        "128 times fewer waves the largest error is about ten times as large.",
        r"k(x - y) = \mathbb{E} \cos \omega^\top (x - y) \approx \tfrac{1}{D} \sum_j \cos \omega_j^\top (x - y)",
        guess=("twice as many waves", "ten times as many", "a hundred times as many"),
        right=("a hundred times as many",),
        after={"waves": "2048"},
    ),
    Scene(
        "kink",
        "Which spectrum gives a kernel with a kink?",
        GROUPS[0],
        "kernel",
        {"view": "spectrum", "kernel": "gaussian", "n_freqs": "64"},
        "The spectrum's tails, and the kernel at 0. The answer adds the Laplacian kernel, with p on logarithmic axes.",
        "Heavy tails: rare, fast waves make the kink of the Laplacian kernel.",
        "A smooth top needs a finite variance: the curvature at 0 is minus the spectrum's variance, which is "
        "infinite for the Cauchy spectrum. Students swap the names: the Laplacian kernel has the Cauchy spectrum, "
        "and the Cauchy kernel the Laplace spectrum.",
        r"k''(0) = -\mathbb{E}\, \omega^2",
        guess=("low frequencies only", "a uniform spectrum", "heavy tails"),
        right=("heavy tails",),
        after={"other_kernel": "laplacian", "density_scale": "log"},
    ),
    Scene(
        "draws",
        "Each of us is one frequency. With twice the class, how large is the error?",
        GROUPS[0],
        "kernel",
        {"view": "spectrum", "kernel": "gaussian", "length_scale": "1", "n_freqs": "32"},
        "The frequencies under their density, and k̂ beside k.",
        "1/√2 times, if drawn from p: the error falls as 1/√D.",
        "In a room D is the number of people. First everyone chooses a frequency by hand: too many take 0 and round "
        "numbers, so k̂ is biased, and more people do not help. Ask again: now each phone draws from p, and k̂ stays "
        "within 2 SD of k almost everywhere. Ask once more: these draws join the former ones and D doubles.",
        r"\hat k(\delta) = \tfrac{1}{D} \sum_{j=1}^{D} \cos \omega_j \delta, \quad \omega_j \sim p",
        guess=("half as large", "1/√2 times as large", "just as large"),
        right=("1/√2 times as large",),
        draws=True,
    ),
    Scene(
        "vectors",
        "Two points, two feature vectors: what does their inner product converge to?",
        GROUPS[0],
        "features",
        {"view": "two_points", "n_freqs": "1"},
        "The two feature vectors, and their inner product as D grows.",
        "To k(x − y): the average of cos ω·(x − y) over the frequencies.",
        "A frequency maps a point to an angle; cosine and sine map the angle to the circle. The inner product of "
        "two points of the circle is the cosine of the angle between them, which a shift does not change. So the "
        "average estimates k.",
        r"\cos a \cos b + \sin a \sin b = \cos(a - b)",
        guess=("0", "1", "k(x − y)"),
        right=("k(x − y)",),
        after={"n_freqs": "256"},
    ),
    Scene(
        "blocks",
        "At which D do the blocks of Iris stand out?",
        GROUPS[1],
        "convergence",
        {"view": "matrices", "dataset": "iris", "length_rule": "hand", "length_scale": "0.6", "n_freqs": "1"},
        "The middle matrix: first noise, then the three species.",
        "At twenty the noise is below the contrast of the blocks.",
        "The left matrix is exact, the middle one is its estimate, the right one their difference; colours are the "
        "same at every D. A short length scale makes the blocks hard to see. Classifiers need the blocks, not the "
        "digits, so few features often do; an accurate matrix takes many more.",
        r"\hat K = Z Z^\top, \quad Z \in \mathbb{R}^{n \times 2D}",
        guess=("1", "20", "1,000"),
        right=("20",),
        after={"n_freqs": "20"},
        slider=Scale(1, 4096, log=True, title="D"),
    ),
    Scene(
        "bid",
        "The lowest bid that is enough wins: which D keeps 95 % of maximum errors on Diabetes below 0.1?",
        GROUPS[1],
        "convergence",
        {"view": "factor", "epsilon": "0.1"},
        "The axis of D and the bids on it.",
        "Hundreds: every bound is enough, and the loosest is far too large.",
        "Diabetes, Gaussian kernel, confidence 95 %. The answer plays from the printed bound of Rahimi and Recht to "
        "the measurement: each step takes out all who bid more than a sharper bound needs, the last one all who bid "
        "too little. Space or a click stops it; leave the reasons for the steps to the scene `factor`.",
        r"\operatorname{P}(\max |\hat k - k| > \varepsilon) \le 1 - 0.95",
        guess=("tens", "hundreds", "thousands", "tens of thousands"),
        right=("hundreds",),
        after={"step": "printed"},
        slider=Scale(10, 1_000_000, log=True, title="D"),
        bids=True,
    ),
    Scene(
        "epsilon",
        "How many times as many frequencies halve the maximum error, from 0.2 to 0.1?",
        GROUPS[1],
        "convergence",
        {"view": "curve", "sampler": "monte_carlo", "epsilon": "0.2", "bound": "rahimi_recht", "n_seeds": "100"},
        "The dotted line at ε = 0.2: where the measured error and the bound cross it.",
        "About four times, measured and by the bound: the error falls as 1/√D.",
        "On logarithmic axes the line is straight with slope −½. A is ε = 0.2 and B is ε = 0.1; the ratios of "
        "their D stand above B. Measured is the D at which 95 % of seeds stay below ε, the confidence of the bound. "
        "The bound's D grows a little more than four times, since its log(1/ε) grows, too; the next scene takes the "
        "bound apart.",
        r"|\hat k - k| \sim 1/\sqrt{D}",
        guess=("twice as many", "four times as many", "eight times as many"),
        right=("four times as many",),
        after={"beside": "sampler=monte_carlo&epsilon=0.1&bound=rahimi_recht&n_seeds=100"},
    ),
    Scene(
        "factor",
        "Why is the bound so loose?",
        GROUPS[1],
        "convergence",
        {"view": "factor", "step": "printed"},
        "The two dots: the bound and the measurement. The steps between them follow one by one.",
        "It covers a ball: a union bound over the pairs of points gains most.",
        "The bound holds for every x − y in a ball around 0, which its proof covers with a net. Each step of the "
        "scrubber replaces one inequality by a sharper one: the variance comes second, constants hardly matter. With "
        "the exact distribution of each pair's error, theory comes close to the measurement. The rest is the union "
        "bound, since the errors of pairs are dependent.",
        r"\operatorname{P}(\max |\hat k - k| > \varepsilon) \le \sum_{x, y} "
        r"\operatorname{P}(|\hat k - k| > \varepsilon)",
        guess=("loose constants", "it covers a ball, not pairs of points", "it ignores the variance"),
        right=("it covers a ball, not pairs of points",),
        after={"step": "measured"},
    ),
    Scene(
        "infinite",
        "A kernel with a kink: what does the bound guarantee?",
        GROUPS[1],
        "convergence",
        {"kernel": "gaussian", "sampler": "monte_carlo,sobol_scrambled", "bound": "rahimi_recht"},
        "The bound for the smooth Gaussian kernel. The answer shows the Laplacian kernel, which has a kink.",
        "Nothing: its constant is the spectrum's variance, which is infinite here.",
        "Rare, very fast waves make the kink at 0, so the spectrum has heavy tails. The bound needs k to be smooth "
        "at 0; the measured error falls as before. A vacuous bound is no evidence against the method.",
        r"\sigma_p^2 = \mathbb{E} \|\omega\|^2 = -\operatorname{tr} \nabla^2 k(0) = \infty",
        guess=("a slightly larger error", "a much larger error", "nothing"),
        right=("nothing",),
        after={"kernel": "laplacian"},
    ),
    Scene(
        "inputs",
        "From 4 inputs to 61: which D grows more, the measured one or the bound's?",
        GROUPS[1],
        "convergence",
        {
            "view": "curve",
            "dataset": "iris",
            "sampler": "monte_carlo",
            "n_seeds": "5",
            "bound": "rahimi_recht",
        },
        "Iris has 4 inputs: the measured line and the bound. The answer shows Digits, with 61, on the same axes.",
        "The bound's D grows far more: it depends on the dimension and the diameter.",
        "A is Iris, B is Digits, both at their median length scale and under the same seeds. The error at one pair "
        "does not depend on the dimension: it is that of an average of cosines. The dimension enters through the "
        "number of pairs, and the bound covers a whole region.",
        r"D \gtrsim \frac{d}{\varepsilon^2} \log \frac{\sigma_p \operatorname{diam}}{\varepsilon}",
        guess=("the measured D", "the bound's D", "both alike"),
        right=("the bound's D",),
        after={"beside": "dataset=digits&sampler=monte_carlo&n_seeds=5&bound=rahimi_recht"},
    ),
    Scene(
        "phases",
        "With the same number of features: do cos/sin pairs or random phases have the smaller error?",
        GROUPS[2],
        "convergence",
        {"view": "maps", "kernel": "gaussian"},
        "First the line of random phases; then that of pairs, at distance 0 and far away.",
        "Pairs: they are exact at distance 0; at large distances both are alike.",
        "Random phases use twice as many frequencies for the same number of features, and still the error is "
        "larger: the phase adds variance. The lines are formulas, the markers are measured. For the Cauchy kernel "
        "phases win at large distances, by very little.",
        r"\operatorname{Var}_{\text{pairs}} = \tfrac{1}{n}\big[1 + k(2\delta) - 2k^2\big], \quad "
        r"\operatorname{Var}_{\text{phases}} = \tfrac{1}{n}\big[1 + \tfrac12 k(2\delta) - k^2\big]",
        guess=("cos/sin pairs", "random phases", "both alike"),
        right=("cos/sin pairs",),
    ),
    Scene(
        "faster",
        "Sobol' points beat 1/√D with 2 inputs. And with 61?",
        GROUPS[2],
        "convergence",
        {"dataset": "moons", "sampler": "monte_carlo,sobol_scrambled", "metric": "rmse", "epsilon": "0.006"},
        "The slopes of the two lines beside that of 1/√D.",
        "Less clearly: with the inputs of Digits the lead comes later and is smaller.",
        "Sobol' points leave no gaps, so their average of cosines is a quadrature rule. B shows the same for the 61 "
        "inputs of Digits: the slope is flatter and the lead is smaller. In many dimensions every point "
        "is near a face of the cube.",
        r"\text{Monte Carlo: } D^{-1/2} \qquad \text{Sobol': nearly } D^{-1} \text{ for small } d",
        guess=("as clearly", "less clearly", "they lose"),
        right=("less clearly",),
        after={"beside": "dataset=digits&sampler=monte_carlo,sobol_scrambled&metric=rmse&epsilon=0.006"},
    ),
    Scene(
        "angles",
        "Do orthogonal frequencies help near or far pairs?",
        GROUPS[2],
        "schemes",
        {"a": "orthogonal", "b": "monte_carlo", "dimension": "10", "n_draws": "200"},
        "Two draws of one distribution: in A the frequencies of a block are orthogonal, in B all are independent.",
        "Near pairs: their variance is a fraction of that of Monte Carlo.",
        "The clouds look alike, and each frequency has the same distribution in A and B. The answer shows the "
        "variance of k̂ relative to Monte Carlo at every distance. Near 0 the error is that of Σ(ω_j·δ)², which varies "
        "less over orthogonal frequencies; at large distances a wave has turned many times, and the errors are nearly "
        "independent.",
        r"\sum_{j=1}^{d} \frac{\omega_j \omega_j^\top}{\|\omega_j\|^2} = I",
        guess=("near pairs", "far pairs", "all pairs"),
        right=("near pairs",),
        after={"view": "bias"},
    ),
    Scene(
        "halton",
        "Coordinates 1 and 2 look uniform. And coordinates 33 and 34?",
        GROUPS[2],
        "schemes",
        {"a": "halton", "b": "halton_scrambled", "dimension": "40"},
        "The frequencies of A, when the coordinates change.",
        "They lie on lines: large primes move in step, and only scrambling separates them.",
        "Each coordinate of a Halton point counts in another prime base. The first two primes are small and mix "
        "quickly; in large bases the first points only climb. The page's diagnostics find it.",
        r"\omega_j = F^{-1}(t_j), \quad t_j = (\varphi_2(j), \varphi_3(j), \dots, \varphi_{173}(j))",
        guess=("uniform too", "random", "on lines"),
        right=("on lines",),
        after={"first_axis": "33", "second_axis": "34"},
    ),
    Scene(
        "mistake",
        "A library had this bug for three years: what is wrong with A?",
        GROUPS[2],
        "schemes",
        {"a": "two_gammas", "b": "monte_carlo", "dimension": "5", "view": "cloud"},
        "The two clouds on the same axes.",
        "The norms are too small, the kernel too wide, by a factor of √2.",
        "Accuracy did not show it, since a classifier adapts to a wider kernel. The library's test compared kernel "
        "values that were all near 1, where the factor hardly shows. The norms show it at once, since their "
        "distribution is known.",
        r"\exp(-\gamma \|\delta\|^2) \;\leftrightarrow\; \omega \sim \mathcal{N}(0, 2\gamma I)",
        guess=("norms too large", "norms too small", "directions not uniform"),
        right=("norms too small",),
        after={"view": "norms_and_directions"},
    ),
    Scene(
        "tests",
        "Three tests for a sampler with an unknown bug: which do you choose?",
        GROUPS[2],
        "schemes",
        {"a": "length_by_direction", "b": "monte_carlo", "dimension": "5", "view": "cloud"},
        "The two clouds; each test alone would find some bugs and miss others.",
        "Joint distribution, marginal scale and bias find it: norms depend on directions.",
        "Norms alone and directions alone are right, so the tests of either pass. Only their joint distribution is "
        "wrong, which scales the coordinates differently and biases k̂. The board shows who spent a test that finds it. "
        "Ask again after a look at the answer of the neighbour.",
        r"\omega = r s, \quad r = \|\omega\| \text{ independent of } s = \omega / \|\omega\|",
        guess=(
            "Repeats",
            "Extreme norms",
            "Norms",
            "Mean",
            "Marginal scale",
            "Correlations",
            "Directions",
            "Joint distribution",
            "Bias",
            "Convergence rate",
        ),
        right=("Marginal scale", "Joint distribution", "Bias"),
        after={"view": "bias"},
        tests=True,
    ),
    Scene(
        "edges",
        "Sixty points: where is the prediction worst with four waves in place of 256?",
        GROUPS[3],
        "prediction",
        {"view": "line", "function": "sine", "n_freqs": "256"},
        "The edges of the data, and the width of the two bands there.",
        "Worst at the edges: four waves run off there, their band too narrow.",
        "With 256 waves both methods agree. Four waves fit roughly inside the data and run off outside. The exact "
        "method's band widens where there are no data; that of four waves cannot, with so few degrees of freedom. "
        "Scrub D until both agree again.",
        r"\hat f(x) = z(x)^\top (Z^\top Z + n\lambda I)^{-1} Z^\top y",
        guess=("in the middle", "at the edges", "everywhere"),
        right=("at the edges",),
        after={"n_freqs": "4"},
    ),
    Scene(
        "photograph",
        "Half of the pixels are missing: which length scale restores them best?",
        GROUPS[3],
        "prediction",
        {"view": "image", "image_length": "0.2"},
        "The photograph while ℓ changes.",
        "One in between: a longer one blurs, a shorter one needs more waves.",
        "Brightness is learned as a function of position, from half of the pixels. A long length scale has only "
        "slow waves; a short one has fast waves, and it takes many to fill the picture. The error on unseen pixels "
        "chooses.",
        r"\omega \sim \mathcal{N}(0, \ell^{-2} I)",
        guess=("the longest", "one in between", "the shortest"),
        right=("one in between",),
        after={"image_length": "0"},
    ),
    Scene(
        "worst",
        "120 training points: which D has the largest test error?",
        GROUPS[3],
        "prediction",
        {"view": "descent", "n_seeds": "5"},
        "The test error of least squares and its peak; beside it, the norm of its weights.",
        "The one with as many features as points, since each frequency gives two.",
        "With as many features as points exactly one fit interpolates, and it must swing wildly. With more features "
        "there are many, and least squares takes the smallest. The panel on the right shows the swing: the weights "
        "of least squares are largest at the peak, and the penalty keeps them small.",
        r"2D = n",
        guess=("10", "60", "120", "500"),
        right=("60",),
        curve="test error of least squares",
    ),
    Scene(
        "better",
        "Does a better kernel approximation bring predictions closer to the exact method's?",
        GROUPS[3],
        "prediction",
        {"view": "kernel_error", "n_freqs": "64"},
        "A dot is one fit: the error of its kernel matrix to the right, its loss in prediction upward.",
        "Only with more frequencies: at equal D it hardly brings them closer.",
        "The cloud rises: more frequencies, a better kernel, a prediction closer to the exact one. The filled dots "
        "have one D, and their order is nearly random: an error of the matrix counts only in the directions of the "
        "targets. The exact method's test error is no lower limit, for an error of the kernel can act as a "
        "regularizer.",
        r"|\hat f(x) - f(x)| \le \frac{M \|\hat K - K\|_2}{n \lambda^2} + \frac{M \|\hat k_x - k_x\|}{\lambda \sqrt n}",
        guess=("yes, always", "with more frequencies only", "no, never"),
        right=("with more frequencies only",),
    ),
    Scene(
        "learned",
        "Forty learned waves: how many random ones do as well?",
        GROUPS[3],
        "adaptive",
        {"view": "learning", "n_learned": "40", "iteration": "0"},
        "The error of the learned waves, and that of random ones against their number.",
        "Over a hundred thousand: learning moves frequencies to where the data need them.",
        "Step 0 is forty random waves. Play the steps: frequencies and weights move until they fit the kernel on "
        "these data, and on these alone. Learning is paid for once; every prediction after it is cheaper. Click a "
        "frequency to see its wave over the data.",
        r"\min_{\omega, p} \frac{1}{s^2} \sum_{i, j} \Big(k(x_i - x_j) - \sum_l p_l \cos \omega_l^\top (x_i - x_j)"
        r"\Big)^2",
        guess=("eighty", "thousands", "over a hundred thousand"),
        right=("over a hundred thousand",),
        after={"iteration": "100"},
        slider=Scale(40, 10_000_000, log=True, title="random waves"),
    ),
    Scene(
        "attention",
        "Which features can replace softmax's exp(q·k)?",
        GROUPS[3],
        "prediction",
        {"view": "attention", "attention_temperature": "1"},
        "The images of cos/sin and of positive features beside exact attention's.",
        "Positive ones: in sharp attention cos/sin gives some rows a negative sum.",
        "The weight exp(q·k/τ) is a Gaussian kernel between two factors, so random features replace the n × n weights "
        "of a transformer. At τ = 1 exact attention over the patches is a blur, and the features are good. The answer "
        "lowers τ to 0.25, where exact attention denoises, and D to 16: cos/sin divides by sums near 0 and below it "
        "(red), and needs a D of 1,024 to come near. Positive features never do, but they lose contrast.",
        r"e^{q^\top k / \tau} \approx \phi(q)^\top \phi(k)",
        guess=("cos/sin", "positive ones", "both", "neither"),
        right=("positive ones",),
        after={"attention_temperature": "0.25", "attention_freqs": "16"},
    ),
)
"""In teaching order."""

SHORT_LECTURE = {
    "cost": 5,
    "bell": 6,
    "kink": 4,
    "vectors": 4,
    "epsilon": 6,
    "blocks": 4,
    "factor": 5,
    "mistake": 4,
    "edges": 3,
    "learned": 3,
}
"""The scenes of a lecture of 45 minutes in its order, and the minutes of each; the last minute is for `CLOSING`."""

CLOSING = "One sentence each: what does D do?"
