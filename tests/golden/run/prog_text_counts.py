from collections import Counter, defaultdict
import numpy as np

TEXT = """It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity"""


def words_of(text):
    out = []
    for token in text.lower().split():
        word = token.strip(".,;:!?")
        if word:
            out.append(word)
    return out


words = words_of(TEXT)
print(len(words), "words,", len(set(words)), "different,", len(TEXT), "characters")

counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
for w, c in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:6]:
    print(f"{w:<8}{c:>3} {'*' * c}")

letters = np.zeros(26, dtype=np.int64)
for ch in TEXT.lower():
    if ch.isalpha():
        letters[ord(ch) - ord("a")] += 1
print(letters)
top = np.argsort(-letters, kind="stable")[:5]
print("top letters:", [(chr(97 + int(k)), int(letters[k])) for k in top])
p = letters[letters > 0] / letters.sum()
print("entropy %.4f bits" % -(p * np.log2(p)).sum())

print(Counter(words).most_common(3))
by_length = defaultdict(list)
for w in sorted(set(words)):
    by_length[len(w)].append(w)
for n in sorted(by_length):
    print(n, by_length[n])

pairs = Counter(zip(words, words[1:]))
print([(a + " " + b, c) for (a, b), c in pairs.most_common(2)])
lengths = np.array([len(w) for w in words])
print("mean length %.3f, longest %r" % (lengths.mean(), max(words, key=len)))
print(np.bincount(lengths))


def is_palindrome(s):
    t = [ch for ch in s.lower() if ch.isalnum()]
    return t == t[::-1]


print([is_palindrome(s) for s in ("A man, a plan, a canal: Panama", "NumPy", "")])
print("anagrams:", sorted("listen") == sorted("silent"), sorted("apple") == sorted("ample"))
print(" ".join(w.capitalize() for w in words[:6]), "|", "-".join(reversed(words[:4])))
vowels = sum(ch in "aeiou" for ch in TEXT.lower())
print("vowels:", vowels, "first line has", TEXT.split("\n")[0].count("it"), "times 'it'")
print({ch: TEXT.count(ch) for ch in "xyz,\n"})
