stack = [1]
while True:
    print(stack.pop())
