import pytest
from hypothesis import given, settings, strategies
from shop import connect, later, price_of


def test_passes():
    pass


def test_assertion():
    total = 3
    assert total == 4  # @assertion


def test_thrown():
    price_of({"title": "chair", "price": -1})


@pytest.mark.asyncio
async def test_rejection():
    await later(0.001)


@pytest.mark.parametrize("number", [2, 3])
def test_parameter(number):
    rest = number % 2
    assert rest == 0  # @parameter


class TestClass:
    def setup_method(self):
        self.prepared = True

    def test_method(self):
        assert self.prepared is False  # @method


def test_parts(subtests):
    for number in (2, 3):
        with subtests.test(number=number):
            assert number % 2 == 0  # @part


@settings(max_examples=5, database=None, derandomize=True)
@given(strategies.just(7))
def test_property(value):
    assert value != 7  # @property


@pytest.fixture
def database():
    return connect("database")


def test_fixture(database):
    pass


@pytest.fixture
def closing():
    opened = 1
    yield opened
    raise OSError("not closed")  # @teardown


def test_teardown(closing):
    pass


def test_exit():
    code = 3
    raise SystemExit(code)  # @exit


@pytest.mark.flaky(reruns=2)
def test_flaky(tries=[]):
    tries.append(1)
    assert len(tries) == 2


@pytest.mark.xfail
def test_expected_to_fail():
    assert 1 == 2


@pytest.mark.xfail(strict=True)
def test_passes_unexpectedly():
    pass


@pytest.mark.skip
def test_skipped():
    pass


