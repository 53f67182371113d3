"""Great-circle distances between all pairs of points, by broadcasting."""
import time

import numpy as np

REPS = 7


def haversine(lat, lon):
    dlat = lat[:, None] - lat[None, :]
    dlon = lon[:, None] - lon[None, :]
    a = (np.sin(0.5 * dlat) ** 2
         + np.cos(lat)[:, None] * np.cos(lat)[None, :] * np.sin(0.5 * dlon) ** 2)
    return 12742.0 * np.arcsin(np.sqrt(a))


def main():
    rng = np.random.default_rng(7)
    lat = np.radians(180.0 * rng.random(600) - 90.0)
    lon = np.radians(360.0 * rng.random(600) - 180.0)
    check = 0.0
    out = haversine(lat, lon)
    for rep in range(REPS):
        lat[rep] = 0.1 * rep
        start = time.perf_counter()
        out = haversine(lat, lon)
        print("time", time.perf_counter() - start)
        check += out[5, 17]
    print("checksum", float(check))


main()
