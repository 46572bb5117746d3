"""The words and the mathematics of the view “Decision surfaces”."""

from __future__ import annotations

from rffviz.explorer.views.prediction.real_data.words import fixed_settings, left_out
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.explorer.words.numbers import count, number, per_cent, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.studies.surfaces import Surface, Surfaces


def surfaces_words(record: Surfaces) -> Words:
    """The title says where Fourier features, or the closest others, agree with the exact method."""
    fitted = record.fitted
    title = "Decision surfaces side by side" if fitted else "No method could be fitted to these points"
    if subject := record.subject:
        title = sentence(f"{subject.label} and {record.reference.label} agree on ")
        n_agreed = record.n_agreed(subject)
        title += f"{'all' if n_agreed == record.n_test else f'{n_agreed:,} of'} {record.n_test:,} test points"
        title += ", not everywhere" * (n_agreed == record.n_test and subject.agreement < 1)
    return Words(
        title=title,
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            _sizes(record),
            "colour: decision function, −1.5 to 1.5; line: where it is 0",
            f"dashed: of {record.reference.label}" if record.others else "",
            n_test=record.n_test,
        ),
        readout=surfaces_readout(record),
        alt=f"Decision surfaces of {', '.join(one.label for one in fitted) or 'no method'} on the same points"
        f"{''.join(f'; {one.label}: {wrong(record, one)}' for one in fitted)}.",
        provenance=provenance(record.about, f"D: {record.size}"),
        notes=(
            *left_out(record.surfaces),
            "Penalties were chosen on the training points; seconds are processor time. "
            f"{fixed_settings([one.name for one in record.surfaces])}{_bins(record)}".rstrip(),
        ),
    )


def surfaces_readout(record: Surfaces) -> Readout:
    """Test errors, agreement with the exact method and seconds to fit of each method."""
    beside = f"agrees with {record.reference.label}" if record.reference else "agrees with the exact method"
    return Readout(
        (f"D = {count(record.size)}", "test errors", beside, "over the plane", "seconds to fit"),
        [
            (
                one.label,
                f"{record.n_wrong(one):,} of {record.n_test:,}",
                f"{record.n_agreed(one):,} of {record.n_test:,}" if one in record.others else "–",
                per_cent(one.agreement) if one in record.others else "–",
                number(one.seconds),
            )
            for one in record.fitted
        ],
    )


def _sizes(record: Surfaces) -> str:
    """'D = 32: 64 Fourier features, 64 landmarks, 32 grids'."""
    sizes = {
        "fourier": plural(2 * record.size, "Fourier feature"),
        "nystrom": plural(2 * record.size, "landmark"),
        "binning": plural(record.size, "grid"),
    }
    if 2 * record.size >= len(record.X):
        sizes["nystrom"] = f"all {plural(len(record.X), 'point')} as landmarks"
    shown = ", ".join(words for name, words in sizes.items() if name in {one.name for one in record.surfaces})
    return f"D = {count(record.size)}{': ' * bool(shown)}{shown}"


def _bins(record: Surfaces) -> str:
    return " Bins are boxes along the axes." if any("binning" in one.name for one in record.surfaces) else ""


def wrong(record: Surfaces, one: Surface) -> str:
    """'1 of 30 wrong'."""
    return f"{record.n_wrong(one):,} of {record.n_test:,} wrong"


def plane_mathematics(record: Surfaces) -> Mathematics:
    """The kernel machine, its form as an enclosing ball, and the linear machine on features."""
    n, size = len(record.X), record.size
    lines = [
        r"A support vector machine separates the classes by $f(x)=\sum_i\alpha_iy_ik(x_i,x)+\beta$; α solves",
        Formula(
            r"\max_{0\le\alpha\le C,\ y^\top\alpha=0}\ "
            r"\sum_i\alpha_i-\tfrac12\sum_{i,j}\alpha_i\alpha_jy_iy_jk(x_i,x_j)"
        ),
        "With squared slacks and a penalised β the dual is that of a minimum enclosing ball in the feature space of "
        r"the kernel, since the diagonal of $\tilde k$ is constant. The core vector machine adds the point furthest "
        r"outside the ball until all lie within $(1+\varepsilon)$ times its radius:",
        Formula(r"\tilde k_{ij}=y_iy_jk(x_i,x_j)+y_iy_j+\frac{\mathbf{1}[i=j]}{C}"),
        Formula(r"\max_{\alpha\ge0,\ \sum_i\alpha_i=1}\ \sum_i\alpha_i\tilde k_{ii}-\alpha^\top\tilde K\alpha"),
        r"On features the same boundary is linear, $f(x)=w^\top z(x)+\beta$, since $z(x)^\top z(y)\approx k(x,y)$.",
    ]
    for each in record.compared[:1]:
        values = {"n": n, "m": size, "w": record.n_wrong(each), "t": record.n_test}
        values |= {"e": each.test_error, "a": each.agreement, "s": record.n_agreed(each)}
        lines += [
            said(
                rf"{each.label}, with D = $<m>$ on $<n>$ training points, agrees with the first exact method on $<s>$ "
                r"of $<t>$ test points, and on a fraction of $<a>$ of the plane. Its test error, in percent, is",
                **values,
            ),
            formula(r"100\times\frac{<w>}{<t>}=<e>", **values),
        ]
    return Mathematics(
        "A linear boundary in the space of the features approximates the boundary of the kernel machine.",
        (kernel_formula(record.about.kernel), *lines),
        "Cortes & Vapnik 1995; Tsang, Kwok & Cheung 2005, section 3 (not verified against the paper); Rahimi "
        "& Recht 2007, section 3",
    )
