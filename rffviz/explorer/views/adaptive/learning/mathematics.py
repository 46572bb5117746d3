"""The mathematics of the view “Learning”."""

from __future__ import annotations

from rffviz.explorer.views.adaptive.mathematics import LI, LOSS, SHARES
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.plane import SeenLearning


def learning_mathematics(record: SeenLearning) -> Mathematics:
    """The loss, its gradients, the optimiser, and how many random frequencies the learned ones replace."""
    study = record.progress
    settings, last = study.about.settings, study.last
    values = {"r": study.n_freqs, "n": study.landmarks.n_landmarks, "lam": settings["ridge"]}
    values |= {"first": study.objectives[0], "last": study.objectives[-1], "t": study.iterations[-1]}
    values |= {"error": last.data_error, "drawn": study.drawn_errors[2]}
    values |= {"worth": study.worth_of(last), "most": study.most_measured, "many": study.many_error}
    worth = formula(r"m=<r>\Big(\frac{<drawn>}{<error>}\Big)^2=<worth>", **values)
    if values["worth"] >= study.most_measured:
        worth = said("This exceeds the largest number measured, $<most>$, whose error is $<many>$.", **values)
    steps = "L-BFGS, a quasi-Newton method, optimises W and a jointly; $p_j=a_j^2$ keeps the weights non-negative."
    if settings["optimizer"] == "algorithm1":
        steps = (
            "Algorithm 1 alternates: a quadratic programme gives the best p for the current W, then W takes "
            r"gradient steps $W\leftarrow W-\mu\,\partial L/\partial W$."
        )
    return Mathematics(
        "Learning fits frequencies and weights to the kernel matrix of the landmarks by least squares.",
        (
            SHARES[study.landmarks.kind],
            LOSS,
            r"In matrix form, with $C=\cos(XW^\top)$, $S=\sin(XW^\top)$ and $Q_{st}=q_s^2q_t^2$, this empirical "
            "kernel approximation loss (EKAL) is",
            Formula(
                r"L=\|E\odot qq^\top\|_F^2,\qquad "
                r"E=C\operatorname{diag}(p)C^\top+S\operatorname{diag}(p)S^\top-K"
            ),
            "C enters E twice, so the derivative has a factor 4 (the paper prints 2):",
            Formula(r"\frac{\partial L}{\partial C}=4\,(E\odot Q)\,C\operatorname{diag}(p)"),
            Formula(
                r"\frac{\partial L}{\partial W}=\Big(-S\odot\frac{\partial L}{\partial C}"
                r"+C\odot\frac{\partial L}{\partial S}\Big)^{\!\top}X"
            ),
            steps,
            said(
                r"With $D=<r>$ frequencies, $n=<n>$ landmarks and $\lambda=<lam>$ the objective $L+\lambda\|p\|^2$ "
                "goes from $<first>$ to $<last>$ in $<t>$ iterations. As many random frequencies have an RMS error "
                r"of $<drawn>$, and that of m random frequencies falls as $1/\sqrt m$. The m that matches the "
                "learned ones is",
                **values,
            ),
            formula(r"m=D\Big(\frac{\text{random}}{\text{learned}}\Big)^2", **values),
            worth,
        ),
        f"{LI}, equations (5) and (6) and Algorithm 1, with the factor corrected",
    )
