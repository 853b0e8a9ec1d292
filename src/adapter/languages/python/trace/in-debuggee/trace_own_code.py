"""Runs inside a traced process: which files are the program's own."""

import os
import sys

from .own_package import sources

FOREIGN_FOLDERS = ("site-packages", "dist-packages", "node_modules")


class OwnCode:
    """Own are files below the roots that belong to no installed package, no virtual environment and not to Python."""

    def __init__(self, roots):
        self.roots = tuple(self.folder(each) for each in roots)
        foreign = [os.path.dirname(os.__file__), *sources.folders]
        if sys.prefix != sys.base_prefix:
            foreign.append(sys.prefix)
        self.foreign = tuple(self.folder(each) for each in foreign)
        self.known = {}

    @staticmethod
    def folder(path):
        return os.path.normcase(os.path.realpath(path)).rstrip(os.sep) + os.sep

    def path_of(self, filename):
        """The absolute path of a code's file, with links followed; None for code without one."""
        if filename[:1] == "<":
            return None
        return os.path.realpath(filename)

    def is_own(self, filename):
        found = self.known.get(filename)
        if found is None:
            found = self.known[filename] = self.find_out(filename)
        return found

    def find_out(self, filename):
        path = self.path_of(filename)
        if path is None:
            return False
        path = os.path.normcase(path)
        root = next((each for each in self.roots if path.startswith(each)), None)
        if root is None or path.startswith(self.foreign):
            return False
        return not any(each in FOREIGN_FOLDERS for each in path[len(root):].split(os.sep))
