"""Runs inside the debuggee: a place whose writes can be watched, and how it is read without running any code of the program."""

import functools
import types

from .read_values import MISSING
from .write_sites import SETTERS, TABLES, TABLE_HINTS, Writers

MODULE_TABLE = types.ModuleType.__dict__["__dict__"].__get__


class Refused(Exception):
    """The reason why a place cannot be watched, as a part of a sentence."""


class Place:
    """A place with a value.

    key: the same for the same place. read: gives the value, or MISSING. writers: what code can write it.
    """

    def __init__(self, key, read, writers, frame=None):
        self.key, self.read, self.writers, self.frame = key, read, writers, frame
        self.gone = ""
        # What else is to be let go of with the place, and who is to know.
        self.held, self.ended = (), None
        # Where it is in a table that may be put in the place of another: what gives the present one, and how that is read.
        self.table, self.table_now, self.reader = None, None, None

    def follow(self):
        """Follows the table that the program has put in place of another. Returns whether it has."""
        table = self.table_now() if self.table_now is not None else None
        if table is None or table is self.table:
            return False
        self.table, self.read = table, self.reader(table)
        return True

    def end(self, why):
        """Lets go of what it holds of the program."""
        self.gone = self.gone or why
        self.read, self.frame, self.held, self.table, self.table_now = (lambda: MISSING), None, (), None, None
        ended, self.ended = self.ended, None
        if ended is not None:
            ended()


def global_place(table, name):
    return table_place(table, name, Writers(names={name}, variables={name}, hints=TABLE_HINTS | SETTERS, tables=TABLES))


def table_place(table, name, writers):
    return Place((id(table), name), functools.partial(dict.get, table, name, MISSING), writers)
