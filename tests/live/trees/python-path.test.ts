import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Deadline } from '../../../src/adapter/deadline.ts';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { runTests } from '../../../src/investigate/test-run/run-tests.ts';
import { traceRun } from '../../../src/investigate/trace/trace-run.ts';
import { runNotes } from '../../../src/session/run-notes.ts';
import { MixedProgram } from '../../support/mixed-program.ts';
import { pythonWith } from '../../support/pythons.ts';
import { ProgramFiles } from '../../support/temporary-folder.ts';
import { PYTHON_FOLDER } from '../test-runners/kinds-of-failures.ts';

const LIMIT = { timeout: 120_000 };
const LIMITS = { depth: 0, maxChildren: 20, maxTextLength: 100 };
const python = pythonWith('newest');
const folder = dirname(python);
const env = { PATH: [folder, process.env.PATH].join(delimiter), PYTHONDONTWRITEBYTECODE: '1' };

const FILES = {
  'src/pkg/__init__.py': 'def area(w, h):\n    size = w + h\n    return size\n',
  'main.py': `import os, subprocess, sys
from pkg import area
print(area(3, 4), os.environ.get("PYTHONPATH"), "in-debuggee" in os.environ["PATH"] + "".join(sys.path))
`,
  'test_area.py': `import unittest
from pkg import area

class Area(unittest.TestCase):
    def test_area(self):
        self.assertEqual(area(3, 4), 12)
`,
  'run.sh': '#!/bin/sh\nexport PYTHONPATH=src\nexec python "$@"\n',
  'own.sh': `#!/bin/sh\nPYTHONPATH=src exec ${python} "$@"\n`,
  Makefile: 'run:\n\t@PYTHONPATH=src python main.py\ntest:\n\t@PYTHONPATH=src python -m unittest test_area\n',
  'package.json':
    '{\n"scripts": {\n"run": "PYTHONPATH=src python main.py",\n"test": "PYTHONPATH=src python -m unittest test_area"\n}}\n',
};

/** Commands with a PYTHONPATH of their own. @param what Arguments of Python. */
const WAYS: Readonly<Record<string, (what: string) => string>> = {
  'in front': (what) => `PYTHONPATH=src python ${what}`,
  'in front of an interpreter by its path': (what) => `PYTHONPATH="src" ${python} ${what} 2>&1 | cat`,
  exported: (what) => `cd . && export PYTHONPATH=src; python ${what}`,
  'with itself': (what) => `PYTHONPATH=src:$PYTHONPATH python ${what}`,
  'by env': (what) => `env PYTHONPATH=src python ${what}`,
  'in a further shell': (what) => `bash -c "PYTHONPATH=src python ${what}"`,
  'in a script': (what) => `./run.sh ${what}`,
  'in a Makefile': (what) => `make ${what === 'main.py' ? 'run' : 'test'}`,
  'in package.json': (what) => `npm run --silent ${what === 'main.py' ? 'run' : 'test'}`,
};

function filesOf(): ProgramFiles {
  const files = new ProgramFiles('python-path-', FILES);
  for (const name of ['run.sh', 'own.sh']) chmodSync(join(files.folder, name), 0o755);
  return files;
}

describe.for(Object.entries(WAYS))('a PYTHONPATH that a command sets: %s', ([, way]) => {
  test('its tests are reported', LIMIT, async () => {
    using files = filesOf();
    const launch = { program: way('-m unittest test_area'), args: [], cwd: files.folder, env, stopOnEntry: false };
    await using engine = new EngineIn(files.folder);
    const report = await runTests(engine.engine, { launch, limits: LIMITS }, { timeoutMs: 60_000 });
    expect(report.runners).toEqual(['unittest']);
    expect(report.failures.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([
      'Area > test_area: 7 != 12',
    ]);
  });

  test('its calls are traced, and the program sees what it would see', LIMIT, async () => {
    using files = filesOf();
    const launch = { program: way('main.py'), args: [], cwd: files.folder, env, stopOnEntry: false };
    await using engine = new EngineIn(files.folder);
    const wanted = { kind: 'calls' } as const;
    const limits = { maxTextLength: 100, maxEvents: 1_000, maxRows: 100 };
    const { report } = await traceRun(
      engine.engine,
      { launch, language: undefined, wanted, limits },
      new Deadline(60_000, undefined),
    );
    expect(report.totals.map(({ function: { name } }) => name)).toContain('area');
    expect(report.output.chunks.map(({ text }) => text).join('')).toMatch(/^7 src(:\S*)? False\n$/);
  });
});

test.each(['PYTHONPATH=src python main.py', './run.sh main.py', 'make run'])(
  'breakpoints stop below %s',
  LIMIT,
  async (program) => {
    await using mixed = await MixedProgram.launch(FILES, program.replace('./run.sh', 'sh run.sh'), {
      breakpoints: ['src/pkg/__init__.py: return size'],
      env,
    });
    const first = await mixed.first();
    expect(first.startsWith('entry') ? await mixed.go() : first).toBe('breakpoint __init__.py:3');
  },
);

test('a command that chooses a version of Python by its name is one of Python', LIMIT, async () => {
  using files = filesOf();
  const shims = join(files.folder, 'shims');
  mkdirSync(shims);
  files.write('shims/area-tests', `#!/usr/bin/env bash\nexec ${python} -m unittest test_area\n`);
  chmodSync(join(shims, 'area-tests'), 0o755);
  symlinkSync(python, join(shims, 'python'));
  const launch = { program: 'env PYTHONPATH=src area-tests', args: [], cwd: files.folder, stopOnEntry: false };
  await using engine = new EngineIn(files.folder);
  const PATH = [shims, env.PATH].join(delimiter);
  const report = await runTests(
    engine.engine,
    { launch: { ...launch, env: { ...env, PATH } }, limits: LIMITS },
    { timeoutMs: 60_000 },
  );
  expect(report.failures).toHaveLength(1);
});

describe('a Python by its path, with a PYTHONPATH of its own, is out of sight, which is said', () => {
  const said = (args: string) =>
    `own.sh:2 sets PYTHONPATH: PYTHONPATH=src exec ${python} "$@". A Python that is started so by its path is out of sight${args}`;

  test('of a trace', LIMIT, async () => {
    using files = filesOf();
    const launch = { program: './own.sh main.py', args: [], cwd: files.folder, env, stopOnEntry: false };
    await using engine = new EngineIn(files.folder);
    const limits = { maxTextLength: 100, maxEvents: 1_000, maxRows: 100 };
    const { report } = await traceRun(
      engine.engine,
      { launch, language: undefined, wanted: { kind: 'calls' }, limits },
      new Deadline(60_000, undefined),
    );
    expect(report.gaps).toEqual([expect.stringContaining(said(''))]);
  });

  test('of a session', LIMIT, async () => {
    await using mixed = await MixedProgram.launch(FILES, 'sh own.sh main.py', {
      breakpoints: ['src/pkg/__init__.py: return size'],
      env,
    });
    const outcome = await mixed.session.waitForStop({ timeoutMs: 30_000 });
    expect(runNotes(mixed.session, outcome)).toContainEqual(expect.stringContaining(said('')));
  });

  test('not of a session that has seen a Python', LIMIT, async () => {
    const breakpoints = ['src/pkg/__init__.py: return size'];
    const files = { ...FILES, 'other.py': 'print(1)\n' };
    await using mixed = await MixedProgram.launch(files, 'python other.py; python other.py | cat', {
      breakpoints,
      env,
    });
    await using own = await MixedProgram.launch(files, 'sh -c "python other.py; sleep 1"', { breakpoints, env });
    for (const each of [mixed, own]) {
      const outcome = await each.session.waitForStop({ timeoutMs: 30_000 });
      expect(runNotes(each.session, outcome)).toEqual([]);
      // Not that of the command, of which only its processes show what it is.
      expect(each.session.languages).toEqual(['python']);
    }
  });

  test('of tests', LIMIT, async () => {
    using files = filesOf();
    const withPytest = join(PYTHON_FOLDER, 'python');
    files.write('own.sh', FILES['own.sh'].replace(python, withPytest));
    const launch = { program: './own.sh -m pytest test_area.py', args: [], cwd: files.folder, env, stopOnEntry: false };
    await using engine = new EngineIn(files.folder);
    await expect(runTests(engine.engine, { launch, limits: LIMITS }, { timeoutMs: 60_000 })).rejects.toMatchObject({
      message: '"./own.sh -m pytest test_area.py" sets PYTHONPATH for pytest, so nothing reports its tests.',
      advice: said(': give that command itself as program.').replace(python, withPytest),
    });
  });
});

class EngineIn implements AsyncDisposable {
  readonly engine: DebugEngine;

  constructor(cwd: string) {
    this.engine = new DebugEngine({ cwd });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.engine.close();
  }
}
