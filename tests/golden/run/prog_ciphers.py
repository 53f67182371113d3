import numpy as np
from numba import njit


def caesar(text, shift):
    out = []
    for ch in text:
        if "a" <= ch <= "z":
            out.append(chr((ord(ch) - 97 + shift) % 26 + 97))
        elif "A" <= ch <= "Z":
            out.append(chr((ord(ch) - 65 + shift) % 26 + 65))
        else:
            out.append(ch)
    return "".join(out)


@njit
def vigenere(codes, key, sign):
    out = np.empty_like(codes)
    k = 0
    for i in range(codes.size):
        if codes[i] < 0:
            out[i] = codes[i]
        else:
            out[i] = (codes[i] + sign * key[k % key.size]) % 26
            k += 1
    return out


def to_codes(text):
    return np.array([ord(c) - 97 if c.isalpha() else -1 for c in text.lower()])


def to_text(codes):
    return "".join(chr(int(c) + 97) if c >= 0 else " " for c in codes)


ENGLISH = np.array([8.2, 1.5, 2.8, 4.3, 12.7, 2.2, 2.0, 6.1, 7.0, 0.15, 0.77, 4.0, 2.4, 6.7, 7.5, 1.9, 0.095, 6.0, 6.3, 9.1, 2.8,
                    0.98, 2.4, 0.15, 2.0, 0.074])


def break_caesar(text):
    codes = to_codes(text)
    freq = np.bincount(codes[codes >= 0], minlength=26)
    scores = np.array([(np.roll(freq, -s) * np.log(ENGLISH)).sum() for s in range(26)])
    return int(scores.argmax())


def rail_fence(text, rails):
    rows = [[] for _ in range(rails)]
    r, step = 0, 1
    for ch in text:
        rows[r].append(ch)
        if r == 0:
            step = 1
        elif r == rails - 1:
            step = -1
        r += step
    return "".join("".join(row) for row in rows)


@njit
def hill(block, key):
    return np.array([(key[0, 0] * block[0] + key[0, 1] * block[1]) % 26,
                     (key[1, 0] * block[0] + key[1, 1] * block[1]) % 26])


def playfair_square(word):
    seen = []
    for ch in word + "abcdefghiklmnopqrstuvwxyz":
        if ch not in seen:
            seen.append(ch)
    return np.array([ord(c) for c in seen]).reshape(5, 5)


@njit
def rc4(key, n):
    s = np.arange(256)
    j = 0
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) & 255
        s[i], s[j] = s[j], s[i]
    out = np.empty(n, dtype=np.uint8)
    i = j = 0
    for k in range(n):
        i = (i + 1) & 255
        j = (j + s[i]) & 255
        s[i], s[j] = s[j], s[i]
        out[k] = s[(s[i] + s[j]) & 255]
    return out


plain = "The quick brown fox jumps over the lazy dog near the river bank"
secret = caesar(plain, 7)
print(secret)
print(caesar(secret, -7) == plain, "broken with shift", break_caesar(secret))
key = to_codes("lemon")
c = vigenere(to_codes("attack at dawn"), key, 1)
print(c, to_text(c), "|", to_text(vigenere(c, key, -1)))
print(rail_fence("WEAREDISCOVEREDFLEEATONCE", 3), caesar("Rot13 is its own inverse", 13))
print(caesar(caesar("abc", 13), 13))
K = np.array([[3, 3], [2, 5]])
inv = np.array([[15, 17], [20, 9]])
h = hill(np.array([7, 4]), K)
print(h, hill(h, inv), (K @ inv) % 26)
for row in playfair_square("monarchy"):
    print(" ".join(chr(int(v)) for v in row))
stream = rc4(np.array([ord(ch) for ch in "Key"]), 9)
message = np.array([ord(ch) for ch in "Plaintext"], dtype=np.uint8)
enc = message ^ stream
print("".join(f"{v:02X}" for v in enc), "".join(chr(v) for v in enc ^ stream))
a = to_codes(plain)
ic = np.bincount(a[a >= 0], minlength=26)
n = ic.sum()
print("index of coincidence %.5f" % ((ic * (ic - 1)).sum() / (n * (n - 1))))
print(sorted(set(plain.lower()) - set(" ")) == [chr(97 + k) for k in range(26)])
morse = {"s": "...", "o": "---", "e": "."}
print(" ".join(morse[ch] for ch in "sose"))
