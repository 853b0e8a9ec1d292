import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import { type FollowedLine, FollowedLines } from '../../followed-lines.ts';
import { sourceProblem } from '../../source-check.ts';
import { assertUnderstood, bestState } from '../breakpoints/breakpoint-requests.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import type { DapTarget } from './dap-target.ts';

/** The owner of the breakpoints, and the receiver of their states. */
interface BreakpointTree {
  readonly quirks: AdapterQuirks;
  /** The sessions to which they can be sent now. */
  readonly targets: () => readonly DapTarget[];
  readonly report: (id: BreakpointId, state: BreakpointState) => void;
  /** A process that has loaded another text of the file bound a breakpoint. */
  readonly followed: (line: FollowedLine) => void;
}

/**
 * The breakpoints of one debuggee: what is wanted in each of its processes, present and to come, and what they say of it together.
 */
export class TreeBreakpoints {
  readonly #tree: BreakpointTree;
  readonly #wanted = new Map<string, readonly SourceBreakpoint[]>();
  readonly #followed = new FollowedLines();
  /** The breakpoints that some process has verified. */
  readonly #bound = new Set<number>();
  #functions: readonly FunctionBreakpoint[] = [];
  #exceptionMode: ExceptionBreakMode = 'uncaught';

  constructor(tree: BreakpointTree) {
    this.#tree = tree;
  }

  /** Replaces the breakpoints of one file in every process; as {@link DebugAdapter.setBreakpoints}. */
  async set(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    await assertUnderstood(wanted, this.#tree.quirks, options);
    const problems = wanted.map(({ line }) => sourceProblem(path, line, this.#tree.quirks.breakpoints?.hasArchives));
    const sound = wanted.filter((_, index) => problems[index] === undefined);
    if (sound.length > 0) this.#wanted.set(path, sound);
    else this.#wanted.delete(path);
    this.#followed.set(path, sound);
    const states = await this.#ofAll(sound, (target) => target.breakpoints.replace(path, sound, options));
    for (const [index, { id }] of sound.entries()) {
      if (states[index]?.kind === 'verified') this.#bound.add(id);
      else this.#bound.delete(id);
    }
    return problems.map((problem) =>
      problem === undefined ? (states.shift() ?? bestState([])) : { kind: 'rejected', reason: problem },
    );
  }

  /** Replaces the function breakpoints in every process; as {@link DebugAdapter.setFunctionBreakpoints}. */
  async setFunctions(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    await assertUnderstood(wanted, this.#tree.quirks, options);
    this.#functions = wanted;
    return this.#ofAll(wanted, (target) => target.breakpoints.replaceFunctions(wanted, options));
  }

  /** As {@link DebugAdapter.setExceptionBreakpoints}. */
  async setExceptionMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#exceptionMode = mode;
    await Promise.all(this.#tree.targets().map(({ breakpoints }) => breakpoints.setExceptionMode(mode, options)));
  }

  /** All that a session needs to know of them before its program runs; sent in one go. */
  configure(target: DapTarget): readonly Promise<unknown>[] {
    const { breakpoints } = target;
    const report = (states: readonly BreakpointState[], wanted: readonly { readonly id: BreakpointId }[]) => {
      for (const [index, state] of states.entries()) {
        const id = wanted[index]?.id;
        // A further process that has not loaded the file says nothing new of it.
        if (id !== undefined && !(state.kind === 'pending' && this.#bound.has(id))) this.learn(target, id, state);
      }
    };
    return [
      ...[...this.#wanted].map(async ([path, wanted]) =>
        report(await breakpoints.replace(path, this.#followed.forStart(target, path, wanted), undefined), wanted),
      ),
      ...(this.#functions.length > 0 || breakpoints.functions.isNeeded
        ? [breakpoints.replaceFunctions(this.#functions, undefined).then((states) => report(states, this.#functions))]
        : []),
      breakpoints.setExceptionMode(this.#exceptionMode, undefined),
    ];
  }

  /** To be called when a session says what became of a breakpoint. */
  learn(target: DapTarget, id: BreakpointId, state: BreakpointState): void {
    // Another process has it.
    if (state.kind === 'pending' && state.final && this.#bound.has(id)) return;
    if (state.kind === 'verified') this.#bound.add(id);
    const followed = state.kind === 'verified' ? this.#followed.bound(target, id) : undefined;
    if (followed) this.#tree.followed(followed);
    this.#tree.report(id, state);
  }

  async #ofAll(
    wanted: readonly unknown[],
    send: (target: DapTarget) => Promise<readonly BreakpointState[]>,
  ): Promise<BreakpointState[]> {
    const answers = await Promise.all(this.#tree.targets().map(send));
    return wanted.map((_, index) => bestState(answers.map((states) => states[index])));
  }
}
