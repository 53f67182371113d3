inv = {"a": {"qty": 5, "price": 2.5}, "b": {"qty": 1, "price": 4}}
inv["a"]["qty"] -= 3
inv["c"] = {"qty": 7}
print(inv)
for k, v in inv.items():
    print(k, v["qty"], v.get("price", 0) * 2)
data = [[1, 2.5], [3, 4]]
data[0][0] += 1
data.append([0.5])
print(data, sum(data[0]))
rows = [{"name": "x", "n": 1}, {"name": "y", "n": 2}]
rows[0]["n"] += 5
print(rows, sorted(rows, key=lambda r: -r["n"])[0]["name"], sum(r["n"] for r in rows))
