"""A table of stars as a structured array: fields, selection, sorting, grouping."""
import numpy as np

star = np.dtype([("name", "U10"), ("magnitude", "f8"), ("distance", "f4"), ("constellation", "i4")])
stars = np.array([
    ("Sirius", -1.46, 8.6, 0),
    ("Canopus", -0.74, 310.0, 1),
    ("Rigel", 0.13, 860.0, 2),
    ("Procyon", 0.34, 11.46, 3),
    ("Betelgeuse", 0.42, 548.0, 2),
    ("Adhara", 1.5, 430.0, 0),
    ("Bellatrix", 1.64, 250.0, 2),
], dtype=star)
constellations = ["Canis Major", "Carina", "Orion", "Canis Minor"]

print(stars.dtype.names, len(stars), stars.shape)
print(stars["name"])
print(stars["distance"])
print("first:", stars[0]["name"], stars["magnitude"][0])

near = stars[stars["distance"] < 300]
print("within 300 light years:", ", ".join(str(n) for n in near["name"]))

# absolute magnitude from the distance in parsecs
parsec = stars["distance"] / 3.26156
absolute = stars["magnitude"] - 5 * (np.log10(parsec) - 1)
for k in np.argsort(absolute):
    s = stars[k]
    print(f"{s['name']:<11}{s['magnitude']:6.2f}{absolute[k]:8.2f}  {constellations[s['constellation']]}")

for c, name in enumerate(constellations):
    members = stars[stars["constellation"] == c]
    print("%-12s %d, brightest %s" % (name, members.size, members["name"][members["magnitude"].argmin()]))

stars["magnitude"] += 0.1
print(stars["magnitude"])
stars["distance"][stars["distance"] > 500] = 500
print(stars["distance"].max(), stars["distance"].dtype)
