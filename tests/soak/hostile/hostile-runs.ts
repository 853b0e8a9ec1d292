import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../support/mcp-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { HostileSubject } from './hostile-subjects.ts';
import type { HostileTool } from './hostile-tools.ts';

/** The outcome of a program under a tool. */
export type HostileVerdict =
  /** The answer is that of the program that does nothing, whose end is a plain run's. */
  | { readonly kind: 'same' }
  /** The end is the same, and the answer says what was not seen. */
  | { readonly kind: 'said'; readonly answer: string }
  /** A plain run does not come to the end that the tool is asked about. */
  | { readonly kind: 'not applicable' }
  | { readonly kind: 'failed'; readonly answer: string };

/** The time after which a command that has no end must still run. */
const ALIVE_AFTER_MS = 1_000;
const PLAIN_TIMEOUT_MS = 20_000;
const ATTEMPTS = 3;
/** The sentences by which an answer says that not all was seen, or not as it was. */
const SAID =
  /Not all of the run was seen|not seen: its line|failed \d+ times: |closed its inspector|closed the debugger's files|ran since the throw|refuses it|\{\.\.\.\}/;
/** The parts of answers that differ from run to run. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b\d+(?:\.\d+)? (?:µs|ms|s|min)\b/g, 'TIME'],
  [/\d+ samples/g, 'SAMPLES'],
  [/This is trace \d+/g, 'This is a trace'],
  [/[ \t]+$/gm, ''],
];

/** Programs in a folder of their own, and the built server on it. Dispose of it. One program at a time. */
export class HostileRuns implements AsyncDisposable {
  readonly #folder = temporaryFolder('hostile-');
  readonly #server: Promise<RunningServer>;
  readonly #tame = new Map<string, string>();

  constructor() {
    this.#server = startServer({ cwd: this.#folder, args: ['--no-log'] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#server).close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The answers of a tool about a program, without what differs from run to run. */
  async answer(tool: HostileTool, subject: HostileSubject): Promise<string> {
    this.#write(subject);
    const server = await this.#server;
    const answers: string[] = [];
    for (const [name, args] of tool.calls(subject)) {
      const { text, isError } = await server.call(name, args);
      answers.push(isError ? `error: ${text}` : text);
    }
    let text = answers.join('\n-----\n');
    for (const mark of subject.marks) text = text.replaceAll(mark, 'DEED');
    for (const [pattern, instead] of VARYING) text = text.replace(pattern, instead);
    return tool.compared?.(text) ?? text;
  }

  /** @param tame The program without a deed. */
  async verdict(tool: HostileTool, subject: HostileSubject, tame: HostileSubject): Promise<HostileVerdict> {
    this.#write(subject);
    if (!(await this.#runsPlainly(tool, subject))) return { kind: 'not applicable' };
    // On a busy machine, a hang that is decided in one run may be undecided in the next, of either program.
    let answer = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const expected = await this.#tameAnswer(tool, tame, attempt);
      answer = await this.answer(tool, subject);
      if (withoutOthers(answer, subject) === withoutOthers(expected, subject)) return { kind: 'same' };
      if (tool.told.test(answer) && SAID.test(answer)) return { kind: 'said', answer };
    }
    return { kind: 'failed', answer };
  }

  /** Asked once for all programs, but in further attempts. */
  async #tameAnswer(tool: HostileTool, tame: HostileSubject, attempt: number): Promise<string> {
    const key = `${tool.name} ${tool.command(tame)}`;
    const known = attempt === 0 ? this.#tame.get(key) : undefined;
    const answer = known ?? (await this.answer(tool, tame));
    this.#tame.set(key, answer);
    return answer;
  }

  #write({ files }: HostileSubject): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.#folder, name), text);
  }

  /** True if a run without a debugger comes to the end of that of the program without a deed. */
  async #runsPlainly({ command, written }: HostileTool, subject: HostileSubject): Promise<boolean> {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(command(subject), { cwd: this.#folder, shell: true, detached: true, stdio: [...stdio] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += String(chunk);
      });
    }
    const ended = new Promise<true>((resolve) => child.once('close', () => resolve(true)));
    const limitMs = written === undefined ? ALIVE_AFTER_MS : PLAIN_TIMEOUT_MS;
    const isEnded = await Promise.race([ended, sleep(limitMs, false, { ref: false })]);
    if (!isEnded && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    return written === undefined ? !isEnded : isEnded && written.test(output);
  }
}

/** An answer without the values that a deed has given `f`. */
function withoutOthers(answer: string, { isOfOtherValues }: HostileSubject): string {
  return isOfOtherValues ? answer.replace(/\border(?:: \w+)? = .*/g, 'order') : answer;
}
