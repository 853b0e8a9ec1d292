import { EventEmitter } from 'node:events';
import { dirname, resolve } from 'node:path';
import { statOf } from '../../files/read-file.ts';
import { isCalledSource, SourcePlaces } from '../../files/source-places.ts';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StackFrame, Thread } from '../../model/stack-frame.ts';
import type { ExitInfo, RelatedException, StoppedInfo } from '../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../model/variable.ts';
import type {
  AdapterEvents,
  AttachRequest,
  DebugAdapter,
  EvaluateRequest,
  LaunchRequest,
  VariablesRequest,
} from '../debug-adapter.ts';
import type { EditedSource } from '../edited-source.ts';
import type { AdapterOptions } from '../language.ts';
import { sourceProblem } from '../source-check.ts';
import { assertUnderstood, bestState } from './breakpoints/breakpoint-requests.ts';
import { DapHangEvidence } from './hang/dap-hang-evidence.ts';
import { DapInspection, isOwn, locationOf } from './inspection/dap-inspection.ts';
import { setVariable } from './inspection/dap-set-variable.ts';
import type { AdapterLink } from './recipe/adapter-link.ts';
import type { AdapterRecipe } from './recipe/adapter-recipe.ts';
import type { DapStop, DapTarget } from './session/dap-target.ts';
import { DebuggeeTree } from './session/debuggee-tree.ts';
import type { TargetThread } from './session/target-threads.ts';
import { FunctionEntries } from './stops/function-entries.ts';
import { Unwinding } from './stops/unwinding.ts';

export interface DapAdapterOptions extends AdapterOptions {
  readonly recipe: AdapterRecipe;
}

/**
 * A debuggee behind a debug adapter: a process and those that it starts, each a DAP session of its own. Their threads are
 * numbered through. What is special to a language is in the recipe.
 *
 * @see DAP
 */
export class DapDebugAdapter implements DebugAdapter {
  readonly events = new EventEmitter<AdapterEvents>();
  readonly #recipe: AdapterRecipe;
  readonly #inspection: DapInspection;
  readonly #tree: DebuggeeTree;
  readonly #unwinding = new Unwinding();
  readonly #entries = new FunctionEntries();
  readonly #wanted = new Map<string, readonly SourceBreakpoint[]>();
  readonly hang?: DapHangEvidence;
  /** Known of a program that was launched. */
  #places: SourcePlaces | undefined;
  #programFile: string | undefined;
  #functions: readonly FunctionBreakpoint[] = [];
  #nextTarget = 1;
  #exceptionMode: ExceptionBreakMode = 'uncaught';

  constructor({ recipe, traceWire }: DapAdapterOptions) {
    this.#recipe = recipe;
    this.#inspection = new DapInspection(recipe.quirks);
    const questions = recipe.quirks.threads?.hang;
    if (questions) this.hang = new DapHangEvidence(questions, this.#hangHost());
    this.#tree = new DebuggeeTree(recipe.quirks, {
      record: traceWire,
      configure: (target) => this.#configure(target),
      onTarget: (target) => this.#listen(target),
      onOutput: (chunk) => this.events.emit('output', chunk),
      onExited: (exit: ExitInfo) => this.events.emit('exited', exit),
      onLost: (cause) => this.events.emit('lost', { cause }),
    });
  }

  async launch(request: LaunchRequest, options: CallOptions): Promise<void> {
    this.#places = new SourcePlaces([request.cwd, dirname(resolve(request.cwd, request.program))]);
    await this.#open((call) => this.#recipe.launch(request, call), 'launch_failed', options);
  }

  async attach(request: AttachRequest, options: CallOptions): Promise<void> {
    await this.#open((call) => this.#recipe.attach(request, call), 'attach_refused', options);
  }

  async #open(
    link: (call: CallOptions) => Promise<AdapterLink>,
    failure: 'launch_failed' | 'attach_refused',
    options: CallOptions,
  ): Promise<void> {
    const call = this.#tree.untilEnded(options);
    const opened = await link(call);
    this.#programFile = opened.programFile;
    await this.#tree.open(opened, failure, call);
  }

  /** All that a session needs to know before its program runs; sent in one go. */
  #configure(target: DapTarget): readonly Promise<unknown>[] {
    const { breakpoints, connection } = target;
    const { start } = this.#recipe.quirks;
    const report = (states: readonly BreakpointState[], wanted: readonly { readonly id: number }[]) => {
      for (const [index, state] of states.entries()) {
        const id = wanted[index]?.id;
        if (id !== undefined) this.events.emit('breakpoint', { id, state });
      }
    };
    return [
      ...(start?.prepare?.(connection) ?? []),
      ...(this.hang ? [this.hang.prepare(target)] : []),
      ...[...this.#wanted].map(async ([path, wanted]) =>
        report(await breakpoints.replace(path, wanted, undefined), wanted),
      ),
      ...(this.#functions.length > 0
        ? [breakpoints.replaceFunctions(this.#functions, undefined).then((states) => report(states, this.#functions))]
        : []),
      breakpoints.setExceptionMode(this.#exceptionMode, undefined),
    ];
  }

  #listen(target: DapTarget): void {
    const { events } = this;
    target.events.on('stopping', () => this.#inspection.prefetch(target));
    target.events.on('stopped', (stop) => this.#onStopped(target, stop));
    target.events.on('continued', ({ publicId }) => {
      this.#inspection.forget(target);
      events.emit('continued', { threadId: publicId });
    });
    target.events.on('thread', ({ publicId }, reason) => events.emit('thread', { threadId: publicId, reason }));
    target.events.on('output', (chunk) => events.emit('output', chunk));
    target.events.on('breakpoint', (id, state) => events.emit('breakpoint', { id, state }));
    target.events.on('breakpointHit', (id) => events.emit('breakpointHit', { id }));
    const source = `target ${this.#nextTarget++}`;
    target.events.on('counted', (id, tally) => events.emit('conditionTally', { id, source, tally }));
    target.events.on('collected', (hit) => events.emit('collected', hit));
    target.events.on('ended', () => {
      this.#inspection.forget(target);
      this.#inspection.sources.forget(target);
      for (const { publicId } of target.threads.list()) {
        events.emit('thread', { threadId: publicId, reason: 'exited' });
      }
    });
  }

  #onStopped(target: DapTarget, stop: DapStop): void {
    this.#inspection.forget(target);
    const info = this.#inspection.stoppedInfo(target, stop);
    const { exceptions, functions } = this.#recipe.quirks;
    if (info.exception?.uncaught && exceptions.endsProgram?.(info.exception.name)) {
      target.resume('continue', stop.thread).catch(() => {});
      return;
    }
    const isOnItsWay = exceptions.stopsWhileUnwinding === true && this.#unwinding.isOnItsWay(target, stop);
    // A step out of the frame that raised it ends here.
    if (isOnItsWay && target.resumedBy === 'continue') {
      target.resume('continue', stop.thread).catch(() => {});
      return;
    }
    if (info.reason === 'function breakpoint' && functions?.stopsAtHead === true) {
      this.#entries.enter(target, stop, info.hitBreakpointIds).catch(() => this.events.emit('stopped', info));
      return;
    }
    if (this.#entries.isInside(target, info)) {
      const confirmed = this.#entries.inside(target, stop, info).catch(() => info);
      void confirmed.then((each) => this.#report(target, each));
      return;
    }
    this.#report(target, this.#entries.arrived(target, stop, info));
  }

  #report(target: DapTarget, arrived: StoppedInfo): void {
    target.breakpoints.functions.learnPlace(arrived.hitBreakpointIds, arrived.location);
    // Whether or not the debuggee has reported it: what stops there is loaded.
    target.breakpoints.fileLoaded(arrived.location.path);
    this.events.emit('stopped', arrived);
  }

  async setBreakpoints(
    path: string,
    wanted: readonly SourceBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    await assertUnderstood(wanted, this.#recipe.quirks, options);
    const problems = wanted.map(({ line }) => sourceProblem(path, line));
    const sound = wanted.filter((_, index) => problems[index] === undefined);
    if (sound.length > 0) this.#wanted.set(path, sound);
    else this.#wanted.delete(path);
    const answers = await Promise.all(
      this.#tree.configurable().map((target) => target.breakpoints.replace(path, sound, options)),
    );
    const states = sound.map((_, index) => bestState(answers.map((states) => states[index])));
    return problems.map((problem) =>
      problem === undefined ? (states.shift() ?? bestState([])) : { kind: 'rejected', reason: problem },
    );
  }

  async setFunctionBreakpoints(
    wanted: readonly FunctionBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    await assertUnderstood(wanted, this.#recipe.quirks, options);
    this.#functions = wanted;
    const answers = await Promise.all(
      this.#tree.configurable().map((target) => target.breakpoints.replaceFunctions(wanted, options)),
    );
    return wanted.map((_, index) => bestState(answers.map((states) => states[index])));
  }

  async setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#exceptionMode = mode;
    await Promise.all(this.#tree.configurable().map(({ breakpoints }) => breakpoints.setExceptionMode(mode, options)));
  }

  async expressionError(expression: string, options: CallOptions = {}): Promise<string | undefined> {
    const errors = await this.#recipe.quirks.expressions?.errors?.([expression], options);
    return errors?.[0];
  }

  threads(): readonly Thread[] {
    return this.#tree.threads();
  }

  stackTrace(threadId: number, options?: CallOptions): Promise<readonly StackFrame[]> {
    const { target, thread } = this.#thread(threadId);
    return this.#inspection.stackTrace(target, thread.dapId, options);
  }

  scopes(frameId: number, options?: CallOptions): Promise<readonly Scope[]> {
    return this.#inspection.scopes(frameId, options);
  }

  variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    return this.#inspection.variables(request, options);
  }

  evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    return this.#inspection.evaluate(request, options);
  }

  setVariable(frameId: number, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    return setVariable(this.#inspection, this.#recipe.quirks, { frameId, name, expression }, options);
  }

  continue(threadId: number, options?: CallOptions): Promise<void> {
    return this.#resume('continue', threadId, options);
  }

  next(threadId: number, options?: CallOptions): Promise<void> {
    return this.#resume('next', threadId, options);
  }

  stepIn(threadId: number, options?: CallOptions): Promise<void> {
    return this.#resume('stepIn', threadId, options);
  }

  stepOut(threadId: number, options?: CallOptions): Promise<void> {
    return this.#resume('stepOut', threadId, options);
  }

  async #resume(
    command: 'continue' | 'next' | 'stepIn' | 'stepOut',
    threadId: number,
    options?: CallOptions,
  ): Promise<void> {
    const { target, thread } = this.#thread(threadId);
    this.#inspection.forget(target);
    await target.resume(command, thread, options);
  }

  async pause(threadId: number, options?: CallOptions): Promise<void> {
    const { target, thread } = this.#thread(threadId);
    await target.connection.request('pause', { threadId: thread.dapId }, options);
  }

  async whereabouts(threadId: number, options?: CallOptions): Promise<SourceLocation | undefined> {
    const { target, thread } = this.#thread(threadId);
    const whereabouts = this.#recipe.quirks.threads?.whereabouts;
    if (whereabouts !== undefined) {
      const question = { expression: whereabouts.expression(thread.dapId), context: 'repl' };
      return whereabouts.decode(await target.answerTo(question, options));
    }
    // Adapters that need the thread stopped for this refuse.
    const frames = await target.frames(thread.dapId, options).catch(() => []);
    const frame = frames.find(isOwn);
    return frame === undefined ? undefined : locationOf(frame);
  }

  async relatedExceptions(threadId: number, options?: CallOptions): Promise<readonly RelatedException[]> {
    const { target, thread } = this.#thread(threadId);
    const { related } = this.#recipe.quirks.exceptions;
    if (related === undefined) return [];
    return related.decode(
      await target.answerTo({ expression: related.expression(thread.dapId), context: 'repl' }, options),
    );
  }

  source(path: string, options?: CallOptions): Promise<string | undefined> {
    return this.#inspection.sources.text(path, options);
  }

  /** No adapter says which text runs: what is known are the times of the file and of the process. */
  async editedSource(path: string, frameId?: number): Promise<EditedSource | undefined> {
    const inFrame = frameId === undefined ? undefined : this.#inspection.frame(frameId).target;
    const targets = inFrame === undefined ? this.#tree.configurable() : [inFrame];
    const savedAtMs = statOf(path)?.mtimeMs;
    const isNewer = (target: DapTarget) => (savedAtMs ?? 0) > (this.#tree.startOf(target) ?? Number.POSITIVE_INFINITY);
    return targets.some(isNewer) ? { since: 'start' } : undefined;
  }

  /** Libraries lie anywhere; what they are called like says that they are sources. */
  isOwnSource(path: string): boolean {
    return path === this.#programFile || isCalledSource(path) || (this.#places?.has(path) ?? false);
  }

  disconnect(options?: CallOptions): Promise<void> {
    return this.#tree.disconnect(options);
  }

  terminate(): Promise<void> {
    return this.#tree.terminate();
  }

  #hangHost(): ConstructorParameters<typeof DapHangEvidence>[1] {
    return {
      thread: (threadId) => {
        const { target, thread } = this.#thread(threadId);
        return { target, dapId: thread.dapId, isFirst: target.threads.list()[0] === thread };
      },
      publicIdOf: (target, dapId) => target.threads.list().find((each) => each.dapId === dapId)?.publicId,
    };
  }

  #thread(threadId: number): { readonly target: DapTarget; readonly thread: TargetThread } {
    const found = this.#tree.find(threadId);
    if (found) return found;
    throw new DebugError('connection_closed', `Thread ${threadId} of the program has ended.`, {
      advice: [{ action: 'sessions' }, ' shows what is left.'],
    });
  }
}
