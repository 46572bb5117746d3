"""The mathematics of the diagnostics of a sampling scheme."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula

_DENSITIES = {
    "gaussian": (r"\omega_i\sim N(0,\ell^{-2})", r"\ell\|\omega\|\sim\chi_d"),
    "matern": (
        r"\omega=\frac{g}{\ell}\sqrt{\frac{2\nu}{u}},\quad g\sim N(0,I),\ u\sim\chi^2_{2\nu}",
        r"\frac{(\ell\|\omega\|)^2}{2\nu}\sim\mathrm{BetaPrime}\big(\tfrac d2,\nu\big)",
    ),
    "rational_quadratic": (
        r"\omega\mid\tau\sim N(0,\tau I),\quad \tau\sim\mathrm{Gamma}(\alpha,\ \text{rate }\alpha\ell^2)",
        r"\|\omega\|\mid\tau\sim\sqrt\tau\,\chi_d",
    ),
    "exponential_power": (
        r"\omega=\frac{\sqrt{2S}}{\ell}\,g,\quad g\sim N(0,I),\ \mathbb{E}\,e^{-sS}=e^{-s^{\alpha/2}}",
        r"\ell\|\omega\|\mid S\sim\sqrt{2S}\,\chi_d",
    ),
    "generalised_cauchy": (
        r"\omega=\frac{\sqrt{2S}}{\ell}\,g,\quad g\sim N(0,I),"
        r"\ \mathbb{E}\,e^{-sS}=(1+s^{\alpha/2})^{-\beta/\alpha}",
        r"\ell\|\omega\|\mid S\sim\sqrt{2S}\,\chi_d",
    ),
    "laplacian": (
        r"\omega_i\sim\mathrm{Cauchy}(0,1/\ell)",
        r"\|\omega\|^2=\textstyle\sum_i\omega_i^2,\quad \omega_i\sim\mathrm{Cauchy}(0,1/\ell)",
    ),
    "cauchy": (
        r"\omega_i\sim\mathrm{Laplace}(0,1/\ell)",
        r"\|\omega\|^2=\textstyle\sum_i\omega_i^2,\quad \omega_i\sim\mathrm{Laplace}(0,1/\ell)",
    ),
}


def density_of(record, which: int) -> tuple[Formula, ...]:
    """The distribution of a frequency (0) or of its norm (1), if known for the kernel."""
    study = _DENSITIES.get(record.kernel.name)
    return (Formula(study[which]),) if study else ()
