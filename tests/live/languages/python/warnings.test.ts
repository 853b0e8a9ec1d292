import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { DebugEngine } from '../../../../src/engine/debug-engine.ts';
import { detectHang } from '../../../../src/investigate/hang/detect-hang.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';
import { ProgramFolder } from '../../traces/python/traced-run.ts';

/** Warnings that are shown once for their place, in several threads, at the compiling of a module, and where Python finds several threads. */
const PROGRAM = `import os, sys, threading, warnings
import escapes

def old(n):
    warnings.warn("old")
    return n

def aside():
    for _ in range(3):
        begun.wait()
        warnings.warn("aside")
        done.wait()

def forked():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)

def main():
    total = 0
    for i in range(3):
        total += old(i) + escapes.digits("a%d" % i)
        total += 0
    forked()
    thread = threading.Thread(target=aside)
    thread.start()
    for i in range(3):
        begun.wait()
        done.wait()
        total += old(i)
    thread.join()
    print(total, len(warnings.filters) - filters)

begun, done = threading.Barrier(2), threading.Barrier(2)
filters = len(warnings.filters)
main()
`;
const ESCAPES = `import re

def digits(text):
    found = re.findall("\\d+", text)
    try:
        found["\\d"]
    except TypeError:
        pass
    return 0 if found is 3 else len(found)
`;
const FILES = { 'main.py': PROGRAM, 'escapes.py': ESCAPES };
const DIGITS = { kind: 'function', name: 'digits' } as const;
const WITH_ERRORS = 'import warnings; warnings.simplefilter("error")\nimport escapes\n';

const environments = pythonVersions().map((version) => ({
  name: `Python 3.${version.minor}`,
  environment: environmentWithDebugpy(version),
}));
const kinds = [
  ...environments.map(({ name, environment }) => ({ name, python: environment.python })),
  ...debugpyVersions().map((version) => ({ name: `the ${version} debugpy`, python: pythonWith(version) })),
];
afterAll(() => {
  for (const { environment } of environments) environment[Symbol.dispose]();
});

/** The output of the program without us. */
async function alone(python: string, env: Readonly<Record<string, string>>) {
  using folder = new ProgramFolder(python, FILES);
  const { stdout, stderr, ended } = await folder.plain('main.py', { env });
  return { stdout, stderr: stderr.replaceAll(`${folder.path}/`, ''), ended };
}

describe.each(kinds)('the warnings of a program are those that it has alone, with $name', ({ name, python }) => {
  // Python has filters of its own; development mode shows all, also those about what is left open.
  const modes: Readonly<Record<string, string>>[] = [{}, { PYTHONWARNINGS: 'default' }, { PYTHONDEVMODE: '1' }];

  test.each(modes)('when it stops and is looked into: %j', async (env) => {
    const breakpoints = [
      { at: 'total += 0' },
      { at: 'done.wait()' },
      { at: 'found = re', file: 'escapes.py', condition: 'len("\\d") == 2' },
      { at: 'return n', logMessage: 'at {n}' },
    ];
    await using program = await DebuggedPython.start(FILES, { python, breakpoints, env, exceptionMode: 'all' });
    let stop = await program.firstStop();
    let stops = 0;
    for (; !stop.startsWith('exited'); stop = await program.go()) {
      stops++;
      expect(await program.value('__import__("__main__").old("\\d")')).toBe("'\\\\d'");
      await program.locals();
    }
    const [stdout, stderr = ''] = [
      program.output('stdout'),
      program.output('stderr').replaceAll(`${program.folder}/`, ''),
    ];
    expect({ stdout, stderr, ended: Number(stop.slice('exited '.length)) }).toEqual(await alone(python, env));
    expect(stderr).toContain('UserWarning: aside');
    expect(stops).toBeGreaterThan(8);
  });

  // Each kind of recording reads sources and expressions of its own.
  test.each<[string, WantedTrace]>([
    [
      'a call, line by line',
      { kind: 'frame', place: DIGITS, call: { kind: 'condition', expression: 'text != "\\d"' } },
    ],
    ['a value', { kind: 'frame', place: DIGITS, call: { kind: 'value', texts: ['1'] } }],
    ['calls', { kind: 'calls', below: { kind: 'function', name: 'main' } }],
    ['expressions', { kind: 'values', points: [{ id: 1, place: DIGITS, expressions: ['text + "\\d"'] }] }],
    ['lines', { kind: 'lines', within: DIGITS }],
  ])('when this is recorded: %s', async (_, wanted) => {
    using folder = new ProgramFolder(python, FILES);
    const env = { PYTHONDEVMODE: '1' };
    const { records, stderr, ...run } = await folder.traced('main.py', wanted, { env });
    expect({ stdout: run.stdout, stderr: stderr.replaceAll(`${folder.path}/`, ''), ended: run.ended }).toEqual(
      await alone(python, env),
    );
    expect(records.length).toBeGreaterThan(2);
  });

  test('when it is looked at while it runs', async () => {
    using folder = new ProgramFolder(python, FILES);
    const engine = new DebugEngine({ cwd: folder.path });
    try {
      const [program, env] = [`${folder.path}/main.py`, { PYTHONDEVMODE: '1', PYTHONDONTWRITEBYTECODE: '1' }];
      const launch = { program, args: [], cwd: folder.path, env, stopOnEntry: false, runtimeExecutable: python };
      const report = await detectHang(engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs: 5_000 });
      expect(report).toMatchObject({ kind: 'finished' });
      expect(JSON.stringify(report)).not.toMatch(/ResourceWarning|sys\.monitoring/);
    } finally {
      await engine.close();
      rmSync(folder.path, { recursive: true, force: true });
    }
  });

  // Old versions show the debugger's frames in front of the program's.
  if (name.includes('old')) return;
  test('when they are errors', async () => {
    const files = { 'main.py': WITH_ERRORS, 'escapes.py': ESCAPES };
    const breakpoints = [{ at: 'found = re', file: 'escapes.py' }];
    await using program = await DebuggedPython.start(files, { python, breakpoints, exceptionMode: 'none' });
    using folder = new ProgramFolder(python, files);
    const plain = await folder.plain(`${folder.path}/main.py`);
    expect(await program.firstStop()).toBe(`exited ${plain.ended}`);
    expect(program.output('stderr').replaceAll(program.folder, folder.path)).toBe(plain.stderr);
  });
});
