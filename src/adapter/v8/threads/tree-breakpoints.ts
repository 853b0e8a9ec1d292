import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { BreakpointState, FunctionBreakpoint, SourceBreakpoint } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { sourceProblem } from '../../source-check.ts';
import { assertUnderstood } from '../breakpoints/breakpoint-condition.ts';
import { whyNeverLoaded } from '../breakpoints/breakpoint-warnings.ts';
import { findFunctions } from '../breakpoints/find-functions.ts';
import { folderAbove, GeneratedFiles } from '../scripts/generated-files.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { bestOf, withinPatience } from './breakpoint-consensus.ts';

/** What the breakpoints need of the tree of processes. */
interface ProcessTree {
  threads(): readonly V8Thread[];
  program(): ProgramFiles;
}

/** The breakpoints of a tree of processes: what is wanted in each, present and to come, and what is known of it in all. */
export class TreeBreakpoints {
  readonly #tree: ProcessTree;
  readonly #wanted = new Map<string, readonly SourceBreakpoint[]>();
  #functions: readonly FunctionBreakpoint[] = [];
  /** What some process has found out about each by loading its file, also one that has ended. */
  readonly #found = new Map<number, BreakpointState>();

  constructor(tree: ProcessTree) {
    this.#tree = tree;
  }

  /** Replaces those of one file in every process; as {@link DebugAdapter.setBreakpoints}. */
  async set(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    assertUnderstood(wanted);
    const found = wanted.map((each) => lineProblem(path, each.line));
    // The lines of a file that was edited are not those of the program.
    const isEdited = found.some((problem) => problem !== undefined) && (await this.#isEdited(path, options));
    const problems = isEdited ? wanted.map(() => undefined) : found;
    const sound = wanted.filter((_, index) => problems[index] === undefined);
    if (sound.length > 0) this.#wanted.set(path, sound);
    else this.#wanted.delete(path);
    const perThread = await Promise.all(
      this.#tree.threads().map((thread) => {
        const replaced = thread.breakpoints.replace(path, sound, options);
        return thread.isWorker ? withinPatience(replaced) : replaced;
      }),
    );
    const pending = `${basename(path)} is not loaded yet`;
    const states = sound.map(({ id }, index) => {
      const now = bestOf(
        perThread.map((each) => each?.[index]),
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
    const perThread = await Promise.all(this.#tree.threads().map((thread) => this.#sendFunctions(thread, options)));
    return wanted.map((each, index) =>
      bestOf(
        perThread.map((states) => states[index]),
        `no function named ${each.name} is loaded yet`,
      ),
    );
  }

  /** Sends all of them to a process that has just come under control. */
  sendAll(thread: V8Thread, options: CallOptions): Promise<unknown>[] {
    const lines = [...this.#wanted].map(([path, wanted]) => thread.breakpoints.replace(path, wanted, options));
    return [...lines, this.#sendFunctions(thread, options)];
  }

  /** Takes note of what a process says of one. @returns false when another process knows better */
  note(id: number, state: BreakpointState): boolean {
    const known = this.#found.get(id);
    if (state.kind === 'pending') return known === undefined;
    if (state.kind === 'rejected' && known?.kind === 'verified') return false;
    this.#found.set(id, state);
    return true;
  }

  /** Why some were never bound, by all that a process loaded until its end; nothing of those that another process found. */
  unboundAtExit({ breakpoints, scripts }: V8Thread): { readonly id: number; readonly state: BreakpointState }[] {
    const missing = breakpoints.unbound.filter(({ wanted }) => !this.#found.has(wanted.id));
    // Gone through once, and only if somebody asks: a program may have loaded thousands.
    const loaded = missing.length === 0 ? [] : scripts.ofProgram();
    return missing.map(({ wanted, path }) => {
      const reason = whyNeverLoaded(path, loaded, scripts, this.#tree.program());
      return { id: wanted.id, state: { kind: 'pending', reason, final: true } };
    });
  }

  async #isEdited(path: string, options?: CallOptions): Promise<boolean> {
    const asked = this.#tree.threads().map(({ editedSources }) => editedSources.of(path, undefined, options));
    return (await Promise.all(asked)).some((edited) => edited?.text !== undefined);
  }

  #sendFunctions(thread: V8Thread, options?: CallOptions): Promise<BreakpointState[]> {
    const search = (name: string) => findFunctions(this.#tree.program().root, name);
    return thread.functionBreakpoints.replace(this.#functions, search, options);
  }
}

/** As {@link sourceProblem}; a source whose file is gone may live on in a map. */
export function lineProblem(path: string, line: number): string | undefined {
  const problem = sourceProblem(path, line);
  if (problem === undefined || existsSync(path)) return problem;
  return new GeneratedFiles(folderAbove(path)).from(path).length > 0 ? undefined : problem;
}
