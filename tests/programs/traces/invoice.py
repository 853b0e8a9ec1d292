import sys
import time


def price_of(item):
    if item["kind"] == "book":
        return item["price"] * 0.9
    return item["price"]


class Cart:
    def __init__(self, member):
        self.items = []
        self.member = member

    def add(self, item):
        self.items.append(item)

    def invoice(self):
        total = 0
        for item in self.items:
            price = price_of(item)
            if price > 10:
                total += price
        if self.member and total > 60:
            total -= 5
        return total


def unused():
    return 1


def main():
    cart = Cart(True)
    for kind, price in [("book", 40), ("cd", 5), ("cd", 30), ("book", 20), ("cd", 12)]:
        cart.add({"kind": kind, "price": price})
    print(cart.invoice())
    broken = Cart("--member" in sys.argv)
    broken.add({"kind": "cd"} if "--broken" in sys.argv else {"kind": "cd", "price": 70})
    print(broken.invoice())
    while "--forever" in sys.argv:
        time.sleep(0.01)


main()
