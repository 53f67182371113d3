for text in ("12", "twelve"):
    print(int(text) + 1)
