"""A report on a sampling scheme as one file: the verdicts of the debugger, and what else is measured of the scheme.

``rffviz report``, `Report.to_html <rffviz.diagnose.Report>` and `Comparison.to_html <rffviz.diagnose.Comparison>` write
it.
"""

from rffviz.explorer.report.cost import DrawCost, draw_cost
from rffviz.explorer.report.record import SchemeReport
from rffviz.explorer.report.study import scheme_report

__all__ = ["DrawCost", "SchemeReport", "draw_cost", "scheme_report"]
