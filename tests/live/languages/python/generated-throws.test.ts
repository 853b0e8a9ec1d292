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

/** Has a module of the debugger's in a Python without one, and runs each program whose path it is given. */
const begin = (module: string) => `import json, runpy, sys, threading, debugpy.server
NAME, MODULE, PATHS, TEXTS = "asked", "${module}", json.loads(sys.argv[2]), {}
exec(sys.argv[1])
asked = getattr(sys.modules["_pydevd_bundle.pydevd_constants"], NAME)
`;

/** Asks where each exception is thrown what becomes of it, and says that beside what came of it. */
const FATES = `${begin('exception_handlers')}
for path in sys.stdin:
    program = runpy.run_path(path.strip())
    fates = {}
    def see(frame, event, arg):
        if event == "exception" and isinstance(arg[1], (program["E1"], program["E3"])) and arg[1].number not in fates:
            fates[arg[1].number] = asked.fate(arg[1], frame)
        return see
    sys.settrace(see)
    try:
        program["case"]()
    except Exception as error:  # outermost
        program["got"]("outermost", error)
    sys.settrace(None)
    print(json.dumps([[said, program["TRUTH"].get(number)] for number, said in fates.items()]), flush=True)
`;
const OUTERMOST = FATES.split('\n').findIndex((line) => line.endsWith('# outermost')) + 1;

type Fate = readonly [fate: readonly [word: string, path?: string, line?: number], truth: number | 'outermost' | null];

/**
 * Says, of each call whose variables are recorded that an exception left for good: what they were when it was thrown, as far as that was found
 * worth it; what they were in truth; and what they are after all cleanup. Before Python 3.12, those of the innermost call alone are recorded.
 */
const LOCALS = `${begin('throw_records')}
tools = getattr(sys, "monitoring", None)
recorder = asked.ThrowRecords(lambda frame: "program_" in frame.f_code.co_filename, 10 if tools else 1)
asked.SHARE = 1
def on_raise(code, offset, error):
    recorder.thrown(code, offset, error, error.__traceback__)
def trace(frame, event, arg):
    frame.f_trace_lines = False
    if event == "exception":
        recorder.thrown(frame.f_code, frame.f_lasti, arg[1], arg[2])
    return trace if recorder.is_own(frame) else None
if tools:
    tools.use_tool_id(4, "throws")
    tools.register_callback(4, tools.events.RAISE, on_raise)
    listen = lambda does: tools.set_events(4, tools.events.RAISE if does else 0)
else:
    listen = lambda does: threading.settrace(trace if does else None)
def told(error, frame):
    found = [{"k": each, "v": repr(frame.f_locals[each])} for each in "ab"]
    recorder.add_changes(found, error, frame)
    return [each["w"][1] if "w" in each else each["v"] for each in found[:2]]
def left(thrown):
    sys.settrace(None)
    listen(False)
    error, entry = thrown.exc_value, thrown.exc_traceback
    while entry is not None:
        frame, entry = entry.tb_frame, entry.tb_next
        if recorder.is_own(frame) and "b" in frame.f_locals:
            found.append([told(error, frame), program["SEEN"][id(frame)], [repr(frame.f_locals[each]) for each in "ab"]])
threading.excepthook = left
for path in sys.stdin:
    program, found = runpy.run_path(path.strip()), []
    thread = threading.Thread(target=program["case"])
    listen(True)
    thread.start()
    thread.join()
    listen(False)
    print(json.dumps(found if tools else found[-1:]), flush=True)
`;

type Texts = readonly [a: string, b: string];
type Variables = readonly [told: Texts, thrown: Texts, now: Texts];

/** A Python that runs programs, one after the other. Dispose of it. */
class AskingPython<Answer> {
  readonly #files: ProgramFiles;
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: AsyncIterator<string>;
  #programs = 0;

  constructor(python: string, script: string) {
    this.#files = new ProgramFiles('throws-', { 'main.py': script });
    const install = debuggeeText('own_package.py') + debuggeeText('install_module.py');
    const args = [join(this.#files.folder, 'main.py'), install, JSON.stringify(modulePaths(SUMMARISER_MODULES))];
    this.#process = spawn(python, ['-X', 'frozen_modules=off', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async run({ text }: ThrowingProgram): Promise<readonly Answer[]> {
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

const LIMIT = { timeout: 120_000 };

test.each(pythonVersions())(
  'Property: the fate that is said of an exception is the one that it has, on Python 3.$minor',
  LIMIT,
  async (version) => {
    using environment = environmentWithDebugpy(version);
    using python = new AskingPython<Fate>(environment.python, FATES);
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

test.each(pythonVersions())(
  'Property: variables that cleanup has changed are known as they were at the throw, on Python 3.$minor',
  LIMIT,
  async (version) => {
    using environment = environmentWithDebugpy(version);
    using python = new AskingPython<Variables>(environment.python, LOCALS);
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(throwingPrograms, async (program) => {
        for (const [told, thrown, now] of await python.run(program)) {
          expect([told, program.text]).toEqual([thrown, program.text]);
          if (now.join() !== thrown.join()) changed += 1;
        }
      }),
      { numRuns: 600 },
    );
    expect(changed).toBeGreaterThan(10);
  },
);
