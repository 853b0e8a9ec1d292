FACTOR = 2


def double(value):
    return value * FACTOR  # @double
