import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { BreakpointState, FunctionBreakpoint, SourceBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import { LATE_LIMIT_MS, withPatience } from '../../deadline.ts';
import { type FollowedLine, FollowedLines } from '../../followed-lines.ts';
import { sourceProblem } from '../../source-check.ts';
import type { FollowedEdits } from '../breakpoints/breakpoint-host.ts';
import { whyNeverLoaded } from '../breakpoints/breakpoint-warnings.ts';
import { assertUnderstood } from '../breakpoints/conditions/condition-expression.ts';
import { findFunctions } from '../breakpoints/find-functions.ts';
import { folderAbove, GeneratedFiles } from '../scripts/generated-files.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { bestOf } from './breakpoint-consensus.ts';

/** Limit of the wait for the only thread, which may just be slow: no other call is held up meanwhile. */
const ONLY_ONE_PATIENCE_MS = 2_000;

/** The members of the tree of processes that breakpoints use. */
interface ProcessTree {
  threads(): readonly V8Thread[];
  program(): ProgramFiles;
}

/** The breakpoints of a tree of processes: what is wanted in each, present and to come, and what is known of it in all. */
export class TreeBreakpoints {
  readonly #tree: ProcessTree;
  readonly #wanted = new Map<string, readonly SourceBreakpoint[]>();
  readonly #followed = new FollowedLines();
  #functions: readonly FunctionBreakpoint[] = [];
  /** The findings of some process about each breakpoint by loading its file, also of a process that has ended. */
  readonly #found = new Map<number, BreakpointState>();

  constructor(tree: ProcessTree) {
    this.#tree = tree;
  }

  /** Replaces the breakpoints of one file in every process; as {@link DebugAdapter.setBreakpoints}. */
  async set(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    assertUnderstood(wanted);
    const found = wanted.map((each) => lineProblem(path, each.line));
    // The lines of a file that was edited are not those of the program.
    const isEdited = found.some((problem) => problem !== undefined) && (await this.#isEdited(path, options));
    const problems = isEdited ? wanted.map(() => undefined) : found;
    const sound = wanted.filter((_, index) => problems[index] === undefined);
    if (sound.length > 0) this.#wanted.set(path, sound);
    else this.#wanted.delete(path);
    this.#followed.set(path, sound);
    const { perThread, late } = await this.#ofAll(options, (thread, call) =>
      thread.breakpoints.replace(path, sound, call),
    );
    const pending = late ?? `${basename(path)} is not loaded yet`;
    const states = sound.map(({ id }, index) => {
      const now = bestOf(
        perThread.map((each) => each[index]),
        pending,
      );
      return now.kind === 'pending' ? (this.#found.get(id) ?? now) : now;
    });
    return problems.map((problem) =>
      problem === undefined
        ? (states.shift() ?? { kind: 'pending', reason: pending })
        : { kind: 'rejected', reason: problem },
    );
  }

  /** Replaces the function breakpoints in every process; as {@link DebugAdapter.setFunctionBreakpoints}. */
  async setFunctions(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    assertUnderstood(wanted);
    this.#functions = wanted;
    const { perThread, late } = await this.#ofAll(options, (thread, call) => this.#sendFunctions(thread, call));
    return wanted.map((each, index) =>
      bestOf(
        perThread.map((states) => states[index]),
        late ?? `no function named ${each.name} is loaded yet`,
      ),
    );
  }

  /** Asks all processes; of one that takes no message for now, it is said later what came of it. */
  async #ofAll(
    options: CallOptions | undefined,
    send: (thread: V8Thread, options: CallOptions) => Promise<BreakpointState[]>,
  ): Promise<{ perThread: BreakpointState[][]; late: string | undefined }> {
    const late: string[] = [];
    const threads = this.#tree.threads();
    const patienceMs = threads.length === 1 ? ONLY_ONE_PATIENCE_MS : undefined;
    const limits = { patienceMs, timeoutMs: options?.timeoutMs };
    const asked = threads.map(async (thread) => {
      const sent = send(thread, { ...options, timeoutMs: LATE_LIMIT_MS });
      // What a worker cannot do must not fail the others.
      const answer = await withPatience(thread.isWorker ? sent.catch(() => []) : sent, undefined, limits);
      if (answer === undefined) late.push(thread.name);
      return answer?.result ?? [];
    });
    return { perThread: await Promise.all(asked), late: lateText(late) };
  }

  /** The wanted breakpoints, without places: a process that has none of them need not be under control. */
  get wanted(): { readonly paths: readonly string[]; readonly hasFunctions: boolean } {
    return { paths: [...this.#wanted.keys()], hasFunctions: this.#functions.length > 0 };
  }

  /** The states of breakpoints after more processes have come under control. */
  known(wanted: readonly SourceBreakpoint[], states: readonly BreakpointState[]): BreakpointState[] {
    return states.map((state, index) => {
      const id = wanted[index]?.id;
      return state.kind === 'pending' && id !== undefined ? (this.#found.get(id) ?? state) : state;
    });
  }

  /** Sends all breakpoints to a process that has just come under control. */
  sendAll(thread: V8Thread, options: CallOptions): Promise<unknown>[] {
    const lines = [...this.#wanted].map(([path, wanted]) =>
      thread.breakpoints.replace(path, this.#followed.forStart(thread, path, wanted), options),
    );
    return [...lines, this.#sendFunctions(thread, options)];
  }

  /** For a process that may load a file again that was edited. */
  editsFor(thread: object): FollowedEdits {
    return {
      isEdited: (path) => this.#followed.isEdited(path),
      lineIn: (path, wanted, text) => this.#followed.inText(thread, path, wanted, text),
    };
  }

  /** The line to which a breakpoint went with an edit, when a process reports for the first time that it stands there. */
  followed(thread: object, id: BreakpointId, state: BreakpointState): FollowedLine | undefined {
    return state.kind === 'verified' ? this.#followed.bound(thread, id) : undefined;
  }

  /** Records what a process says of a breakpoint. @returns false when another process knows better */
  note(id: BreakpointId, state: BreakpointState): boolean {
    const known = this.#found.get(id);
    if (state.kind === 'pending') return known === undefined || known.kind === 'pending';
    if (state.kind === 'rejected' && known?.kind === 'verified') return false;
    this.#found.set(id, state);
    return true;
  }

  /** A file was loaded where nothing stops: unless another process finds those in it, that is what became of them. */
  missed(path: string, reason: string): void {
    for (const { id } of this.#wanted.get(path) ?? [])
      if (!this.#found.has(id)) this.#found.set(id, { kind: 'pending', reason, final: true });
  }

  /**
   * The reasons why some breakpoints were never bound, by all files that a process loaded until its end; without breakpoints that
   * another process found.
   */
  unboundAtExit({ breakpoints, scripts }: V8Thread): { readonly id: BreakpointId; readonly state: BreakpointState }[] {
    const missing = breakpoints.bound.pending.filter(({ wanted }) => !this.#found.has(wanted.id));
    // Gone through once, and only on request: a program may have loaded thousands.
    const loaded = missing.length === 0 ? [] : scripts.ofProgram();
    const missed = breakpoints.bound.pending.flatMap(({ wanted: { id } }) => {
      const state = this.#found.get(id);
      return state?.kind === 'pending' ? { id, state } : [];
    });
    const unbound = missing.map(({ wanted, path }) => {
      const reason = whyNeverLoaded(path, loaded, scripts, this.#tree.program());
      return { id: wanted.id, state: { kind: 'pending', reason, final: true } as const };
    });
    return [...missed, ...unbound];
  }

  async #isEdited(path: string, options?: CallOptions): Promise<boolean> {
    const asked = this.#tree.threads().map(({ staleSources }) => staleSources.of(path, undefined, options));
    return (await Promise.all(asked)).some((edited) => edited?.text !== undefined);
  }

  #sendFunctions(thread: V8Thread, options?: CallOptions): Promise<BreakpointState[]> {
    const search = (name: string) => findFunctions(this.#tree.program().root, name);
    return thread.functionBreakpoints.replace(this.#functions, search, options);
  }
}

function lateText(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const are = names.length === 1 ? 'is' : 'are';
  return `${names.join(', ')} ${are} in a call that has not returned (execFileSync, for one); it is set there shortly after that`;
}

/** As {@link sourceProblem}; a source whose file is gone may live on in a map. */
export function lineProblem(path: string, line: number): string | undefined {
  const problem = sourceProblem(path, line);
  if (problem === undefined || existsSync(path)) return problem;
  return new GeneratedFiles(folderAbove(path)).from(path).length > 0 ? undefined : problem;
}
