s = "Hello, World"
print(len(s), s[0], s[-1], s[0:5], s[7:], s[:-7], s[::2], s[::-1], s[3:3] == "", s[-5:-2])
print(s.upper(), s.lower(), s.swapcase(), s.title(), "abc DEF".capitalize(), s.casefold())
print(s.find("o"), s.rfind("o"), s.find("zz"), s.index("W"), s.count("l"), "World" in s, "x" not in s)
print(s.replace("l", "L"), s.replace("l", "", 1), s.startswith("Hell"), s.endswith(("x", "ld")))
print("  trim me ".strip() + "|", "xxabcxx".strip("x"), "..a..".lstrip("."), "..a..".rstrip(".") + "|")
print("a,b,,c".split(","), "a b  c".split(), "a-b-c".split("-", 1), "a-b-c".rsplit("-", 1), "one\ntwo\n".splitlines())
print("-".join(["x", "y", "z"]), "".join(c for c in "abc"), ", ".join(str(i) for i in range(4)))
print("ab" * 3, "a" + "b", "abc" < "abd", "Z" < "a", "abc" == "abc", max("hello"), sorted("banana"))
print("abc".isalpha(), "a1".isalnum(), "123".isdigit(), "  ".isspace(), "Ab".isupper(), "ab".islower())
print("".isalpha(), "Title Case".istitle())
print(ord("A"), chr(97), ord("é"), chr(8364), [ord(c) for c in "az"], "".join(chr(ord(c) + 1) for c in "HAL"))
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), repr("tab\t nl\n back\\"), repr("é"), ascii("é"))
print("multi" "part", 'single', """triple "quoted" text""", r"raw\n", "esc: \x41 \u0042 \101", "a\\b")
for i, ch in enumerate("abc"):
    print(i, ch, end=" ")
print()
vowels = {v: s.lower().count(v) for v in "aeiou"}
print(vowels, [w[::-1] for w in "the quick fox".split()], "x".join("abc"))
text = ""
for k in range(5):
    text += str(k) * k
print(text, text.index("3"), text[text.find("4"):], len(text))
print("apple" if len(s) > 5 else "pear", str(12) + str(1.5) + str(True) + str(None), int("12") + float("0.5"))
print(list("abc"), tuple("xy"))
