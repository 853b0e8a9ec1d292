import { basename } from 'node:path';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { BreakpointId } from '../../model/ids.ts';
import { LATE_LIMIT_MS, withPatience } from '../deadline.ts';
import { BreakpointStates } from './breakpoint-states.ts';
import type { FollowedPart, Part, Parts } from './parts.ts';

const LATE: BreakpointState = {
  kind: 'pending',
  reason: 'its process is in a call that does not return before another one goes on; it is set shortly after that',
};

type ReportState = (id: BreakpointId, state: BreakpointState) => void;

/**
 * The breakpoints of all parts of a debuggee. Breakpoints of a file go to the part whose language the file is written in, others
 * to all parts: a breakpoint is verified when one part has verified it.
 */
export class CompositeBreakpoints {
  readonly #parts: Parts;
  readonly #report: ReportState;
  readonly #states = new BreakpointStates();
  readonly #lines = new Map<string, readonly SourceBreakpoint[]>();
  #functions: readonly FunctionBreakpoint[] = [];
  #mode: ExceptionBreakMode | undefined;
  #standsBack = false;

  /** @param report Receives what becomes known of a breakpoint beside the answers. */
  constructor(parts: Parts, report: ReportState) {
    this.#parts = parts;
    this.#report = report;
  }

  /** As {@link DebugAdapter.setBreakpoints}. */
  async setLines(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    const [owner] = this.#parts.ownersOf(path);
    // Its language is asked what is wrong with them, before anything is started.
    if (owner && 'language' in owner && wanted.length > 0) await this.#parts.make(owner);
    if (wanted.length > 0) this.#lines.set(path, wanted);
    else this.#lines.delete(path);
    this.#states.forget(wanted.map(({ id }) => id));
    const set = (part: Part, each: readonly SourceBreakpoint[]) =>
      this.#patiently(part, each, (call) => part.adapter.setBreakpoints(path, each, call), options);
    await this.#send(this.#parts.running(path), wanted, set, (part, state) => this.#inWords(part, path, state));
    const absent = { kind: 'pending', reason: this.#absence(owner) } as const;
    return wanted.map(({ id }) => this.#states.of(id) ?? absent);
  }

  /** As {@link DebugAdapter.setFunctionBreakpoints}. */
  async setFunctions(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    this.#functions = wanted;
    this.#states.forget(wanted.map(({ id }) => id));
    const set = (part: Part, each: readonly FunctionBreakpoint[]) =>
      this.#patiently(part, each, (call) => part.adapter.setFunctionBreakpoints(each, call), options);
    await this.#send(this.#parts.all(), wanted, set, (_, state) => state);
    return wanted.map(
      ({ id }) => this.#states.of(id) ?? { kind: 'pending', reason: 'the program has not been started yet' },
    );
  }

  async setMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#mode = mode;
    await Promise.all(this.#parts.all().map((part) => this.#sendMode(part, options)));
  }

  /** From here on, exceptions are those of the program's own language: processes of others stop at none. */
  async standBack(): Promise<void> {
    this.#standsBack = true;
    await Promise.all(this.#parts.all().map((part) => this.#sendMode(part)));
  }

  /** Nothing is sent before anything is wanted. */
  async #sendMode(part: Part, options?: CallOptions): Promise<void> {
    const mode = this.#standsBack && part.index > 0 ? 'none' : this.#mode;
    if (mode === undefined) return;
    const send = (call: CallOptions | undefined) => part.adapter.setExceptionBreakpoints(mode, call).then(() => []);
    await this.#patiently(part, [], send, options);
  }

  /**
   * Sends breakpoints to a part; of several parts, one that does not answer is not waited for: it takes the breakpoints when it
   * comes out of its call.
   */
  async #patiently<T extends { readonly id: BreakpointId }>(
    part: Part,
    wanted: readonly T[],
    send: (options: CallOptions | undefined) => Promise<BreakpointState[]>,
    options: CallOptions | undefined,
  ): Promise<BreakpointState[]> {
    if (!this.#parts.areSeveralRunning) return send(options);
    const learn = (states: readonly BreakpointState[]) => {
      const now = new Set<{ readonly id: BreakpointId }>([...this.#lines.values(), this.#functions].flat());
      // What was sent again since then has an answer of its own.
      for (const [index, each] of wanted.entries()) {
        const state = states[index];
        if (state && now.has(each)) this.learn(part, each.id, state);
      }
    };
    const answer = await withPatience(send({ ...options, timeoutMs: LATE_LIMIT_MS }), learn, options);
    return answer?.result ?? wanted.map(() => LATE);
  }

  /** Sends a part that has just been made what is wanted already. What is wrong with it was said before. */
  async sendAll(part: Part): Promise<void> {
    const lines = [...this.#lines].filter(([path]) => this.#parts.mayRun(part, path));
    await Promise.allSettled([
      this.#sendMode(part),
      ...lines.map(async ([path, wanted]) => {
        const states = await part.adapter.setBreakpoints(path, wanted);
        for (const [index, state] of states.entries()) {
          const worded = this.#inWords(part, path, state);
          this.learn(part, wanted[index]?.id, worded, worded !== state);
        }
      }),
      ...(this.#functions.length === 0 ? [] : [this.#sendFunctions(part)]),
    ]);
  }

  async #sendFunctions(part: Part): Promise<void> {
    const wanted = this.#functions;
    const states = await part.adapter.setFunctionBreakpoints(wanted);
    for (const [index, state] of states.entries()) this.learn(part, wanted[index]?.id, state);
  }

  /** Records what a part says of a breakpoint, and reports what that comes to. */
  learn(part: Part, id: BreakpointId | undefined, state: BreakpointState, isEmpty = false): void {
    if (id !== undefined) this.#report(id, this.#states.note(part.index, id, state, isEmpty));
  }

  /** True if breakpoints stand in files of a language that is not the program's own. */
  get areElsewhere(): boolean {
    return [...this.#lines.keys()].some((path) => !this.#parts.mayRun(this.#parts.root, path));
  }

  /** A part is not there for its files. @param final The program has ended. */
  reportAbsent(followed: FollowedPart, reason: string, final?: true): void {
    for (const [path, wanted] of this.#lines) {
      // Where the program's own debugger may find it, that one has the word.
      if (this.#parts.ownersOf(path)[0] !== followed) continue;
      for (const { id } of wanted) {
        const known = this.#states.of(id)?.kind ?? 'pending';
        if (known === 'pending') this.#report(id, { kind: 'pending', reason, ...(final && { final }) });
      }
    }
  }

  /** Reports, at the end of the program, breakpoints of a language of which no process was seen. */
  reportEnd(): void {
    for (const followed of this.#parts.followed) {
      const { state, language } = followed;
      if (state.kind === 'refused') this.reportAbsent(followed, state.reason, true);
      else this.reportAbsent(followed, `no process of ${language.title} that could be followed loaded its file`, true);
    }
  }

  /**
   * Sends breakpoints to parts, and records the answers. A condition or message may be of one language and none of another: it is
   * refused where no part understands it.
   */
  async #send<T extends { readonly id: BreakpointId }>(
    parts: readonly Part[],
    wanted: readonly T[],
    set: (part: Part, wanted: readonly T[]) => Promise<BreakpointState[]>,
    inWords: (part: Part, state: BreakpointState) => BreakpointState,
  ): Promise<void> {
    const sent = await Promise.allSettled(parts.map((part) => set(part, wanted)));
    const [failed] = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const isRefused = failed instanceof DebugError && failed.code === 'invalid_argument';
    if (failed !== undefined && (!isRefused || sent.every(({ status }) => status === 'rejected'))) throw failed;
    for (const [index, part] of parts.entries()) {
      const answer = sent[index];
      const states = answer?.status === 'fulfilled' ? answer.value : await this.#oneByOne(part, wanted, set);
      for (const [at, { id }] of wanted.entries()) {
        const state = states[at];
        const worded = state && inWords(part, state);
        if (worded) this.#states.note(part.index, id, worded, worded !== state);
      }
    }
  }

  /** Sends breakpoints one by one to a part that does not understand all of them. */
  async #oneByOne<T extends { readonly id: BreakpointId }>(
    part: Part,
    wanted: readonly T[],
    set: (part: Part, wanted: readonly T[]) => Promise<BreakpointState[]>,
  ): Promise<BreakpointState[]> {
    const understood: T[] = [];
    const refused = new Map<number, BreakpointState>();
    let states: BreakpointState[] = [];
    for (const each of wanted) {
      try {
        states = await set(part, [...understood, each]);
        understood.push(each);
      } catch (error) {
        if (!(error instanceof DebugError) || error.code !== 'invalid_argument') throw error;
        refused.set(each.id, { kind: 'rejected', reason: error.message });
      }
    }
    return wanted.map(
      (each) => refused.get(each.id) ?? states[understood.indexOf(each)] ?? { kind: 'pending', reason: 'not sent' },
    );
  }

  /** Words the state that a part without any process reports for a file: the program itself has been started. */
  #inWords(part: Part, path: string, state: BreakpointState): BreakpointState {
    if (part.index === 0 || state.kind !== 'pending' || part.adapter.threads().length > 0) return state;
    const title = this.#parts.followed.find(({ index }) => index === part.index)?.language.title;
    return { kind: 'pending', reason: `no process of ${title} has loaded ${basename(path)} yet` };
  }

  #absence(owner: Part | FollowedPart | undefined): string {
    const isRefused = owner && 'language' in owner && owner.state.kind === 'refused';
    return isRefused && owner.state.kind === 'refused' ? owner.state.reason : 'the program has not been started yet';
  }
}
