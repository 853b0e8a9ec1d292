arrow = lambda n: n + 1  # @arrow


class Tools:
    @staticmethod
    def shorten(text):
        return text[1:]  # @shorten


class Account:
    def deposit(self, amount):
        return amount  # @deposit


def neverReferenced():
    return 'never'  # @never


arrow(1)
Tools.shorten('abc')
Account().deposit(5)  # @deposit-call

from late_function import later

later()
