word = "numpy"
print(word.push("x"))  # error
