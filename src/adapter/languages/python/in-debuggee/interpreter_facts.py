"""Runs in an interpreter that is asked what it is. Written for Python 2, too, which has to be recognised. The mark keeps apart
what a sitecustomize prints."""

import sys

v = sys.version_info
name = getattr(getattr(sys, "implementation", None), "name", "cpython")
free = "t" if "t" in getattr(sys, "abiflags", "") else ""
origin = ""
if v >= (3, 4):
    import importlib.util

    spec = importlib.util.find_spec("debugpy")
    origin = spec.origin or "" if spec else ""
tag = ("python" if name == "cpython" else name) + "%d.%d" % v[:2] + free
print("\n<<interpreter>>%d.%d.%d" % v[:3] + "|" + tag + "|" + origin)
