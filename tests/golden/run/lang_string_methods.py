print("7".zfill(3), "-7".zfill(4), "x".center(7, "*"), "x".ljust(4, ".") + "|", "x".rjust(4), "a\tb".expandtabs(4))
print("key=value=more".partition("="), "a.b.c".rpartition("."), "prefix_x".removeprefix("prefix_"))
print("x.py".removesuffix(".py"))
print("abc".translate(str.maketrans("abc", "xyz")), "hello world".title(), "a" in "", "" in "a")
print("%s|%5s|%-5s|" % ("a", "b", "c"))
words = "the quick brown fox".split()
print([w.capitalize() for w in words], " ".join(w[0].upper() + w[1:] for w in words), max(words, key=len))
print("a1b22c333".isalnum(), [int(c) for c in "a1b22c333" if c.isdigit()], "x=1;y=2".split(";"))
print([p.split("=") for p in "x=1;y=2".split(";")])
print("one two".find("two", 2), "aXbXc".replace("X", "--"), "abcabc".rindex("b"))
print("line1\nline2\r\nline3".splitlines(), "\tx".strip(), "é".upper())
try:
    "abc".index("z")
except ValueError as e:
    print("ValueError:", e)
try:
    "abc"[5]
except IndexError as e:
    print("IndexError:", e)
