"""Runs inside a traced process: whether a value, by its description, is like a text that is looked for. No value itself is looked at."""

import re

QUOTES = {ord(each): None for each in " \n\t\"'`"}
BRACKETS = {ord(each): None for each in "[](){}"}
# Where a description leaves something out: of two that differ there, the rest is not known.
LEFT_OUT = ("…", "...", "dict(", "list(", "tuple(", "set(", "frozenset(")
# Descriptions that are alike so far, up to where one leaves something out, are those of the same value.
ENOUGH_ALIKE = 8
OBJECT_TEXT = re.compile(r"[\w.]*[\[({].*(?:[\])}]|…|\.\.\.)", re.DOTALL)


class WantedText:
    """A text that is looked for in descriptions of values: `60.30`, `12345`, `'12345'` for a string alone."""

    __slots__ = ("plain", "is_string", "number", "quoted", "loose", "bare", "is_list", "is_object")

    def __init__(self, text):
        self.is_string = len(text) > 2 and text[0] == text[-1] and text[0] in "\"'"
        self.plain = plain = text[1:-1] if self.is_string else text
        self.number = None if self.is_string else number_in(plain)
        # As a string is described; another one may have it in other quotes.
        self.quoted = {repr(plain), '"%s"' % plain, "'%s'" % plain}
        self.loose = plain.translate(QUOTES)
        self.bare = self.loose.translate(BRACKETS)
        self.is_object = not self.is_string and OBJECT_TEXT.fullmatch(plain) is not None
        # A string is made of a list by joining it; a string that looks like an object was written by a person, who may have written it wrong.
        is_written = self.is_string and OBJECT_TEXT.fullmatch(plain) is not None
        self.is_list = ("," in self.bare[1:] or ":" in self.bare[1:]) and not is_written

    def likeness(self, value):
        """(how it is like the text, of which kind it is), or None."""
        kind, text = value["type"], value["text"]
        if kind == "str":
            if text in self.quoted:
                return "equal", "string"
            return ("part", "string") if len(text) > len(self.plain) + 2 and stands_in(text[1:-1], self.plain) else None
        if "object" in value:
            return self.of_object(text)
        if self.is_string:
            return None
        if kind in ("int", "float", "complex"):
            if text == self.plain:
                return "equal", "number"
            return ("part", "number") if self.number is not None and value.get("number") == self.number else None
        return ("equal", "other") if text == self.plain else None

    def of_object(self, text):
        if self.is_list:
            loose = text.translate(QUOTES)
            if loose == self.loose:
                return "equal", "object"
            if loose.translate(BRACKETS) == self.bare:
                return "similar", "object"
        if self.is_object:
            return ("equal", "object") if is_alike(text.translate(QUOTES), self.loose) else None
        if any(each in text for each in self.quoted):
            return "item", "string"
        return ("item", "number") if self.number is not None and is_item_of(text, self.plain) else None

    def part_length(self, value):
        """The length of a string that is a part of the text; 0 for others."""
        text = value["text"][1:-1] if value["type"] == "str" else ""
        return len(text) if 1 < len(text) < len(self.plain) and text in self.plain else 0


def is_alike(one, other):
    """Both without quotes and blanks."""
    if one[:1] != other[:1]:
        return False
    if one == other:
        return True
    at = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return at >= ENOUGH_ALIKE and (one.startswith(LEFT_OUT, at) or other.startswith(LEFT_OUT, at))


def number_in(text):
    try:
        return float(text) if text[-1:].isdigit() else None
    except ValueError:
        return None


def stands_in(text, part):
    """True if a part stands there by itself: 9 is not in 2019 or 9.5."""
    at = text.find(part)
    while at >= 0:
        if is_apart(text, at, part):
            return True
        at = text.find(part, at + 1)
    return False


def is_item_of(text, part):
    """True if a part stands outside of quotes."""
    quote, at = "", 0
    while at < len(text):
        each = text[at]
        if quote:
            if each == "\\":
                at += 1
            elif each == quote:
                quote = ""
        elif each in "\"'":
            quote = each
        elif text.startswith(part, at) and is_apart(text, at, part):
            return True
        at += 1
    return False


def is_apart(text, at, part):
    before, after = text[at - 1:at], text[at + len(part):at + len(part) + 2]
    if part[0].isdigit() or part[-1].isdigit():
        if before in (".", "-") or after[:1] == "." and after[1:].isdigit():
            return False
    return not (is_word(before) and is_word(part[0])) and not (is_word(after[:1]) and is_word(part[-1]))


def is_word(char):
    return char.isalnum() or char == "_"
