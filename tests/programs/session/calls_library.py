import json

text = json.dumps({"a": 1})
print(text)
