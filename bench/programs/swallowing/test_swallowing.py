import tiny
import pytest


def total(prices):
    return sum(round(price) for price in prices)


def fail(number):
    raise ValueError("number %d" % (number % 7))


@pytest.mark.parametrize("number", range(200))
def test_served(number):
    for count in range(100):
        assert tiny.serve(total, [1.5] * count)[0] == 200
    for each in range(20):
        assert tiny.serve(fail, each)[0] == 500
    assert sorted(tiny.serve(total, range(count))[1] for count in range(100))[1] == 0
