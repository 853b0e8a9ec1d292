PRICES = {'apple': 2, 'pear': 5}


def price(name):
    found = PRICES[name]  # @price
    return found
