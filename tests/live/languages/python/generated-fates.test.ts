import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  debuggeeText,
  modulePaths,
  SUMMARISER_MODULES,
} from '../../../../src/adapter/languages/python/debuggee-files.ts';
import { type ThrowingProgram, throwingPrograms } from '../../../support/generated-throws.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { ProgramFiles } from '../../../support/temporary-folder.ts';

/** Runs each program whose path it is given, asks where each exception is thrown what becomes of it, and says that beside what came of it. */
const ASKING = `import json, runpy, sys, debugpy.server
NAME, MODULE, PATHS, TEXTS = "asked", "exception_handlers", json.loads(sys.argv[2]), {}
exec(sys.argv[1])
fate = getattr(sys.modules["_pydevd_bundle.pydevd_constants"], NAME).fate
for path in sys.stdin:
    program = runpy.run_path(path.strip())
    fates = {}
    def see(frame, event, arg):
        if event == "exception" and isinstance(arg[1], (program["E1"], program["E3"])) and arg[1].number not in fates:
            fates[arg[1].number] = fate(arg[1], frame)
        return see
    sys.settrace(see)
    try:
        program["case"]()
    except Exception as error:  # outermost
        program["got"]("outermost", error)
    sys.settrace(None)
    print(json.dumps([[said, program["TRUTH"].get(number)] for number, said in fates.items()]), flush=True)
`;
const OUTERMOST = ASKING.split('\n').findIndex((line) => line.endsWith('# outermost')) + 1;

type Asked = readonly [fate: readonly [word: string, path?: string, line?: number], truth: number | 'outermost' | null];

/** A Python that runs programs, one after the other. Dispose of it. */
class AskingPython {
  readonly #files = new ProgramFiles('throws-', { 'main.py': ASKING });
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: AsyncIterator<string>;
  #programs = 0;

  constructor(python: string) {
    const install = debuggeeText('own_package.py') + debuggeeText('install_module.py');
    const args = [join(this.#files.folder, 'main.py'), install, JSON.stringify(modulePaths(SUMMARISER_MODULES))];
    this.#process = spawn(python, ['-X', 'frozen_modules=off', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async run({ text }: ThrowingProgram): Promise<readonly Asked[]> {
    const path = join(this.#files.folder, `program_${this.#programs++}.py`);
    writeFileSync(path, text);
    this.#process.stdin.write(`${path}\n`);
    const { value = 'null' } = await this.#answers.next();
    return JSON.parse(value);
  }

  [Symbol.dispose](): void {
    this.#process.kill('SIGKILL');
    this.#files[Symbol.dispose]();
  }
}

test.each(pythonVersions())(
  'Property: what is said to become of an exception comes of it, on Python 3.$minor',
  { timeout: 120_000 },
  async (version) => {
    using environment = environmentWithDebugpy(version);
    using python = new AskingPython(environment.python);
    const said = { known: 0, unknown: 0 };
    await fc.assert(
      fc.asyncProperty(throwingPrograms, async (program) => {
        for (const [[word, , line], truth] of await python.run(program)) {
          said[line === undefined ? 'unknown' : 'known'] += 1;
          if (line === undefined) expect([word, program.isDecidable]).not.toEqual([word, true]);
          else expect([word, line]).toEqual(['caught', truth === 'outermost' ? OUTERMOST : truth]);
        }
      }),
      { numRuns: 300 },
    );
    expect(said.known).toBeGreaterThan(said.unknown);
  },
);
