"""A dict of dicts without end: the error is reported although the try body is walked several times."""
class Trie:
    def __init__(self):
        self.root = {}

    def insert(self, word):
        node = self.root
        for ch in word:
            node = node.setdefault(ch, {})
        node["$"] = {}  # error: unsupported


try:
    t = Trie()
    for w in ("tea", "ten"):
        t.insert(w)
    print(t.root)
except RecursionError:
    print("too deep")
