import { basename } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ExceptionFate } from '../../../../src/model/stop-outcome.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

/** Each function throws an exception whose message is its own name, and marks the line that catches it. */
const PROGRAM = `import asyncio, concurrent.futures, contextlib, json, runpy, sys, threading
class Quiet:
    def __enter__(self): return self
    def __exit__(self, *about): return True
class Lazy:
    @property
    def total(self): raise AttributeError("lazy")
class Errors:
    known = KeyError, ValueError
@contextlib.contextmanager
def kept():
    try:
        yield
    finally:
        pass
def fail(text, *rest):
    raise ValueError(text)
def handled():
    try:
        fail("handled")
    except KeyError:
        pass
    except Errors.known:  # catches handled
        pass
def raised_again():
    try:
        try:
            fail("raised_again")
        except ValueError as error:
            if error: error.args += (1,)
            raise
    except Exception:  # catches raised_again
        pass
def raised_on():
    try:
        try:
            fail("raised_on")
        except ValueError as error:  # catches raised_on
            raise RuntimeError("other") from error
    except RuntimeError:
        pass
def cleaned():
    try:
        with kept(), open(__file__):
            fail("cleaned")
    except ValueError:  # catches cleaned
        pass
def suppressed():
    with contextlib.suppress(OSError, ValueError):  # catches suppressed
        fail("suppressed")
def below_a_library():
    try:
        json.loads('{"a": 1}', object_hook=lambda found: fail("below_a_library"))
    except ValueError:  # catches below_a_library
        pass
def executed():
    try:
        exec('fail("executed")', globals())
    except ValueError:  # catches executed
        pass
def run_by_path():
    try:
        runpy.run_path(sys.argv[0], run_name="again")
    except ValueError:  # catches run_by_path
        pass
def sent():
    async def main():
        fail("sent")
    try:
        main().send(None)
    except ValueError:  # catches sent
        pass
def generated():
    try:
        for each in (fail("generated") for _ in (1,)):
            pass
    except ValueError:  # catches generated
        pass
def awaited():
    async def inner():
        fail("awaited")
    async def main():
        try:
            await inner()
        except ValueError:  # catches awaited
            pass
    asyncio.run(main())
def of_a_task():
    async def inner():
        fail("of_a_task")
    async def main():
        await asyncio.wait([asyncio.ensure_future(inner())])
    asyncio.run(main())
def in_a_pool():
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(fail, "in_a_pool").exception()
def quiet():
    with Quiet():
        fail("quiet")
def lazy():
    hasattr(Lazy(), "total")
def left_by_return():
    try:
        fail("left_by_return")
    finally:
        return
def threaded():
    thread = threading.Thread(target=fail, args=("threaded",))
    thread.start()
    thread.join()
def never():
    try:
        with kept():
            fail("never")
    except KeyError:
        pass
if __name__ != "__main__":
    fail("run_by_path")
for each in [handled, raised_again, raised_on, cleaned, suppressed, below_a_library, executed, run_by_path, sent, generated, awaited, of_a_task, in_a_pool, quiet, lazy,
             left_by_return, threaded, never]:
    each()
`;

const CAUGHT = [
  'handled',
  'raised_again',
  'raised_on',
  'cleaned',
  'suppressed',
  'below_a_library',
  'executed',
  'run_by_path',
  'sent',
  'generated',
  'awaited',
];

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  const environment = environmentWithDebugpy(version);
  afterAll(() => environment[Symbol.dispose]());

  test('where an exception is thrown, it is said who catches it', { timeout: 60_000 }, async () => {
    const options = { python: environment.python, exceptionMode: 'all' } as const;
    await using program = await DebuggedPython.start({ 'main.py': PROGRAM }, options);
    const found = new Map<string, string>();
    for (let stop = await program.firstStop(); stop.startsWith('exception'); stop = await program.go()) {
      const { state } = program.session;
      if (state.kind !== 'stopped' || state.exception === undefined) continue;
      const { message, ...fate } = state.exception;
      if (!found.has(message)) found.set(message, wordsOf(fate, program));
    }
    expect(Object.fromEntries([...found].filter(([name]) => name !== 'other' && !name.startsWith('(')))).toEqual({
      ...Object.fromEntries(CAUGHT.map((each) => [each, `caught: ${program.line(`# catches ${each}`)}`])),
      of_a_task: 'undecided',
      in_a_pool: 'caught: thread.py',
      quiet: 'undecided',
      lazy: 'undecided',
      left_by_return: 'undecided',
      threaded: 'uncaught',
      never: 'uncaught',
    });
  });
});

function wordsOf({ uncaught, caughtAt, undecided }: ExceptionFate, program: DebuggedPython): string {
  if (uncaught) return 'uncaught';
  if (undecided) return 'undecided';
  if (caughtAt === undefined) return 'caught';
  return `caught: ${caughtAt.path === program.path() ? caughtAt.line : basename(caughtAt.path)}`;
}
