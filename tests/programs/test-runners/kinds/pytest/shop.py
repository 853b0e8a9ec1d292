import asyncio


def price_of(line):
    problem = "negative price: %s" % line["title"]
    if line["price"] < 0:
        raise ValueError(problem)  # @thrown
    return line["price"]


async def later(wait_s):
    await asyncio.sleep(wait_s)
    reason = "no stock"
    raise RuntimeError(reason)  # @rejection


def connect(database):
    raise ConnectionError("no %s" % database)  # @hook
