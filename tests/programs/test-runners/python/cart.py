def price_of(line):
    if line["price"] < 0:
        problem = "negative price: " + line["title"]
        raise ValueError(problem)  # @throw
    return line["price"] * line["count"]
