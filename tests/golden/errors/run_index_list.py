values = [10, 20, 30]
total = 0
for i in range(4):
    total += values[i]
print(total)
