"""Python runs this file when it starts, because its folder comes first on PYTHONPATH. It has the results of unittest written down if that
is ever imported, and what own code throws where no tests run, and then runs the sitecustomize that Python would have run without it.
Nothing else may lie in this folder: the program could import it.
"""

import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


class _HookingFinder:
    """Lets others find modules, and hooks them as soon as they are loaded. It finds nothing itself."""

    hooked = {
        "unittest.result": ("mcp_debugger_unittest", "hook_result"),
        "unittest.loader": ("mcp_debugger_unittest", "hook_loader"),
        "unittest.suite": ("mcp_debugger_unittest", "hook_suite"),
    }
    if not hasattr(sys, "monitoring"):
        hooked["logging"] = ("mcp_debugger_throws", "hook_logging")

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name not in cls.hooked:
            return None
        hooking, hook = cls.hooked.pop(name)
        if not cls.hooked:
            sys.meta_path.remove(cls)
        import importlib.util

        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return None
        exec_module = spec.loader.exec_module

        def exec_and_hook(module):
            exec_module(module)
            try:
                getattr(mcp_debugger_hooks.module(hooking), hook)(module)
            except Exception:
                # The tests run all the same, unreported.
                pass

        spec.loader.exec_module = exec_and_hook
        return spec


sys.path[:] = [each for each in sys.path if os.path.abspath(each) != _HERE]
sys.path_importer_cache.pop(_HERE, None)
sys.meta_path.insert(0, _HookingFinder)
try:
    import mcp_debugger_hooks

    mcp_debugger_hooks.listen_below()
except Exception:
    # What is thrown here is not known then.
    pass
del sys.modules["sitecustomize"]
# Where there is none, the error that says so is what Python expects.
import sitecustomize
