"""`python -m memassay.cli`: the command without its script."""

from __future__ import annotations

import sys

from memassay.cli import main

if __name__ == "__main__":
    sys.exit(main())
