def work(n):
    try:
        return 10 // n
    finally:
        print("finished", n)


print(work(5))
print(work(0))
