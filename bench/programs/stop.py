def total(prices):
    sum = 0
    for price in prices:
        sum += price
    return sum


customer = {"name": "Ann", "total": 0}
print(total([3, 4, 5]))
