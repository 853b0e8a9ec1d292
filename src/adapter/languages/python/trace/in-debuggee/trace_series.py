"""Runs inside a traced process: what all values of an expression come to, counted."""

from .trace_values import LARGEST_NUMBER

MAX_DISTINCT = 1000
# So many are told themselves.
MAX_TOLD = 100


class Series:
    """All values of one expression."""

    __slots__ = ("name", "last", "changes", "texts", "is_more", "types", "least", "most", "sum", "numbers", "failed")

    def __init__(self, name):
        self.name = name
        self.last = None
        self.changes = self.failed = self.numbers = 0
        self.texts = set()
        self.is_more = False
        self.types = {}
        self.least = self.most = self.sum = 0

    def add(self, value):
        text, kind = value["text"], value["type"]
        if text != self.last:
            if self.last is not None:
                self.changes += 1
            self.last = text
            if not self.is_more and text not in self.texts:
                if len(self.texts) < MAX_DISTINCT:
                    self.texts.add(text)
                else:
                    self.is_more = True
        self.types[kind] = self.types.get(kind, 0) + 1
        number = value.get("number")
        if number is not None:
            if self.numbers == 0:
                self.least = self.most = number
            elif number < self.least:
                self.least = number
            elif number > self.most:
                self.most = number
            self.numbers += 1
            self.sum += number

    def record(self):
        found = {
            "name": self.name, "changes": self.changes, "distinct": len(self.texts), "isMore": self.is_more, "types": self.types,
            "failed": self.failed,
        }
        if len(self.texts) <= MAX_TOLD:
            found["texts"] = list(self.texts)
        if self.numbers and -LARGEST_NUMBER < self.sum < LARGEST_NUMBER:
            found["range"] = {"least": self.least, "most": self.most, "sum": self.sum}
        return found
