#!/usr/bin/env python3
"""Everything one does with a clone of Cuehall. Needs Python 3.11 or newer, and nothing else.

    python3 dev.py serve     set up what is missing, build, and serve the hall on port 8800
    python3 dev.py test      set up what is missing, build, and run all tests

The second run of either is quick. What lies in .venv is this script's own; CUEHALL_VENV names another folder.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - older ones are met here, and told
    sys.exit("Cuehall needs Python 3.11 or newer; this is {}.{}. Try: python3.11 dev.py".format(*sys.version_info))

from devtools import commands

if __name__ == "__main__":
    sys.exit(commands.main(__doc__ or "", sys.argv[1:]))
