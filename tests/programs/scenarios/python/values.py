from types import SimpleNamespace


class Lazy:
    def __init__(self, read):
        self.read = read

    @property
    def computed(self):
        return self.read()


def main():
    order = SimpleNamespace(id=7, lines=[SimpleNamespace(name='apple', price=2.5), SimpleNamespace(name='pear', price=4)])
    setattr(order, 'unit price', 3)
    many = [index * 2 for index in range(500)]
    big = 'x' * 50_000_000
    calls = 0

    def increase():
        nonlocal calls
        calls += 1
        return 'computed'

    lazy = Lazy(increase)
    return [order, many, len(big), calls, lazy, increase]  # @stop


main()
