"""Survey: does a smaller kernel error mean a smaller test error?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.explorer.views.papers.survey.mathematics import survey_mathematics
from rffviz.explorer.views.papers.survey.picture import survey_picture
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.view import View
from rffviz.papers.survey_record import seen_survey


def survey_job(settings: Mapping, data: None) -> Job:
    """The stored survey, with the chosen dataset, kernel and machine."""
    asked = {
        "dataset": settings["survey_data"],
        "kernel": settings["survey_kernel"],
        "machine": settings["survey_machine"],
    }
    return Job(seen_survey, "Reading the survey …", **asked)


VIEW = View(
    "survey",
    "Survey",
    "Does a smaller kernel error mean a smaller test error?",
    controls=("survey_data", "survey_kernel", "survey_machine"),
    scrub="ratio",
    jobs=survey_job,
    pictures=(survey_picture,),
    compares=False,
    mathematics=survey_mathematics,
)
