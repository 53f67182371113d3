s = 0
for i in 10:  # error
    s += i
print(s)
