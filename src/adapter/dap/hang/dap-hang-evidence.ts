import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DapThreadId } from '../../../dap/ids.ts';
import { readText } from '../../../files/read-file.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { HangFrame, KeepAlive, LineRange, SystemEvidence, ThreadRest } from '../../../model/hang-report.ts';
import type { ThreadId } from '../../../model/ids.ts';
import { makeTemporaryFolder } from '../../../process/folders/temporary-folder.ts';
import { childrenOf, systemEvidence } from '../../../process/system-evidence.ts';
import { threadRest } from '../../../process/thread-rest.ts';
import type {
  BlockedCall,
  ExitEvidence,
  HangEvidence,
  InspectedStack,
  LoopSnapshot,
  Standstill,
  ThreadActivity,
  ThreadSample,
  ThreadWaits,
  WaitFacts,
} from '../../hang-evidence.ts';
import { NO_FACTS } from '../../hang-evidence.ts';
import type { HangQuestion, HangQuestions } from '../recipe/hang-questions.ts';
import type { DapTarget } from '../session/dap-target.ts';
import { textQuestion } from '../session/text-answers.ts';

type ChildProcess = Extract<KeepAlive, { kind: 'child process' }>;
type Limits = CallOptions & { readonly timeoutMs: number };

const ANSWER_MS = 800;
/** Time that an answer may take beyond the time that it watches for. */
const GRACE_MS = 2_000;
const SIGNAL_MS = 1_000;
/** A thread of a debuggee behind a debug adapter. */
interface HangThread {
  readonly target: DapTarget;
  readonly dapId: number;
  readonly isFirst: boolean;
}

interface DapHangHost {
  /** @throws DebugError `connection_closed` */
  thread(threadId: ThreadId): HangThread;
  publicIdOf(target: DapTarget, dapThreadId: DapThreadId): number | undefined;
}

/** {@link HangEvidence} from code of the language inside the debuggee, which looks at its threads while they run. */
export class DapHangEvidence implements HangEvidence {
  readonly #questions: HangQuestions;
  readonly #host: DapHangHost;
  readonly #installed = new Map<DapTarget, Promise<unknown>>();
  readonly #pids = new Map<DapTarget, number>();
  /** The system's numbers of threads, by those that the adapter gives them. */
  readonly #systemThreads = new Map<DapTarget, Map<number, number>>();
  readonly #stackFiles = new Map<DapTarget, string>();
  #isWatching = false;

  constructor(questions: HangQuestions, host: DapHangHost) {
    this.#questions = questions;
    this.#host = host;
  }

  get attachToPidMs(): number | undefined {
    return this.#questions.attachToPidMs;
  }

  async watch(): Promise<void> {
    this.#isWatching = true;
  }

  /** To be called for each session before its program runs. */
  async prepare(target: DapTarget): Promise<void> {
    if (!this.#isWatching) return;
    await this.#install(target).catch(() => {});
    const { stacks, record } = this.#questions;
    if (record !== undefined) await evaluate(target, record, {}).catch(() => {});
    if (!stacks || process.platform === 'win32') return;
    // In a folder that only this user can look into: the debuggee makes the file as it makes any other.
    const folder = makeTemporaryFolder('stacks');
    const file = join(folder, 'stacks.txt');
    this.#stackFiles.set(target, file);
    target.connection.onClose(() => rmSync(folder, { recursive: true, force: true }));
    await evaluate(target, stacks.listen(file), {}).catch(() => {});
  }

  async sample(threadId: ThreadId, options: CallOptions = {}): Promise<ThreadSample> {
    const thread = this.#host.thread(threadId);
    if (thread.target.isStopped) return { kind: 'stopped' };
    const limits = { timeoutMs: options.timeoutMs ?? ANSWER_MS, signal: options.signal };
    return (await this.#ask<ThreadSample>(thread, { kind: 'sample' }, limits)) ?? { kind: 'silent' };
  }

  async inspectWhileRunning(
    threadId: ThreadId,
    { signal, timeoutMs = ANSWER_MS }: CallOptions = {},
  ): Promise<InspectedStack> {
    const thread = this.#host.thread(threadId);
    const stack = await this.#ask<InspectedStack | ThreadSample>(thread, { kind: 'inspect' }, { timeoutMs, signal });
    if (!stack) return { kind: 'unanswered' };
    return stack.kind === 'running' && 'frames' in stack ? (stack as InspectedStack) : { kind: 'between' };
  }

  staying(threadId: ThreadId, limits: Limits): Promise<number | undefined> {
    return this.#watched<number>(threadId, { kind: 'staying', seconds: limits.timeoutMs / 1_000 }, limits);
  }

  rounds(threadId: ThreadId, { path, first, last }: LineRange, limits: Limits): Promise<LoopSnapshot[] | undefined> {
    const question = { kind: 'rounds', path, first, last, seconds: limits.timeoutMs / 1_000 } as const;
    return this.#watched<LoopSnapshot[]>(threadId, question, limits);
  }

  async rest(threadId: ThreadId, limits: Limits): Promise<ThreadRest | undefined> {
    const { target, dapId } = this.#host.thread(threadId);
    const pid = target.pid ?? this.#pids.get(target);
    const systemThread = this.#systemThreads.get(target)?.get(dapId);
    return pid === undefined || systemThread === undefined ? undefined : threadRest(pid, systemThread, limits);
  }

  async activity(threadId: ThreadId, limits: Limits): Promise<ThreadActivity> {
    const question = { kind: 'activity', seconds: limits.timeoutMs / 1_000 } as const;
    const found = await this.#watched<ThreadActivity>(threadId, question, limits);
    return found ?? { functions: [], countedMs: limits.timeoutMs, inspections: [] };
  }

  async waits(threadId: ThreadId, { signal }: CallOptions = {}): Promise<ThreadWaits> {
    const thread = this.#host.thread(threadId);
    const found = await this.#ask<ThreadWaits>(thread, { kind: 'waits' }, { timeoutMs: GRACE_MS, signal });
    const pid = this.#pidOf(thread);
    const children = pid === undefined ? [] : (await this.#system(pid)).children;
    return {
      keptAliveBy: [...children, ...(found?.keptAliveBy ?? [])],
      awaits: found?.awaits ?? [],
      serving: found?.serving ?? [],
      ...(found?.inPool === undefined ? {} : { inPool: found.inPool }),
    };
  }

  async blocked(of: number | { readonly pid: number }, { signal }: CallOptions = {}): Promise<BlockedCall> {
    if (typeof of !== 'number') return { frames: [], system: await this.#system(of.pid) };
    const thread = this.#host.thread(of);
    const pid = this.#pidOf(thread);
    const [found, system] = await Promise.all([
      this.#ask<BlockedCall>(thread, { kind: 'blocked' }, { timeoutMs: ANSWER_MS, signal }),
      pid === undefined || !thread.isFirst ? undefined : this.#system(pid),
    ]);
    const frames = found?.frames ?? (pid === undefined ? [] : await this.#writtenStack(thread.target, pid));
    const waitsFor = found?.waitsFor === undefined ? undefined : this.#host.publicIdOf(thread.target, found.waitsFor);
    const { on, eventLoop, remedy, advice, listens } = found ?? {};
    const isMatching = !found && system?.computes === true && this.#isMatching(frames);
    const call = found ? found.call : this.#callIn(frames);
    return {
      ...(call === undefined ? {} : { call }),
      ...(on === undefined ? {} : { on }),
      ...(eventLoop === undefined ? {} : { eventLoop }),
      ...(remedy === undefined ? {} : { remedy }),
      ...(advice === undefined ? {} : { advice }),
      ...(isMatching ? { isMatching } : {}),
      ...(listens === undefined || listens.length === 0 ? {} : { listens }),
      frames,
      ...(waitsFor === undefined ? {} : { waitsFor }),
      ...(system ? { system } : {}),
    };
  }

  async standstill(threadId: ThreadId, { signal }: CallOptions = {}): Promise<Standstill | undefined> {
    const thread = this.#host.thread(threadId);
    return this.#ask<Standstill>(thread, { kind: 'standstill' }, { timeoutMs: ANSWER_MS, signal });
  }

  async facts(threadId: ThreadId, { signal, timeoutMs = GRACE_MS }: CallOptions = {}): Promise<WaitFacts> {
    const thread = this.#host.thread(threadId);
    const found = thread.isFirst && (await this.#ask<WaitFacts>(thread, { kind: 'facts' }, { timeoutMs, signal }));
    return found || NO_FACTS;
  }

  async matching(threadId: ThreadId): Promise<string | undefined> {
    const thread = this.#host.thread(threadId);
    const pid = this.#pidOf(thread);
    if (pid === undefined || !thread.isFirst) return undefined;
    const frames = await this.#writtenStack(thread.target, pid);
    if (!this.#isMatching(frames) || (await systemEvidence(pid)).computes !== true) return undefined;
    return frames.map(({ location: { path, line } }) => `${path}:${line}`).join('\n');
  }

  end(): ExitEvidence {
    return { isHeld: false, awaits: [] };
  }

  /** As {@link systemEvidence}, with the commands as the program gave them, and with what a process was started for in its place. */
  async #system(pid: number): Promise<SystemEvidence> {
    const system = await systemEvidence(pid);
    const { commandOf = (command: string) => command, isStarter = () => false } = this.#questions;
    const started = system.children.map((child) => (isStarter(child.command) ? childrenOf(child.pid) : [child]));
    const plain = (child: ChildProcess) => ({ ...child, command: commandOf(child.command) });
    return { ...system, children: (await Promise.all(started)).flat().map(plain) };
  }

  #isMatching(frames: readonly HangFrame[]): boolean {
    return this.#questions.stacks?.isMatching(frames, lineOf(frames[0])) === true;
  }

  /** The call that the program is in, by the text of the line. */
  #callIn(frames: readonly HangFrame[]): string | undefined {
    const line = lineOf(frames.find(({ presentation }) => presentation === 'normal'));
    return line === '' ? undefined : this.#questions.stacks?.callIn(frames, line);
  }

  #pidOf({ target }: HangThread): number | undefined {
    return target.pid ?? this.#pids.get(target);
  }

  /** The stacks that a process writes on a signal, although it answers nothing else. */
  async #writtenStack(target: DapTarget, pid: number): Promise<readonly HangFrame[]> {
    const { stacks } = this.#questions;
    const file = this.#stackFiles.get(target);
    if (!stacks || file === undefined) return [];
    const deadline = performance.now() + SIGNAL_MS;
    // Of the looks before.
    const { length: known } = readText(file) ?? '';
    try {
      process.kill(pid, stacks.signal);
      for (;;) {
        await sleep(30);
        const frames = stacks.read((readText(file) ?? '').slice(known));
        if (frames.length > 0 || performance.now() > deadline) return frames;
      }
    } catch {
      return [];
    }
  }

  #watched<T>(threadId: ThreadId, question: HangQuestion, { timeoutMs, signal }: Limits): Promise<T | undefined> {
    return this.#ask<T>(this.#host.thread(threadId), question, { timeoutMs: timeoutMs + GRACE_MS, signal });
  }

  async #ask<T>({ target, dapId }: HangThread, question: HangQuestion, options: Limits): Promise<T | undefined> {
    try {
      await Promise.race([this.#install(target), sleep(options.timeoutMs, undefined, { ref: false })]);
      const result = await evaluate(target, this.#questions.expression(question, dapId), options);
      const decoded = this.#questions.decode(result);
      if (decoded) this.#pids.set(target, decoded.pid);
      if (decoded?.systemThread !== undefined) this.#noteThread(target, dapId, decoded.systemThread);
      // The code that answers is ours.
      return (decoded?.answer ?? undefined) as T | undefined;
    } catch {
      return undefined;
    }
  }

  #noteThread(target: DapTarget, dapId: number, systemThread: number): void {
    const known = this.#systemThreads.get(target) ?? new Map<number, number>();
    this.#systemThreads.set(target, known.set(dapId, systemThread));
  }

  #install(target: DapTarget): Promise<unknown> {
    const known = this.#installed.get(target) ?? evaluate(target, this.#questions.installation(), {});
    this.#installed.set(target, known);
    return known;
  }
}

/** The text of the line that a frame stands at; empty where there is none. */
function lineOf(frame: HangFrame | undefined): string {
  return (frame && readText(frame.location.path)?.split('\n')[frame.location.line - 1]) ?? '';
}

function evaluate(target: DapTarget, expression: string, options: CallOptions): Promise<string> {
  return target.answerTo(textQuestion(expression), options);
}
