import numpy as np


def area(w, h):
    return w * heigth  # error


print(area(2.0, 3.0))
