"""What pytest looks at in the package itself: its doctests, where their libraries are installed."""

from importlib.util import find_spec

# the extra `train` is large and no part of the tests' environment
TRAINING = ("network.py", "quantisation.py", "recogniser.py")
collect_ignore = [] if find_spec("torch") else [f"kg/training/{module}" for module in TRAINING]
