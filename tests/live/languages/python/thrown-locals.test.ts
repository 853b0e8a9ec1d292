import { afterAll, describe, expect, test } from 'vitest';
import { renderStop } from '../../../../src/render/stop.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { actions } from '../../../unit/render/samples.ts';

const PROGRAM = `import asyncio, contextlib, sys, threading
class Connection:
    def __init__(self):
        self.open = True
    def __enter__(self):
        return self
    def __exit__(self, *about):
        self.open = False
@contextlib.contextmanager
def opened(connection):
    try:
        yield connection
    finally:
        connection.open = False
def transfer(accounts, target):
    connection, step = Connection(), "credit"
    try:
        accounts[target] += 1
    finally:
        connection.open = False  # transfer begins
        step = "closed"
        accounts = None  # transfer ends
def in_finally():
    transfer({"ada": 1}, "Bob")
def in_with():
    with Connection() as connection:  # in_with
        raise ValueError("x")
def in_caller():
    with opened(Connection()) as connection:  # in_caller
        used(connection)
def used(connection):
    raise ValueError("x")
def in_handler():
    step = "reading"
    try:
        raise ValueError("x")
    except ValueError:  # in_handler begins
        step = "failed"
        raise  # in_handler ends
def in_generator():
    for connection in connections():
        raise ValueError("x")
def connections():
    connection = Connection()
    try:
        yield connection
    finally:
        connection.open = False
def in_coroutine():
    async def main():
        async with contextlib.AsyncExitStack() as stack:  # in_coroutine
            connection = stack.enter_context(Connection())
            stack = None
            raise ValueError("x")
    asyncio.run(main())
def in_thread():
    thread = threading.Thread(target=in_with)
    thread.start()
    thread.join()
def deleted():
    rows, kept = [1], 1
    try:
        raise ValueError("x")
    finally:
        del rows  # deleted
def below_a_library():
    step = 1
    try:
        sorted(["x"], key=int)
    finally:
        step = 2  # below_a_library
def unharmed():
    step = 1
    try:
        raise ValueError("x")
    finally:
        other()  # unharmed
def other():
    pass
globals()[sys.argv[1]]()
`;

/** Exceptions that are dealt with, and objects whose end is seen. */
const HANDLED = `import weakref
class Row:
    pass
freed = []
def read(number):
    row = Row()
    weakref.finalize(row, freed.append, number)
    try:
        raise ValueError(number)
    finally:
        row = None
def main():
    kept = 0
    for number in range(100):
        try:
            read(number)
        except ValueError:
            pass
    del number
    print(kept, len(freed))
main()
`;
const LIMITS = { depth: 0, maxChildren: 20, maxTextLength: 100 };

/** The code that has run since the throw, and each variable at it, with what it is at the stop. */
type Way = readonly [name: string, ran: readonly [first: string, last?: string] | undefined, locals: readonly string[]];

const CLOSED = 'connection: Connection = Connection(open=True) (now Connection(open=False))';
const WAYS: readonly Way[] = [
  [
    'in_finally',
    ['# transfer begins', '# transfer ends'],
    ["accounts: dict = {'ada': 1} (now None)", "target: str = 'Bob'", CLOSED, "step: str = 'credit' (now 'closed')"],
  ],
  ['in_with', ['# in_with'], [CLOSED]],
  ['in_caller', ['# in_caller'], [CLOSED]],
  ['in_handler', ['# in_handler begins', '# in_handler ends'], ["step: str = 'reading' (now 'failed')"]],
  ['in_generator', undefined, [CLOSED]],
  ['in_coroutine', ['# in_coroutine'], ['stack: NoneType = None', CLOSED]],
  ['in_thread', ['# in_with'], [CLOSED]],
  ['deleted', ['# deleted'], ['kept: int = 1', 'rows: list = [1] (now not there)']],
  ['below_a_library', ['# below_a_library'], ['step: int = 1 (now 2)']],
  ['unharmed', ['# unharmed'], ['step: int = 1']],
];

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  const environment = environmentWithDebugpy(version);
  afterAll(() => environment[Symbol.dispose]());
  // Before, the debugger is not told of throws.
  const isTold = version.minor >= 12;

  test.each(WAYS)('%s: the variables at an uncaught exception are those of its throw', async (name, ran, locals) => {
    await using program = await DebuggedPython.start(
      { 'main.py': PROGRAM },
      { python: environment.python, args: [name] },
    );
    expect(await program.firstStop()).toMatch(/^exception: /);
    const report = await program.session.report(LIMITS);
    const text = renderStop({ ...report, warnings: [] }, { cwd: program.folder, actions });
    const [, title = '', rows = ''] = /\n(Locals.*):\n((?: {2}.*\n)+)/.exec(text) ?? [];
    const [first, last = first] = (ran ?? []).map((mark) => program.line(mark ?? ''));
    const place = `main.py:${first === last ? first : `${first}-${last}`}`;
    if (isTold) {
      expect(rows.trimEnd().split('\n')).toEqual(locals.map((each) => `  ${each}`));
      const isChanged = locals.some((each) => each.includes('(now '));
      expect(title).toBe(isChanged ? `Locals at the throw${ran ? ` (${place} ran since)` : ''}` : 'Locals');
    } else {
      expect(rows).not.toContain('(now ');
      expect(title).toBe(ran ? `Locals after cleanup (${place} ran since the throw)` : 'Locals');
    }
  });

  test('each call that the exception has left has its own', async () => {
    const options = { python: environment.python, args: ['in_caller'] };
    await using program = await DebuggedPython.start({ 'main.py': PROGRAM }, options);
    await program.firstStop();
    const [local] = await program.session.inspection.scopes(1);
    expect(await program.session.inspection.variables(local?.variablesReference ?? 0, LIMITS)).toMatchObject([
      {
        value: 'Connection(open=False)',
        ...(isTold ? { thrown: 'Connection(open=True)', thrownType: 'Connection' } : {}),
      },
    ]);
  });

  test('what is dealt with leaves nothing behind, and the program its values', async () => {
    const options = { python: environment.python, breakpoints: [{ at: 'print(' }] };
    await using program = await DebuggedPython.start({ 'main.py': HANDLED }, options);
    expect(await program.firstStop()).toMatch(/^breakpoint: /);
    expect(await program.locals()).toEqual(['kept = 0']);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('0 100\n');
  });
});
