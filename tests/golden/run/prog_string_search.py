import numpy as np
from numba import njit


@njit
def codes(s):
    a = np.empty(len(s), dtype=np.int64)
    for i in range(len(s)):
        a[i] = ord(s[i])
    return a


@njit
def rabin_karp(text, pattern):
    base, mod = 256, 1000003
    n, m = len(text), len(pattern)
    hits = []
    hp = 0
    ht = 0
    top = 1
    for i in range(m):
        hp = (hp * base + ord(pattern[i])) % mod
        ht = (ht * base + ord(text[i])) % mod
        if i:
            top = top * base % mod
    for i in range(n - m + 1):
        if hp == ht and text[i:i + m] == pattern:
            hits.append(i)
        if i < n - m:
            ht = ((ht - ord(text[i]) * top) * base + ord(text[i + m])) % mod
    return hits


@njit
def failure(pattern):
    f = np.zeros(len(pattern), dtype=np.int64)
    k = 0
    for i in range(1, len(pattern)):
        while k > 0 and pattern[i] != pattern[k]:
            k = f[k - 1]
        if pattern[i] == pattern[k]:
            k += 1
        f[i] = k
    return f


@njit
def kmp(text, pattern):
    f = failure(pattern)
    out = []
    k = 0
    for i in range(len(text)):
        while k > 0 and text[i] != pattern[k]:
            k = f[k - 1]
        if text[i] == pattern[k]:
            k += 1
        if k == len(pattern):
            out.append(i - k + 1)
            k = f[k - 1]
    return out


@njit
def z_function(a):
    n = a.size
    z = np.zeros(n, dtype=np.int64)
    lo = hi = 0
    for i in range(1, n):
        if i < hi:
            z[i] = min(hi - i, z[i - lo])
        while i + z[i] < n and a[z[i]] == a[i + z[i]]:
            z[i] += 1
        if i + z[i] > hi:
            lo, hi = i, i + z[i]
    return z


def gc_content(dna):
    return (dna.count("G") + dna.count("C")) / len(dna)


def revcomp(dna):
    pairs = {"A": "T", "T": "A", "C": "G", "G": "C"}
    return "".join(pairs[b] for b in reversed(dna))


CODON = {"ATG": "M", "TGG": "W", "TAA": "*", "TAG": "*", "TGA": "*", "TTT": "F", "AAA": "K", "GGC": "G"}

text = "abracadabra abracadabra"
for pattern in ("abra", "cad", "a", "zebra"):
    print(pattern, rabin_karp(text, pattern), kmp(text, pattern), text.find(pattern), text.count(pattern))
print(failure("aabaaab"), failure("abcabcab"))
print(z_function(codes("aaabaab")))
print(kmp("aaaaaa", "aa"), "aaaaaa".count("aa"))

rng = np.random.default_rng(99)
dna = "".join("ACGT"[k] for k in rng.integers(0, 4, 60))
print(dna)
print("gc %.4f" % gc_content(dna), revcomp(dna)[:20], revcomp(revcomp(dna)) == dna)
kmers = {}
for i in range(len(dna) - 1):
    kmers[dna[i:i + 2]] = kmers.get(dna[i:i + 2], 0) + 1
for k in sorted(kmers, key=lambda w: (-kmers[w], w))[:5]:
    print(k, kmers[k])
m = np.zeros((4, 4), dtype=int)
for a, b in zip(dna, dna[1:]):
    m["ACGT".index(a), "ACGT".index(b)] += 1
print(m, m.sum())
gene = "ATGTTTAAAGGCTGGTAAATG"
protein = ""
for i in range(0, len(gene), 3):
    aa = CODON.get(gene[i:i + 3], "?")
    if aa == "*":
        break
    protein += aa
print(protein, [gene[i:i + 3] for i in range(0, len(gene), 3)])
print(sum(a != b for a, b in zip("GAGCCTACTAACGGGAT", "CATCGTAATGACGGCCT")))
