import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../../../../../files/read-file.ts';
import type { CallOptions } from '../../../../../model/call-options.ts';
import { DebugError } from '../../../../../model/debug-error.ts';
import { type DebuggeeProcess, startProcess } from '../../../../../process/debuggee-process.ts';
import { definedOnly } from '../../../../../process/defined-only.ts';
import { makeTemporaryFolder } from '../../../../../process/folders/temporary-folder.ts';
import { gdbArguments, gdbCommands } from './gdb-commands.ts';
import type { FoundDebugger } from './native-debuggers.ts';
import { isProven, noteProven } from './proven-debuggers.ts';

/** The outcome of a proof. `said`: what the native debugger wrote; `problem` continues a sentence about it. */
type Proof = { readonly kind: 'passed' } | { readonly kind: 'failed'; readonly problem: string; readonly said: string };

/** A start of gdb takes one second, on a busy machine a few. */
const PROOF_MS = 20_000;
const EXIT_CODE = 7;
/** Waits as an idle program does, without the lock of the interpreter, and ends in a way that nothing else does. */
const PROGRAM = `import sys\nprint("ready", flush=True)\nsys.stdin.read()\nraise SystemExit(${EXIT_CODE})`;
/** The code that the process is made to run: code in a program of the user begins in the same way. */
const ENTERING = 'import os\nos.rename(__file__, __file__ + ".taken")\n';

/**
 * Has a native debugger do to a small process of ours what it is to do to a program of the user: get in, call functions there, let go. Some
 * cannot (gdb 13 on processors with AMX), and what they had begun to call ends the program. Our process must have run what it was handed, and
 * go on to its own end. One that has passed is not tried again until the next boot, or until it is replaced.
 *
 * @param python The interpreter that is to be entered; absolute.
 * @throws DebugError `cancelled`, `request_timeout`, `launch_failed` when the interpreter cannot be started
 */
export async function proofOf(native: FoundDebugger, python: string, options: CallOptions = {}): Promise<Proof> {
  if (isProven(native)) return { kind: 'passed' };
  const proof = await tryOnOurOwn(native, python, options);
  if (proof.kind === 'passed') noteProven(native);
  return proof;
}

/** The proof itself, whether or not it has passed before; nothing of it is kept. */
export async function tryOnOurOwn(native: FoundDebugger, python: string, options: CallOptions = {}): Promise<Proof> {
  const folder = realpathSync(makeTemporaryFolder('proof'));
  const { timeoutMs = PROOF_MS, signal } = options;
  const limitMs = Math.min(timeoutMs, PROOF_MS);
  const limit = AbortSignal.timeout(limitMs);
  const failed = (problem: string, said: string): Proof => {
    if (signal?.aborted) throw new DebugError('cancelled', 'Attaching was cancelled.');
    if (limit.aborted && limitMs < PROOF_MS) throw tooShort(native, timeoutMs);
    return { kind: 'failed', problem, said };
  };
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const program = startOurs(python, ['-I', '-S', '-c', PROGRAM], { stdin: 'open' });
  let debug: Ours | undefined;
  try {
    await until(() => program.said().includes('ready'), program, either);
    const entered = join(folder, 'enter.py');
    writeFileSync(entered, ENTERING);
    const args = native.name === 'gdb' ? gdbOn(program.pid, entered, folder) : lldbOn(program.pid);
    debug = startOurs(native.path, args);
    const ended = await Promise.race([debug.process.exited, aborted(either)]);
    const said = debug.said();
    if (ended === undefined) return failed('it does not come to an end', said);
    const isTaken = native.name === 'gdb' ? readText(`${entered}.taken`) !== undefined : hasAnswered(said, program.pid);
    program.process.closeStdin();
    const exit = await Promise.race([program.process.exited, aborted(either)]);
    if (exit?.exitCode === EXIT_CODE && isTaken) return { kind: 'passed' };
    const what = native.name === 'gdb' ? 'call a function there' : 'call a function there by a script';
    if (!isTaken) return failed(`it could not ${what}${complaint(said)}`, said);
    return failed('the process did not come to its own end after it', said);
  } finally {
    // The program goes last: it is what the debugger holds.
    await debug?.process.kill();
    await program.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tooShort({ name }: FoundDebugger, timeoutMs: number): DebugError {
  return new DebugError('request_timeout', `${name} had not shown within ${timeoutMs} ms that it can attach here.`, {
    advice: 'Give a longer timeoutMs. Nothing was done to the program.',
    details: { method: 'attach', timeoutMs },
  });
}

function gdbOn(pid: number, entered: string, folder: string): string[] {
  const commands = join(folder, 'commands.gdb');
  writeFileSync(commands, gdbCommands(entered, 'safely'));
  return gdbArguments(pid, 'safely', commands);
}

/** A script of debugpy's own makes lldb do it, in lldb's Python, which some builds lack. */
function lldbOn(pid: number): string[] {
  const commands = ['expression -- (int)getpid()', 'script print("scripts run: %d" % (6 * 7))', 'process detach'];
  return ['--no-lldbinit', '--batch', '-p', String(pid), ...commands.flatMap((each) => ['-o', each])];
}

function hasAnswered(said: string, pid: number): boolean {
  return new RegExp(`\\(int\\) \\$0 = ${pid}\\b`).test(said) && said.includes('scripts run: 42');
}

/** A process of ours, and what it has written so far. */
interface Ours {
  readonly process: DebuggeeProcess;
  readonly pid: number;
  said(): string;
}

function startOurs(command: string, args: readonly string[], more: { readonly stdin?: 'open' } = {}): Ours {
  // Not the folder of the project, in which it would look for its own files.
  const env = definedOnly({ ...process.env, PYTHONPATH: undefined, PYTHONHOME: undefined });
  const started = startProcess({ command, args, cwd: '/', env, ...more });
  let said = '';
  started.onOutput((_, text) => {
    said = (said + text).slice(-40_000);
  });
  return { process: started, pid: started.pid, said: () => said };
}

/** Ends, too, when the process has ended or the time is up: what follows then says so. */
async function until(isSo: () => boolean, { process: started }: Ours, signal: AbortSignal): Promise<void> {
  let hasEnded = false;
  void started.exited.then(() => {
    hasEnded = true;
  });
  while (!isSo() && !hasEnded && !signal.aborted) await sleep(5);
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** The line in which it says what it could not do, in brackets. */
function complaint(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const line = lines.findLast((each) => /could ?n[o']t|cannot|error|fail|refus|not permitted/i.test(each));
  return line === undefined ? '' : ` (${line.replace(/\.$/, '')})`;
}
