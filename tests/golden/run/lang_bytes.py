b = b"hello"
print(b, len(b), b[0], b[1:3], list(b), b + b" world", b"ell" in b, b"\x00\xff\n'")
print("héllo".encode(), "héllo".encode("utf-8")[1], b"abc".decode(), bytes([65, 66, 67]), bytes(3))
print(b == b"hello", b"a" < b"b")
total = 0
for byte in b"\x01\x02\xff":
    total = total * 256 + byte
print(total, sum(b"abc"), max(b), b.upper(), b.find(b"l"), b"a,b".split(b","), b"-".join([b"x", b"y"]), b"ab" * 2)
print((258).to_bytes(2, "big"), int.from_bytes(b"\x01\x02", "big"), int.from_bytes(b"\x01\x02", "little"), b.hex())
data = bytearray(b"abc")
data[0] = 120
data.append(33)
print(data, bytes(data), len(data))
