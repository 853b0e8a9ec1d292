import { afterAll, describe, expect, test } from 'vitest';
import type { ResumeCommand } from '../../../../src/session/run/run-control.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const PROGRAM = `import asyncio, contextlib, sys, threading
def parse(text):
    return int(text)  # in parse
def middle(text):
    found = parse(text)  # in middle
    return found
def nested(text):
    try:
        return middle(text)  # calls middle
    except ValueError:  # behind middle
        return -1
def cleaned(text):
    try:
        return parse(text)
    finally:
        text = None  # cleans up
def around(text):
    try:
        return cleaned(text)
    except ValueError as error:  # behind cleaned
        return str(error)
def suppressed(text):
    with contextlib.suppress(ValueError):
        parse(text)  # suppressed
    return 0
class Box:
    def add(self, text):
        return int(text)  # in add
    def all(self, text):
        try:
            return self.add(text)  # calls add
        except ValueError:  # behind add
            return -1
def numbers(texts):
    for each in texts:
        yield int(each)  # in numbers
def generated(text):
    try:
        return list(numbers([text]))
    except ValueError:  # behind numbers
        return []
def boxed(text):
    return Box().all(text)
def library(text):
    return contextlib.ExitStack().enter_context(contextlib.closing(Door())).open(text)
class Door:
    def open(self, text):
        try:
            return min([text], key=parse)
        except ValueError:  # behind min
            return -1
    def close(self):
        pass
def raised_on(text):
    try:
        raises_on(text)
    except KeyError:  # behind raises_on
        return -1
def raises_on(text):
    try:
        return parse(text)
    except ValueError:
        raise KeyError(text)  # in raises_on
async def waits(text):
    await asyncio.sleep(0)
    return int(text)  # in waits
async def gives(text):
    return int(text)  # in gives
async def awaits(text):
    try:
        await gives(text)
    except ValueError:  # behind gives
        pass
    try:
        await asyncio.create_task(waits(text))
    except ValueError:  # behind waits
        pass
def ran(text):
    asyncio.run(awaits(text))
def threaded(text):
    thread = threading.Thread(target=nested, args=(text,))
    thread.start()
    thread.join()
def returned(text):
    return noted(text)
def noted(text):
    print(text)  # in noted
def handled(text):
    try:
        parse(text)
    except ValueError:
        noted(text)  # handles
        text = None  # handles still
    return text
globals()[sys.argv[1]]("x")
print("end")
`;

const THREW = (name: string, kind = 'ValueError', message = `"invalid literal for int() with base 10: 'x'"`) =>
  `(threw) ${name} = ${kind}(${message})`;

const THREADS = `import threading
ready = threading.Barrier(4)
def call(n):
    ready.wait()
    raise ValueError(n)  # throws
def run(n):
    try:
        call(n)
    except ValueError:  # handles
        ready.wait()
threads = [threading.Thread(target=run, args=(n,)) for n in range(4)]
for each in threads: each.start()
for each in threads: each.join()
`;

/** A function of the program, the mark of the line where it is stopped, the mark of each line a step comes to, and what it shows there. */
type Way = readonly [
  name: string,
  at: string,
  commands: readonly ResumeCommand[],
  behind: string,
  shown: readonly string[],
];

const ALL: readonly ResumeCommand[] = ['next', 'stepOut', 'stepIn'];
const WAYS: readonly Way[] = [
  ['nested', 'in middle', ['stepOut'], 'behind middle', [THREW('middle')]],
  ['nested', 'in parse', ALL, 'behind middle', [THREW('middle')]],
  ['nested', 'calls middle', ['next'], 'behind middle', [THREW('middle')]],
  ['around', 'in parse', ['next'], 'cleans up', [THREW('parse')]],
  ['around', 'cleans up', ['stepOut'], 'behind cleaned', [THREW('cleaned')]],
  ['boxed', 'in add', ['next'], 'behind add', [THREW('Box.add')]],
  ['boxed', 'calls add', ['next'], 'behind add', [THREW('Box.add')]],
  ['generated', 'in numbers', ALL, 'behind numbers', [THREW('numbers')]],
  ['library', 'in parse', ['next'], 'behind min', [THREW('parse')]],
  ['raised_on', 'in raises_on', ['next'], 'behind raises_on', [THREW('raises_on', 'KeyError', "'x'")]],
  ['ran', 'in gives', ['next'], 'behind gives', [THREW('gives')]],
  ['threaded', 'in parse', ['next'], 'behind middle', [THREW('middle')]],
  // Was thrown before the step.
  ['handled', 'handles', ['next'], 'handles still', ['(return) noted = None']],
];

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  const environment = environmentWithDebugpy(version);
  afterAll(() => environment[Symbol.dispose]());

  const start = async (name: string, at: string) => {
    const breakpoints = [{ at: `# ${at}` }];
    return DebuggedPython.start({ 'main.py': PROGRAM }, { python: environment.python, args: [name], breakpoints });
  };
  const results = async (program: DebuggedPython) => (await program.locals()).filter((each) => each.startsWith('('));

  const steps = WAYS.flatMap(([name, at, commands, ...rest]) =>
    commands.map((command) => [name, at, command, ...rest] as const),
  );
  test.each(steps)('%s, %s: %s ends %s', async (name, at, command, behind, shown) => {
    await using program = await start(name, at);
    await program.firstStop();
    expect(await program.go(command)).toContain(`# ${behind}`);
    expect(await results(program)).toEqual(shown);
    if (at === 'handles') return;
    // The next step says nothing of it.
    if ((await program.go('next')).startsWith('step')) expect(await results(program)).not.toContain(shown[0]);
  });

  test('a step out of a task ends where it is waited for', async () => {
    await using program = await start('ran', 'in waits');
    await program.firstStop();
    let stop = await program.go('next');
    // From Python 3.13 on, the line that waits is one that is come to again.
    if (stop.includes('create_task')) stop = await program.go('next');
    expect(stop).toContain('# behind waits');
    expect(await results(program)).toEqual([THREW('waits')]);
  });

  test('nothing is said to be returned by a call that threw into a `with` statement', async () => {
    await using program = await start('suppressed', 'in parse');
    await program.firstStop();
    // Python 3.8 does not come to the line of the statement again.
    expect(await program.go('next')).toContain(version.minor === 8 ? 'return 0' : 'suppress');
    expect(await results(program)).not.toContain('(return) parse = None');
  });

  test('of several threads that stand, one steps out, and each is shown', async () => {
    const { python } = environment;
    await using program = await DebuggedPython.start(
      { 'main.py': THREADS },
      { python, breakpoints: [{ at: '# throws' }] },
    );
    const found: string[] = [];
    let stop = await program.firstStop();
    // One that comes to the line meanwhile would end the step.
    await expect.poll(() => program.wire.filter((line) => line.includes('"event":"stopped"'))).toHaveLength(4);
    while (stop.startsWith('breakpoint')) {
      const n = await program.value('n');
      found.push(n);
      expect(await program.go('stepOut')).toContain('# handles');
      expect([await program.value('n'), ...(await results(program))]).toEqual([n, THREW('call', 'ValueError', n)]);
      stop = await program.go();
    }
    expect([...found.sort(), stop]).toEqual(['0', '1', '2', '3', 'exited 0']);
  });

  test('no tool is left in use', async () => {
    await using program = await start('nested', 'in parse');
    await program.firstStop();
    await program.go('next');
    await program.go('next');
    await program.breakpoint({ at: 'print("end")' });
    expect(await program.go()).toContain('print("end")');
    const tools = 'hasattr(__import__("sys"), "monitoring") and [*map(__import__("sys").monitoring.get_tool, (3, 4))]';
    expect(await program.value(tools)).toBe(version.minor >= 12 ? '[None, None]' : 'False');
    expect(await program.go()).toBe('exited 0');
  });
});
