def half(price):
    """
    >>> half(4)
    3
    """
    return price / 2
