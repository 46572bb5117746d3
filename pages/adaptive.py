"""What do features gain that are adapted to the data?"""

from rffviz.figures.from_answers import from_answers_picture
from rffviz.figures.kernel_term import kernel_term_picture
from rffviz.figures.landmark_study import landmarks_picture
from rffviz.figures.learning import FREQUENCIES, learning_picture
from rffviz.figures.radial_study import radial_study_picture
from rffviz.figures.weight_maps import weight_maps_picture
from rffviz.web.inputs import line_data, points_and_kernel
from rffviz.web.lessons import (
    answers_job,
    choose_wave,
    kernel_term_job,
    labelled_splits,
    landmark_jobs,
    learned_points,
    learning_job,
    lengths_job,
    plane_points,
    seen_learning,
    weights_job,
)
from rffviz.web.more import More
from rffviz.web.view import Page, View
from rffviz.words.mathematics.adaptive import (
    answers_mathematics,
    kernel_term_mathematics,
    landmarks_mathematics,
    learning_mathematics,
    lengths_mathematics,
    weights_mathematics,
)

SHARED = ("kernel", "length_rule", "length_scale", "seed")

PAGE = Page(
    "adaptive",
    "Adaptive features",
    ":material/grain:",
    chooser="lesson",
    views=(
        View(
            "weights",
            "Weights over a grid",
            "Which frequencies matter for these data?",
            controls=("shape", "landmarks", "n_landmarks"),
            carried=("drawn",),
            shared=SHARED,
            needs=plane_points,
            scrub="weight_decay",
            study=weights_job,
            pictures=(weight_maps_picture,),
            mathematics=weights_mathematics,
            drafts=False,
        ),
        View(
            "learning",
            "Learning, step by step",
            "Where do frequencies go while they are learned?",
            controls=("learned_on", "shape", "dataset", "n_learned"),
            options=(
                *("wave", "optimizer", "n_iterations", "learning_rate", "learning_decay", "landmarks", "n_landmarks"),
                *("n_points", "whiten", "plane", "first_axis", "second_axis"),
            ),
            carried=("drawn",),
            shared=SHARED,
            needs=learned_points,
            scrub="iteration",
            formerly={"weight_decay": "learning_decay"},
            drafts=False,
            study=learning_job,
            read=seen_learning,
            pictures=(learning_picture,),
            mathematics=learning_mathematics,
            click=(FREQUENCIES, choose_wave),
        ),
        View(
            "answers",
            "From the answers",
            "Where do frequencies go that learn from the answers?",
            controls=("learned_by", "function", "n_learned"),
            options=("n_train", "noise"),
            carried=("drawn",),
            shared=("kernel", "length_scale", "seed"),
            needs=line_data,
            scrub="iteration",
            drafts=False,
            study=answers_job,
            pictures=(from_answers_picture,),
            mathematics=answers_mathematics,
        ),
        View(
            "numbers",
            "How many landmarks",
            "How many landmarks does learning need?",
            controls=("dataset", "n_learned", "compared"),
            options=("n_points", "whiten", "landmarks", "optimizer", "n_compared"),
            formerly={"n_learnings": "n_compared"},
            shared=SHARED,
            needs=points_and_kernel,
            study=landmark_jobs,
            more=More("n_compared", "seed"),
            pictures=(landmarks_picture,),
            mathematics=landmarks_mathematics,
        ),
        View(
            "lengths",
            "Lengths learned",
            "How long are learned frequencies?",
            controls=("dataset", "n_learned"),
            options=("n_points", "whiten", "landmarks", "n_landmarks", "optimizer", "n_learnings"),
            shared=SHARED,
            needs=points_and_kernel,
            study=lengths_job,
            more=More("n_learnings", "seed"),
            pictures=(radial_study_picture,),
            mathematics=lengths_mathematics,
        ),
        View(
            "target",
            "Kernel term",
            "Does staying close to the kernel help prediction?",
            controls=("dataset", "n_learned", "decay"),
            options=("n_points", "n_learnings"),
            shared=SHARED,
            needs=labelled_splits,
            study=kernel_term_job,
            more=More("n_learnings", "split"),
            pictures=(kernel_term_picture,),
            mathematics=kernel_term_mathematics,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
