import json


def parse(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def main():
    failures = 0
    value = parse('{')  # @call
    if value is None:  # @after-call
        failures += 1
    return failures


main()
