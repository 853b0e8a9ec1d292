import asyncio


async def lowest():
    await asyncio.sleep(0)
    return 1  # @lowest


async def middle():
    one = await lowest()
    return one + 1  # @middle


async def top():
    return await middle()


asyncio.run(top())
