import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumOf } from '../../../src/model/breakpoints/condition-tally.ts';
import { DebuggedPython } from '../../support/debugged-python.ts';
import { freePort } from '../../support/free-port.ts';
import { HOSTILE_DEEDS, HOSTILE_PYTHON, TAME_DEED, WITH_OTHER_VALUES } from '../../support/hostile-python.ts';
import { environmentWithDebugpy } from '../../support/python-environment.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { toldOfSession } from '../../support/told-of-session.ts';

const VERSIONS = pythonVersions();
/** With these, what runs in the program is refused, and that is said. */
const REFUSING = /^(?:a hook that refuses|imports|no built ins of its own)$/;
/** With these, the program closes the debugger's files (see sight-lost.test.ts), or leaves them no room. */
const BEYOND = /^(?:closed files|a short stack)$/;
/** From Python 3.14 on, the debugger sees nothing after these (see sight-lost.test.ts). */
const BLINDING = /^no tools of monitoring$/;

/** The ways in which the debugger gets into the program: only in the first is it ours from the beginning on. */
const PLACES = ['launched', 'started by another program', 'attached to'] as const;
type Place = (typeof PLACES)[number];

const STARTER = `import subprocess, sys
sys.exit(subprocess.run([sys.executable, "main.py", *sys.argv[1:]]).returncode)
`;
const LISTENER = `import os, sys
import debugpy
debugpy.listen(int(sys.argv.pop(1)))
print("listens", flush=True)
debugpy.wait_for_client()
with open("main.py") as file:
    code = compile(file.read(), os.path.abspath("main.py"), "exec")
exec(code, {"__name__": "__main__"})
`;
const FILES = { ...HOSTILE_PYTHON, 'starter.py': STARTER, 'listener.py': LISTENER };

async function start(python: string, deed: string, place: Place): Promise<DebuggedPython> {
  const options = { breakpoints: [{ at: 'RESULT = ' }], args: [deed], python };
  if (place === 'launched') return DebuggedPython.start(FILES, options);
  if (place === 'started by another program') return DebuggedPython.start(FILES, { ...options, program: 'starter.py' });
  const port = await freePort();
  const folder = temporaryFolder('listens-');
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const env = { ...process.env, PYDEVD_DISABLE_FILE_VALIDATION: '1', PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(python, ['listener.py', String(port), deed], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await once(child.stdout, 'data');
  const attach = (localRoot: string) => ({
    kind: 'port' as const,
    host: '127.0.0.1',
    port,
    pathMappings: [{ localRoot, remoteRoot: folder }],
  });
  return DebuggedPython.start(FILES, { ...options, attach });
}

/** All that a debugger says of a program from the stop on at which its deeds are done: nothing of it was set before. */
async function toldOf(python: string, deed: string, place: Place = 'launched') {
  await using program = await start(python, deed, place);
  const { session } = program;
  const stops = [await program.firstStop()];
  await program.breakpoint({ function: 'f', hitCondition: '5' });
  const collecting = await program.breakpoint({ at: 'i = 0', collect: ['order["n"]', 'order["m"]', '1 / 3'] });
  await program.breakpoint({ at: 'while i', condition: 'total == 0', hitCondition: '1' });
  await program.breakpoint({ at: 'total += ', condition: 'i > 0', logMessage: '{i} {total} {[total]}' });
  await program.breakpoint({ at: 'return ', condition: 'order["n"] == 4 and total > 6000', hitCondition: '1' });
  stops.push(await program.go());
  const values = [await program.value('order'), await program.value('[order["n"], order["items"]]')];
  const locals = await program.locals();
  const frames = await session.inspection.stack({});
  await session.inspection.writes.add({ expression: 'total', isLogged: true });
  await session.inspection.writes.add({ expression: 'order["n"]', isLogged: true });
  stops.push(await program.go());
  values.push(await program.value('total'));
  stops.push(await program.go('stepOut'), await program.go());
  return {
    stops,
    values,
    locals,
    frames: frames.map(({ name, location }) => `${name}:${location.line}`),
    breakpoints: session.breakpoints.list().map(({ hits, tallies }) => {
      const { passes, trues, failures } = sumOf(Object.values(tallies ?? {}));
      return { hits, passes, trues, failures };
    }),
    ...toldOfSession(session, collecting),
    log: program.output('log'),
    stdout: program.output('stdout'),
    stderr: program.output('stderr'),
  };
}

/** The stops of a program whose code of ours is refused, with what it writes, and the values that are shown. */
async function refusedOf(python: string, deed: string) {
  const breakpoints = [{ at: 'RESULT = ' }, { at: 'i = 0' }, { at: 'total += ', condition: 'i > 1' }];
  await using program = await DebuggedPython.start(HOSTILE_PYTHON, { breakpoints, args: [deed], python });
  const stops = [await program.firstStop(), await program.go()];
  const values = [await program.value('order["n"]'), ...(await program.locals()).filter((each) => /^total/.test(each))];
  const watching = await program.session.inspection.writes
    .add({ expression: 'total', isLogged: false })
    .catch((error: unknown) => error);
  while (!stops.at(-1)?.startsWith('exited') && stops.length < 9) stops.push(await program.go());
  const conditions = program.session.breakpoints.list().map(({ tallies }) => sumOf(Object.values(tallies ?? {})));
  return {
    ends: [stops[0], stops.at(-1), program.output('stdout'), program.output('stderr')],
    values,
    // Both are seen, or it is said of each that it is not.
    isTold:
      (stops.includes('breakpoint: total += i * 1009') || (conditions[2]?.failures ?? 0) > 0) &&
      (stops.some((each) => each.startsWith('write')) || watching instanceof Error),
  };
}

describe.each(VERSIONS.map((version, index) => ({ ...version, index })))('Python 3.$minor', ({ index, ...version }) => {
  const environment = environmentWithDebugpy(version);
  const isLeftOut = (name: string) => BEYOND.test(name) || (version.minor >= 14 && BLINDING.test(name));
  const share = HOSTILE_DEEDS.filter((name, at) => !isLeftOut(name) && at % VERSIONS.length === index);
  let tame: Awaited<ReturnType<typeof toldOf>>;

  beforeAll(async () => {
    tame = await toldOf(environment.python, TAME_DEED);
  });
  afterAll(() => environment[Symbol.dispose]());

  test('all of it is told of a program that does nothing', () => {
    const order = "{'n': 4, 'items': [1, {'a': 2}], 'm': 'x'}";
    const value = (type: string, json: unknown, text?: string) => ({
      kind: 'value',
      type,
      json,
      ...(text && { text }),
    });
    expect(tame).toEqual({
      stops: [
        'breakpoint: RESULT = f(hostile.ORDER)',
        'breakpoint: while i < order["n"]:',
        'breakpoint: return total',
        'step: RESULT = f(hostile.ORDER)',
        'exited 0',
      ],
      values: [order, "[4, [1, {'a': 2}]]", '6054'],
      locals: [`order = ${order}`, 'total = 0', 'i = 0'],
      frames: ['f:10', '<module>:16'],
      breakpoints: [
        { hits: 1, passes: 0, trues: 0, failures: 0 },
        { hits: 0, passes: 1, trues: 1, failures: 0 },
        { hits: 1, passes: 0, trues: 0, failures: 0 },
        { hits: 1, passes: 5, trues: 2, failures: 0 },
        { hits: 3, passes: 4, trues: 3, failures: 0 },
        { hits: 1, passes: 1, trues: 1, failures: 0 },
      ],
      writes: [
        [3, ['11: 0 → 6054']],
        [0, []],
      ],
      log: '1 0 [0]\n2 1009 [1009]\n3 3027 [3027]\n',
      collected: [[value('int', 4), value('str', 'x', "'x'"), value('float', 1 / 3, '0.3333333333333333')]],
      stdout: 'total 6054\n',
      stderr: '',
    });
  });

  test.each(share.filter((name) => !REFUSING.test(name)))('the same is told, with %s', async (deed) => {
    const { values, locals, ...told } = await toldOf(environment.python, deed);
    const { values: tameValues, locals: tameLocals, ...rest } = tame;
    expect(told).toEqual(rest);
    if (!WITH_OTHER_VALUES.test(deed)) expect([values, locals]).toEqual([tameValues, tameLocals]);
  });

  test.each(HOSTILE_DEEDS.filter((name) => REFUSING.test(name)))(
    'what cannot be told is said, with %s',
    async (deed) => {
      const { ends, values, isTold } = await refusedOf(environment.python, deed);
      expect(ends).toEqual(['breakpoint: RESULT = f(hostile.ORDER)', 'exited 0', 'total 6054\n', '']);
      expect(values[0]).toMatch(/^4$|^error: /);
      expect(values[1]).toBe('total = 0');
      expect(isTold).toBe(true);
    },
  );
});

/** With these, functions are gone that the debugger has had made for itself before ours came. */
const BEYOND_ELSEWHERE = /^(?:built in (?:functions|types)|no built ins|exceptions)$/;
/** The newest debugpy has a program that listens start an adapter, which needs Python 3.10. */
const ELSEWHERE = VERSIONS.flatMap((version, index) =>
  PLACES.slice(1).flatMap((place) => (place === 'attached to' && version.minor < 10 ? [] : { version, index, place })),
).map((each) => ({ ...each, minor: each.version.minor }));
/** One version of Python alone runs a few of them. */
const SHARES = VERSIONS.length === 1 ? 9 : VERSIONS.length;

describe.each(ELSEWHERE)('Python 3.$minor, $place', ({ version, index, place }) => {
  const environment = environmentWithDebugpy(version);
  const isLeftOut = (name: string) =>
    [REFUSING, BEYOND, BEYOND_ELSEWHERE].some((each) => each.test(name)) ||
    (version.minor >= 14 && BLINDING.test(name));
  const share = HOSTILE_DEEDS.filter((name, at) => !isLeftOut(name) && at % SHARES === index);
  let tame: Awaited<ReturnType<typeof toldOf>>;

  beforeAll(async () => {
    tame = await toldOf(environment.python, TAME_DEED, place);
  });
  afterAll(() => environment[Symbol.dispose]());

  test.each(share)('the same is told, with %s', async (deed) => {
    const { values, locals, ...told } = await toldOf(environment.python, deed, place);
    const { values: tameValues, locals: tameLocals, ...rest } = tame;
    expect(rest).toMatchObject({ stdout: 'total 6054\n', stderr: '' });
    expect(told).toEqual(rest);
    if (!WITH_OTHER_VALUES.test(deed)) expect([values, locals]).toEqual([tameValues, tameLocals]);
  });
});
