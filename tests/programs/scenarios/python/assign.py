import json
from types import SimpleNamespace

box = SimpleNamespace(value=1)
shared = 1


def compute(parameter):
    local = 1
    fixed = 1
    captured = 1
    read_captured = lambda: captured
    unused = 0
    unused += 1  # @stop
    result = dict(parameter=parameter, local=local, fixed=fixed, captured=read_captured(), shared=shared, box=box.value, unused=unused)
    print(json.dumps(result))
    return result  # @done


def outer():
    kept = 'old'
    compute(1)
    print(f'kept {kept}')


outer()
