from prices import price


class Cart:
    def __init__(self):
        self.lines = []  # @construct

    def add(self, name, quantity):
        self.lines.append((name, quantity))  # @add

    def total(self):
        sum = 0  # @total
        for name, quantity in self.lines:
            cost = price(name) * quantity  # @cost
            sum += cost  # @sum
        return sum  # @return


describe = lambda amount: f'total {amount}'  # @describe


def main():
    cart = Cart()  # @new
    cart.add('apple', 3)  # @first-add
    cart.add('pear', 2)
    amount = cart.total()  # @call-total
    print(describe(amount))  # @print
    return amount  # @end


main()


def never_called():
    return 'never'  # @never
