from toolz import merge

DEFAULTS = {"retries": 3, "timeout": 30}
slow = merge(DEFAULTS, {"timeout": 300})
fast = merge(DEFAULTS, {"retries": 0})
print("fast", fast)
