"""How many random features predict like the exact method?"""

from rffviz.figures.comparison import comparison_picture, comparison_table
from rffviz.figures.cost import cost_picture
from rffviz.figures.descent import descent_picture
from rffviz.figures.image import image_picture
from rffviz.figures.kernel_error import kernel_error_picture
from rffviz.figures.prediction import prediction_picture
from rffviz.figures.surfaces import surfaces_picture
from rffviz.figures.table1 import table1_picture
from rffviz.figures.unsupervised import unsupervised_picture
from rffviz.web.fits import (
    chosen_once,
    cost_job,
    data_job,
    descent_job,
    exact_points,
    few_points,
    image_job,
    kernel_error_job,
    line_job,
    plane_job,
    plane_split,
    real_splits,
    table_data,
    table_job,
    unlabelled_job,
)
from rffviz.web.inputs import line_data, plane_data
from rffviz.web.more import More
from rffviz.web.view import Page, View
from rffviz.words.mathematics.prediction import (
    cost_mathematics,
    data_mathematics,
    descent_mathematics,
    image_mathematics,
    kernel_error_mathematics,
    line_mathematics,
    plane_mathematics,
    table_mathematics,
    unlabelled_mathematics,
)

KERNEL = ("kernel", "length_scale")

PAGE = Page(
    "prediction",
    "Prediction",
    ":material/show_chart:",
    chooser="use",
    views=(
        View(
            "line",
            "On a line",
            "How many random features predict like the exact method?",
            controls=("function", "n_train", "noise", "ridge"),
            options=("scheme", "draws", "drawn_by"),
            carried=("drawn",),
            shared=(*KERNEL, "n_freqs", "seed"),
            needs=line_data,
            scrub="n_freqs",
            study=line_job,
            pictures=(prediction_picture,),
            mathematics=line_mathematics,
            drafts=False,
        ),
        View(
            "plane",
            "In the plane",
            "Do features draw the same boundary as the exact method?",
            controls=("toy", "method"),
            formerly={"shape": "toy"},
            options=("scheme", "length_rule", "axis_ratio"),
            carried=("drawn",),
            shared=(*KERNEL, "n_freqs", "seed"),
            needs=plane_split,
            study=plane_job,
            pictures=(surfaces_picture,),
            mathematics=plane_mathematics,
        ),
        View(
            "data",
            "Real data",
            "How many features match the exact methods on real data?",
            controls=("dataset", "method", "n_splits"),
            options=("scheme", "length_rule", "n_points"),
            shared=(*KERNEL, "seed"),
            needs=real_splits,
            study=data_job,
            more=More("n_splits", "split"),
            pictures=(comparison_picture, comparison_table),
            mathematics=data_mathematics,
        ),
        View(
            "table",
            "2007 table",
            "Are the errors of the 2007 paper reproduced here?",
            controls=("row", "n_redrawn"),
            formerly={"n_splits": "n_redrawn"},
            shared=("seed",),
            needs=table_data,
            study=table_job,
            more=More("n_redrawn", "draw", once=chosen_once),
            pictures=(table1_picture,),
            mathematics=table_mathematics,
        ),
        View(
            "image",
            "Photo",
            "Which length scale learns a photograph?",
            controls=("photo", "photo_ridge"),
            options=("scheme",),
            shared=("kernel", "photo_freqs", "seed"),
            scrub="image_length",
            formerly={"n_freqs": "photo_freqs", "ridge": "photo_ridge"},
            study=image_job,
            pictures=(image_picture,),
            mathematics=image_mathematics,
        ),
        View(
            "cost",
            "Cost",
            "From how many points do features save time?",
            shared=(*KERNEL, "n_freqs", "seed"),
            study=cost_job,
            pictures=(cost_picture,),
            mathematics=cost_mathematics,
        ),
        View(
            "error",
            "Kernel error",
            "Does a better kernel estimate predict better?",
            controls=("dataset", "ridge"),
            options=("sampler", "n_seeds", "length_rule"),
            shared=(*KERNEL, "n_freqs", "seed"),
            needs=exact_points,
            study=kernel_error_job,
            pictures=(kernel_error_picture,),
            mathematics=kernel_error_mathematics,
        ),
        View(
            "descent",
            "Double descent",
            "What happens where there are as many features as points?",
            controls=("dataset", "n_seeds"),
            options=("scheme", "length_rule"),
            shared=(*KERNEL, "seed"),
            needs=few_points,
            study=descent_job,
            pictures=(descent_picture,),
            mathematics=descent_mathematics,
        ),
        View(
            "unlabelled",
            "No labels",
            "Do features find the exact method's components and clusters?",
            controls=("toy", "n_clusters"),
            formerly={"shape": "toy"},
            options=("scheme", "length_rule"),
            carried=("drawn",),
            shared=(*KERNEL, "n_freqs", "seed"),
            needs=plane_data,
            scrub="n_freqs",
            study=unlabelled_job,
            pictures=(unsupervised_picture,),
            mathematics=unlabelled_mathematics,
            drafts=False,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
