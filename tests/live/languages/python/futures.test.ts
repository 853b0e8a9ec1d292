import { expect, it } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

const MAIN = `import asyncio, concurrent.futures, threading

class Odd(Exception):
    def __eq__(self, other): print("compared"); return True
    def __repr__(self): print("repr was called"); return "?"

class Job(asyncio.Future):
    def __init__(self, **options): super().__init__(**options)
    def result(self): print("result was called")
    def __repr__(self): print("repr was called"); return "?"

async def load(n):
    if n < 0:
        raise Odd(n)
    return {"n": n}

async def main():
    loop = asyncio.get_running_loop()
    open_, done, failed, gone, plain = [loop.create_future() for _ in range(4)] + [asyncio.futures._PyFuture(loop=loop)]
    done.set_result([1, 2])
    failed.set_exception(ValueError("bad"))
    gone.cancel()
    plain.set_result(None)
    job = Job(loop=loop)
    job.set_result("x")
    good, bad, slow = [asyncio.ensure_future(each) for each in (load(1), load(-1), asyncio.sleep(30))]
    good.set_name("good"), bad.set_name("bad"), slow.set_name("slow")
    await asyncio.sleep(0.01)
    threaded = concurrent.futures.Future()
    threaded.set_exception(KeyError("k"))
    several = [done, gone]
    del loop
    slow.cancel()
    failed.exception(), bad.exception()
    return several

asyncio.run(main())
`;

it('futures and tasks show their state and what they came to', async () => {
  await using program = await DebuggedPython.start({ 'main.py': MAIN }, { breakpoints: [{ at: 'slow.cancel' }] });
  await program.firstStop();
  expect(await program.locals()).toEqual([
    "open_ = Future(state='pending')",
    "done = Future(state='finished', result=[1, 2])",
    "failed = Future(state='finished', exception=ValueError('bad'))",
    "gone = Future(state='cancelled')",
    "plain = Future(state='finished', result=None)",
    "job = Job(state='finished', result='x')",
    "good = Task(state='finished', result={'n': 1}, name='good', coro=<coroutine load, finished>)",
    "bad = Task(state='finished', exception=Odd(-1), name='bad', coro=<coroutine load, finished>)",
    expect.stringMatching(/^slow = Task\(state='pending', name='slow', coro=<coroutine sleep at line \d+>\)$/),
    "threaded = Future(state='finished', exception=KeyError('k'))",
    "several = [Future(state='finished', result=[1, 2]), Future(state='cancelled')]",
  ]);
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe('');
});
