import heapq
import numpy as np


def huffman(freq):
    """Code of each symbol; ties go to the pair made first."""
    heap = []
    for order, (symbol, count) in enumerate(sorted(freq.items())):
        heap.append((count, order, symbol))
    heapq.heapify(heap)
    order = len(heap)
    codes = {s: "" for s in freq}
    while len(heap) > 1:
        c1, _, s1 = heapq.heappop(heap)
        c2, _, s2 = heapq.heappop(heap)
        for s in s1:
            codes[s] = "0" + codes[s]
        for s in s2:
            codes[s] = "1" + codes[s]
        heapq.heappush(heap, (c1 + c2, order, s1 + s2))
        order += 1
    return codes


def encode(text, codes):
    return "".join(codes[ch] for ch in text)


def decode(bits, codes):
    back = {v: k for k, v in codes.items()}
    out, word = [], ""
    for b in bits:
        word += b
        if word in back:
            out.append(back[word])
            word = ""
    return "".join(out)


def lz78(text):
    book = {"": 0}
    out = []
    w = ""
    for ch in text:
        if w + ch in book:
            w += ch
        else:
            out.append((book[w], ch))
            book[w + ch] = len(book)
            w = ""
    if w:
        out.append((book[w], ""))
    return out


def unlz78(pairs):
    book = [""]
    for k, ch in pairs:
        book.append(book[k] + ch)
    return "".join(book[1:])


def move_to_front(text):
    alphabet = sorted(set(text))
    out = []
    for ch in text:
        k = alphabet.index(ch)
        out.append(k)
        alphabet.insert(0, alphabet.pop(k))
    return out


def bwt(text):
    text += "$"
    rows = sorted(text[i:] + text[:i] for i in range(len(text)))
    return "".join(r[-1] for r in rows)


text = "she sells sea shells"
freq = {}
for ch in text:
    freq[ch] = freq.get(ch, 0) + 1
codes = huffman(freq)
for s in sorted(codes, key=lambda s: (len(codes[s]), codes[s])):
    print(repr(s), freq[s], codes[s])
bits = encode(text, codes)
print(bits, len(bits), "bits instead of", 8 * len(text))
print(decode(bits, codes) == text)
p = np.array(list(freq.values())) / len(text)
print("entropy %.4f, mean length %.4f" % (-(p * np.log2(p)).sum(), len(bits) / len(text)))
kraft = sum(2.0 ** -len(c) for c in codes.values())
print("Kraft sum", kraft)

pairs = lz78("abababababa")
print(pairs, unlz78(pairs))
print(len(lz78(text * 5)), unlz78(lz78(text * 5)) == text * 5)
print(bwt("banana"), move_to_front(bwt("banana")))
nibbles = [int(bits[i:i + 4].ljust(4, "0"), 2) for i in range(0, len(bits), 4)]
print("".join("%x" % n for n in nibbles))
packed = np.packbits(np.array([int(b) for b in bits], dtype=np.uint8))
print(packed, packed.dtype, np.array_equal(np.unpackbits(packed)[:len(bits)], np.array([int(b) for b in bits])))
checksum = 0
for b in text.encode():
    checksum = (checksum * 31 + b) % 65521
print(checksum, list(b"abc"), b"abc" + bytes([33]), bytes(3), len(b"xyz"))
