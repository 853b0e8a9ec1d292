from tabulate import tabulate

rows = [("tea", 12.5), ("coffee", 7.125), ("milk", 110)]
print(tabulate(rows, headers=["item", "price"]))
