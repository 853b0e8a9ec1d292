import unittest

from shop import connect, later, price_of


class Kinds(unittest.TestCase):
    def setUp(self):
        self.prepared = 1

    def test_passes(self):
        pass

    def test_assertion(self):
        total = 3
        self.assertEqual(total, 4)  # @assertion

    def test_thrown(self):
        price_of({"title": "chair", "price": -1})

    def test_parts(self):
        for number in (2, 3):
            with self.subTest(number=number):
                self.assertEqual(number % 2, 0)  # @part

    @unittest.expectedFailure
    def test_expected_to_fail(self):
        self.assertEqual(1, 2)

    @unittest.expectedFailure
    def test_passes_unexpectedly(self):
        pass

    @unittest.skip("not now")
    def test_skipped(self):
        pass


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_rejection(self):
        await later(0.001)


class Hooked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        connect("database")

    def test_hook(self):
        pass


class Closing(unittest.TestCase):
    def tearDown(self):
        raise OSError("not closed")  # @teardown

    def test_teardown(self):
        pass


if __name__ == "__main__":
    unittest.main()
