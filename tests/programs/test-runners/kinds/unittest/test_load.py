wanted = {"a": 1}
value = wanted["b"]  # @load
