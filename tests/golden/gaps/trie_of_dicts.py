# A dict whose values are dicts of its own kind has a type without end.
root = {}
for word in ("tea", "ten", "to"):
    node = root
    for ch in word:
        node = node.setdefault(ch, {})
    node["$"] = {}
print(root)
