import { EventEmitter } from 'node:events';
import { statOf } from '../../files/read-file.ts';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { FrameId, ThreadId } from '../../model/ids.ts';
import type { DebuggeeProcesses } from '../../model/program/debuggee-processes.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StackFrame, Thread } from '../../model/stack-frame.ts';
import type { ExitInfo, RelatedException } from '../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../model/variable.ts';
import type {
  AdapterEvents,
  AttachRequest,
  DebugAdapter,
  EvaluateRequest,
  LaunchRequest,
  VariablesRequest,
} from '../debug-adapter.ts';
import type { DebuggeeInput } from '../debuggee-input.ts';
import type { EditedSource } from '../edited-source.ts';
import type { FollowedCall } from '../followed-call.ts';
import type { AdapterOptions } from '../language.ts';
import type { RestartOptions, RestartOutcome } from '../restart-outcome.ts';
import { CANNOT_FORCE, type ForcedReturn } from '../return-stops.ts';
import type { WriteWatches } from '../write-watches.ts';
import { DebuggeeEvents } from './debuggee-events.ts';
import { DebuggeeThreads } from './debuggee-threads.ts';
import { DapHangEvidence } from './hang/dap-hang-evidence.ts';
import { DapInspection } from './inspection/dap-inspection.ts';
import { setVariable } from './inspection/dap-set-variable.ts';
import { DapPatches } from './patching/dap-patches.ts';
import type { AdapterLink } from './recipe/adapter-link.ts';
import type { AdapterRecipe } from './recipe/adapter-recipe.ts';
import type { FrameRestarts } from './restart/frame-restarts.ts';
import type { DapTarget } from './session/dap-target.ts';
import { DebuggeeTree } from './session/debuggee-tree.ts';
import { ProgramFiles } from './session/program-files.ts';
import { TreeBreakpoints } from './session/tree-breakpoints.ts';
import { FollowedCalls } from './stops/followed-calls.ts';
import { DapTracing } from './tracing/dap-tracing.ts';
import { DapWatches } from './writes/dap-watches.ts';

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
  readonly #threads: DebuggeeThreads;
  readonly #breakpoints: TreeBreakpoints;
  readonly #files = new ProgramFiles();
  readonly #restarts: FrameRestarts;
  readonly hang?: DapHangEvidence;
  readonly tracing?: DapTracing;
  readonly patches?: DapPatches;
  readonly #watches: DapWatches;
  readonly #followedCalls: FollowedCalls;

  constructor({ recipe, traceWire }: DapAdapterOptions) {
    this.#recipe = recipe;
    const { quirks } = recipe;
    const { events } = this;
    this.#inspection = new DapInspection(quirks);
    this.#threads = new DebuggeeThreads(quirks, this.#inspection, () => this.#tree);
    this.#followedCalls = new FollowedCalls(quirks.threads?.follow, this.#inspection);
    const questions = quirks.threads?.hang;
    if (questions) this.hang = new DapHangEvidence(questions, this.#hangHost());
    const { tracing, patches } = quirks.threads ?? {};
    if (patches) {
      const isEdited = async (path: string) => (await this.editedSource(path)) !== undefined;
      this.patches = new DapPatches(patches, { targets: () => this.#tree.configurable(), isEdited });
    }
    if (tracing) this.tracing = new DapTracing(tracing, () => this.#tree.configurable());
    this.#breakpoints = new TreeBreakpoints({
      quirks,
      targets: () => this.#tree.configurable(),
      report: (id, state) => events.emit('breakpoint', { id, state }),
      followed: (line) => events.emit('breakpointFollowed', line),
    });
    this.#watches = new DapWatches(quirks.expressions?.writes, this.#stoppedTargets(), {
      onStop: (target, stop, write) => reported.stops.judge(target, stop, write),
      onRecorded: (target, stop, write) => reported.record(target, stop, write),
    });
    const reported = new DebuggeeEvents(events, {
      quirks,
      inspection: this.#inspection,
      breakpoints: this.#breakpoints,
      watches: this.#watches,
      followedCalls: this.#followedCalls,
    });
    this.#restarts = reported.stops.restarts;
    this.#tree = new DebuggeeTree(quirks, {
      record: traceWire,
      configure: (target) => this.#configure(target),
      onTarget: (target) => reported.forward(target),
      onOutput: (chunk) => events.emit('output', chunk),
      onExited: (exit: ExitInfo) => events.emit('exited', exit),
      onLost: (cause) => events.emit('lost', { cause }),
    });
  }

  get writes(): WriteWatches {
    return this.#watches.places;
  }

  get processes(): DebuggeeProcesses | undefined {
    return this.#tree.processes;
  }

  get input(): DebuggeeInput | undefined {
    return this.#tree.input;
  }

  async launch(request: LaunchRequest, options: CallOptions): Promise<void> {
    this.#files.launchedIn(request.cwd, request.program);
    await this.#open((call) => this.#recipe.launch(request, call), 'launch_failed', options);
  }

  async attach(request: AttachRequest, options: CallOptions): Promise<void> {
    await this.#open((call) => this.#recipe.attach(request, call), 'attach_refused', options);
  }

  /** Takes over the processes of a program that is started elsewhere, as they report; in place of `launch` and `attach`. */
  follow(link: AdapterLink): void {
    this.#tree.follow(link);
  }

  async #open(
    link: (call: CallOptions) => Promise<AdapterLink>,
    failure: 'launch_failed' | 'attach_refused',
    options: CallOptions,
  ): Promise<void> {
    const call = this.#tree.untilEnded(options);
    const opened = await link(call);
    this.#files.opened(opened);
    await this.#tree.open(opened, failure, call);
  }

  /** All that a session needs to know before its program runs; sent in one go. */
  #configure(target: DapTarget): readonly Promise<unknown>[] {
    const { start } = this.#recipe.quirks;
    return [
      ...(start?.prepare?.(target.connection) ?? []),
      ...(this.hang ? [this.hang.prepare(target)] : []),
      ...(this.tracing ? [this.tracing.join(target)] : []),
      ...this.#breakpoints.configure(target),
    ];
  }

  setBreakpoints(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#breakpoints.set(path, wanted, options);
  }

  setFunctionBreakpoints(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#breakpoints.setFunctions(wanted, options);
  }

  setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    return this.#breakpoints.setExceptionMode(mode, options);
  }

  async expressionError(expression: string, options: CallOptions = {}): Promise<string | undefined> {
    const errors = await this.#recipe.quirks.expressions?.errors?.([[expression]], options);
    return errors?.[0];
  }

  threads(): readonly Thread[] {
    return this.#tree.threads();
  }

  stackTrace(threadId: ThreadId, options?: CallOptions): Promise<readonly StackFrame[]> {
    const { target, thread } = this.#threads.of(threadId);
    return this.#inspection.stackTrace(target, thread.dapId, options);
  }

  async callNames(threadId: ThreadId): Promise<readonly string[]> {
    return this.#inspection.calls.namesOf(threadId);
  }

  followCall(frameId: FrameId, options: CallOptions): Promise<FollowedCall | undefined> {
    return this.#followedCalls.follow(frameId, options);
  }

  scopes(frameId: FrameId, options?: CallOptions): Promise<readonly Scope[]> {
    return this.#inspection.scopes(frameId, options);
  }

  variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    return this.#inspection.variables(request, options);
  }

  evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    return this.#inspection.evaluate(request, options);
  }

  endEvaluation(frameId: FrameId): Promise<void> {
    return this.#inspection.endEvaluation(frameId);
  }

  setVariable(frameId: FrameId, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    return setVariable(this.#inspection, this.#recipe.quirks, { frameId, name, expression }, options);
  }

  continue(threadId: ThreadId, options?: CallOptions): Promise<void> {
    return this.#threads.resume('continue', threadId, options);
  }

  next(threadId: ThreadId, options?: CallOptions): Promise<void> {
    return this.#threads.resume('next', threadId, options);
  }

  stepIn(threadId: ThreadId, options?: CallOptions): Promise<void> {
    return this.#threads.resume('stepIn', threadId, options);
  }

  stepOut(threadId: ThreadId, options?: CallOptions): Promise<void> {
    return this.#threads.resume('stepOut', threadId, options);
  }

  restartFrame(frameId: FrameId, options?: RestartOptions): Promise<RestartOutcome> {
    const { target, threadId, frame } = this.#inspection.frame(frameId);
    return this.#restarts.restart({ target, thread: this.#threads.of(threadId).thread, frame }, options);
  }

  async forceReturn(): Promise<ForcedReturn> {
    const why = this.#recipe.quirks.threads?.noForcedReturn;
    return why === undefined ? CANNOT_FORCE : { kind: 'refused', why };
  }

  pause(threadId: ThreadId, options?: CallOptions): Promise<void> {
    return this.#threads.pause(threadId, options);
  }

  whereabouts(threadId: ThreadId, options?: CallOptions): Promise<SourceLocation | undefined> {
    return this.#threads.whereabouts(threadId, options);
  }

  relatedExceptions(threadId: ThreadId, options?: CallOptions): Promise<readonly RelatedException[]> {
    return this.#threads.relatedExceptions(threadId, options);
  }

  source(path: string, options?: CallOptions): Promise<string | undefined> {
    return this.#inspection.sources.text(path, options);
  }

  /** No adapter says which text runs: what is known are the times of the file and of the process. */
  async editedSource(path: string, frameId?: FrameId): Promise<EditedSource | undefined> {
    if (this.patches?.isPatched(path)) return { since: 'patch' };
    const inFrame = frameId === undefined ? undefined : this.#inspection.frame(frameId).target;
    const targets = inFrame === undefined ? this.#tree.configurable() : [inFrame];
    const savedAtMs = statOf(path)?.mtimeMs;
    const isNewer = (target: DapTarget) => (savedAtMs ?? 0) > (this.#tree.startOf(target) ?? Number.POSITIVE_INFINITY);
    return targets.some(isNewer) ? { since: 'start' } : undefined;
  }

  isOwnSource(path: string): boolean {
    return this.#files.isSource(path);
  }

  async disconnect(options?: CallOptions): Promise<void> {
    await this.#watches.end(options);
    await this.#tree.disconnect(options);
  }

  terminate(): Promise<void> {
    return this.#tree.terminate();
  }

  #stoppedTargets(): ConstructorParameters<typeof DapWatches>[1] {
    return {
      frame: (frameId) => this.#inspection.frame(frameId),
      stackOf: (frameId) => this.#inspection.stackWith(frameId),
      targetOf: (threadId) => this.#threads.of(threadId).target,
    };
  }

  #hangHost(): ConstructorParameters<typeof DapHangEvidence>[1] {
    return {
      thread: (threadId) => {
        const { target, thread } = this.#threads.of(threadId);
        return { target, dapId: thread.dapId, isFirst: target.threads.list()[0] === thread };
      },
      publicIdOf: (target, dapId) => target.threads.list().find((each) => each.dapId === dapId)?.publicId,
    };
  }
}
