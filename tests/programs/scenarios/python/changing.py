def count(limit):
    total = 0
    for i in range(1, limit + 1):
        total += i  # @loop
    return total


count(4)
