"""Stores the help of every command in the package: `python docs/help.py`, with Python 3.11."""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from rffviz.__main__ import HELP_WIDTH, STORED_HELP, full_help

if __name__ == "__main__":
    os.environ["COLUMNS"] = str(HELP_WIDTH)
    STORED_HELP.write_text(json.dumps(full_help(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
