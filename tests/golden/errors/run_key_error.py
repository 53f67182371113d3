stock = {"apples": 3, "pears": 5}
for fruit in ("apples", "plums"):
    print(fruit, stock[fruit])
