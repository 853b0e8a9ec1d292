from django.test import SimpleTestCase, TestCase


class Totals(SimpleTestCase):
    def test_passes(self):
        pass

    def test_assertion(self):
        answer = self.client.get("/total/3").content.decode()
        self.assertEqual(answer, "16")  # @assertion

    def test_thrown(self):
        self.client.get("/total/0")


class Stored(TestCase):
    @classmethod
    def setUpTestData(cls):
        raise OSError("no data")  # @hook

    def test_hook(self):
        pass


class Skipping(SimpleTestCase):
    def test_skipped(self):
        self.skipTest("not now")
