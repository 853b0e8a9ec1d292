import asyncio, sys
from pathlib import Path


def fail(text):
    reason = f'reason: {text}'
    raise TypeError(reason)  # @throw


async def fail_later():
    await asyncio.sleep(0.001)
    fail('later')


async def caught_by_caller():
    try:
        await fail_later()
    except TypeError as error:
        print(f'caught {error}')  # @handled


async def handled_elsewhere():
    (error,) = await asyncio.gather(fail_later(), return_exceptions=True)
    print(f'handled {error}')


def caught():
    try:
        fail('caught')
    except TypeError:
        print('caught')


modes = {
    'sync': lambda: fail('sync'),
    'caught': caught,
    'async': lambda: asyncio.run(fail_later()),
    'async-caught': lambda: asyncio.run(caught_by_caller()),
    'async-handler': lambda: asyncio.run(handled_elsewhere()),
    'fs': lambda: Path('/nowhere/at/all').read_text(),  # @throw-fs
}
modes[sys.argv[1]]()
