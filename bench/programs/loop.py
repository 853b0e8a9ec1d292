def work(rounds):
    items = [3, 4, 5]
    customer = {"name": "Ann", "total": 0}
    sum = 0
    for round in range(rounds):
        item = items[round % len(items)]
        sum += item
        customer["total"] = sum
    return sum


print(work(1_000_000_000))
