# Imports of modules that there are not: unused, and tried.
import argparse
import logging.handlers
import sys, unittest.mock as mock
from decimal import Decimal, getcontext
import numpy as np

try:
    import matplotlib.pyplot as plt
    from mpl_toolkits import mplot3d, axes
    HAVE_PLT = True
except ImportError as e:
    HAVE_PLT = False
    print(type(e).__name__, e)

try:
    from nowhere import thing
except ModuleNotFoundError as e:
    print(e)
    thing = None


def draw(values):
    if HAVE_PLT:
        plt.plot(values)
        plt.show()
    else:
        print("no plot of", len(values))


def parse():
    import json
    return json.loads("{}")


def tries():
    try:
        import no_such_module
        return 1
    except ImportError:
        return 2


draw(np.arange(4))
print(HAVE_PLT, thing, tries())
