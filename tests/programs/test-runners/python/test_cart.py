import pytest

from cart import price_of

CHAIR = {"title": "chair", "price": -1, "count": 1}


def test_passes():
    assert price_of({"price": 2, "count": 3}) == 6


def test_wrong_price():
    lamp = {"title": "lamp", "price": 5, "count": 2}
    wanted = 11
    assert price_of(lamp) == wanted  # @assertion


class TestCart:
    def test_exception_of_the_program(self):
        order = 7
        assert price_of(CHAIR) == order

    def test_expected_exception(self):
        with pytest.raises(ValueError):
            price_of(CHAIR)


@pytest.fixture
def database():
    fixture = "database"
    raise RuntimeError("no " + fixture)  # @hook


def test_with_a_fixture(database):
    pass


@pytest.mark.parametrize("number", [3, 4, 5])
def test_even(number):
    rest = number % 2
    assert rest == 0  # @each


@pytest.mark.skip
def test_skipped():
    pass
