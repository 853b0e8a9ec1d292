import { EventEmitter } from 'node:events';
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
import type { ProcessIdentity } from '../../model/session-summary.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StackFrame, Thread } from '../../model/stack-frame.ts';
import type { RelatedException } from '../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../model/variable.ts';
import type {
  AdapterEvents,
  AttachRequest,
  DebugAdapter,
  EvaluateRequest,
  ExpressionOptions,
  LaunchRequest,
  VariablesRequest,
} from '../debug-adapter.ts';
import type { DebuggeeInput } from '../debuggee-input.ts';
import type { EditedSource } from '../edited-source.ts';
import type { FollowedCall } from '../followed-call.ts';
import type { HangEvidence } from '../hang-evidence.ts';
import type { LiveTracing } from '../live-tracing.ts';
import type { Patches } from '../patches.ts';
import { CANNOT_RESTART, type RestartOptions, type RestartOutcome } from '../restart-outcome.ts';
import { CANNOT_FORCE, type ForcedReturn, type ReturnStops } from '../return-stops.ts';
import type { WriteWatches } from '../write-watches.ts';
import { CompositeBreakpoints } from './composite-breakpoints.ts';
import { CompositeHang } from './composite-hang.ts';
import { CompositePatches } from './composite-patches.ts';
import { CompositeSources } from './composite-sources.ts';
import { CompositeTracing } from './composite-tracing.ts';
import { CompositeWrites } from './composite-writes.ts';
import { DebuggeeEnd } from './debuggee-end.ts';
import type { FollowedLanguage } from './followed-language.ts';
import { FollowedStart } from './followed-start.ts';
import { forwardEvents } from './forward-events.ts';
import { type Part, Parts } from './parts.ts';

/** Names all members, also those that may be left out: one that is forgotten here would be missing in every language. */
type Whole<T> = { [Member in keyof Required<T>]: T[Member] };

/** The program's own language, and what debugs it. */
export interface RootAdapter {
  readonly adapter: DebugAdapter;
  /** True if a source file is written in it. @param path Absolute. */
  isSource(path: string): boolean;
}

/**
 * One debuggee in several languages: a program, and the processes of other languages below it. Each part numbers its own threads, frames
 * and values; here they have numbers of which none occurs twice. Every verb goes to the part that its thread, frame, value or file
 * belongs to. The program's output is its own part's: the others write to the same pipes.
 */
export class CompositeAdapter implements Whole<DebugAdapter> {
  readonly events = new EventEmitter<AdapterEvents>();
  readonly hang: HangEvidence | undefined;
  readonly tracing: LiveTracing | undefined;
  readonly writes: WriteWatches;
  readonly patches: Patches;
  readonly #parts: Parts;
  readonly #breakpoints: CompositeBreakpoints;
  readonly #sources: CompositeSources;
  readonly #start: FollowedStart;
  readonly #end: DebuggeeEnd;

  constructor(root: RootAdapter, followed: readonly FollowedLanguage[]) {
    const hang = () => (this.hang instanceof CompositeHang ? this.hang : undefined);
    this.#parts = new Parts({ adapter: root.adapter, language: root }, followed, async (part) => {
      this.#listen(part);
      await Promise.all([
        this.#breakpoints.sendAll(part),
        hang()
          ?.prepare(part)
          .catch(() => {}),
      ]);
    });
    this.#breakpoints = new CompositeBreakpoints(this.#parts, (id, state) =>
      this.events.emit('breakpoint', { id, state }),
    );
    this.hang = root.adapter.hang && new CompositeHang(this.#parts, root.adapter.hang);
    this.writes = new CompositeWrites(this.#parts);
    this.patches = new CompositePatches(this.#parts);
    this.tracing = root.adapter.tracing && new CompositeTracing(this.#parts);
    this.#listen(this.#parts.root);
    this.#sources = new CompositeSources(this.#parts);
    this.#start = new FollowedStart(this.#parts, this.events, this.#breakpoints);
    this.#end = new DebuggeeEnd(this.#parts, this.events, this.#breakpoints);
  }

  /** The program's, as its own part knows them; where debuggers listen is known by each for its own. */
  get processes(): DebuggeeProcesses | undefined {
    const [own, ...others] = this.#parts.all().map(({ adapter }) => adapter.processes);
    if (own === undefined) return undefined;
    return { ...own, debuggerPorts: [own, ...others].flatMap((each) => each?.debuggerPorts ?? []) };
  }

  get input(): DebuggeeInput | undefined {
    return this.#parts.root.adapter.input;
  }

  #listen(part: Part): void {
    forwardEvents(part, this.#parts, this.events, (id, state) => this.#breakpoints.learn(part, id, state));
  }

  launch(request: LaunchRequest, options: CallOptions): Promise<void> {
    return this.#start.launch(request, options);
  }

  attach(request: AttachRequest, options: CallOptions): Promise<void> {
    return this.#start.attach(request, options);
  }

  setBreakpoints(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#breakpoints.setLines(path, wanted, options);
  }

  setFunctionBreakpoints(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#breakpoints.setFunctions(wanted, options);
  }

  setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    return this.#breakpoints.setMode(mode, options);
  }

  expressionError(expression: string, options?: ExpressionOptions): Promise<string | undefined> {
    return this.#sources.expressionError(expression, options);
  }

  threads(): readonly Thread[] {
    return this.#parts.threads();
  }

  get unadopted(): readonly ProcessIdentity[] {
    return this.#parts.unadopted();
  }

  async stackTrace(threadNumber: number, options?: CallOptions): Promise<readonly StackFrame[]> {
    const { adapter, ids, threadId } = this.#ofThread(threadNumber);
    const frames = await adapter.stackTrace(threadId, options);
    return frames.map((frame) => ids.frame(frame));
  }

  async relatedExceptions(threadNumber: number, options?: CallOptions): Promise<readonly RelatedException[]> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    return adapter.relatedExceptions(threadId, options);
  }

  async callNames(threadNumber: number, options?: CallOptions): Promise<readonly string[]> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    return adapter.callNames(threadId, options);
  }

  async followCall(frameId: FrameId, options: CallOptions): Promise<FollowedCall | undefined> {
    const { adapter, ids } = this.#parts.ofHandle(frameId);
    return adapter.followCall?.(ids.ownId(frameId), options);
  }

  async scopes(frameId: FrameId, options?: CallOptions): Promise<readonly Scope[]> {
    const { adapter, ids } = this.#parts.ofHandle(frameId);
    const scopes = await adapter.scopes(ids.ownId(frameId), options);
    return scopes.map((scope) => ids.scope(scope));
  }

  async variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    const { adapter, ids } = this.#parts.ofHandle(request.variablesReference);
    const own = { ...request, variablesReference: ids.ownId(request.variablesReference) };
    const variables = await adapter.variables(own, options);
    return variables.map((variable) => ids.value(variable));
  }

  async evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    const { frameId } = request;
    if (frameId === undefined) return this.#parts.root.adapter.evaluate(request, options);
    const { adapter, ids } = this.#parts.ofHandle(frameId);
    return ids.outcome(await adapter.evaluate({ ...request, frameId: ids.ownId(frameId) }, options));
  }

  async endEvaluation(frameId: FrameId): Promise<void> {
    const { adapter, ids } = this.#parts.ofHandle(frameId);
    await adapter.endEvaluation?.(ids.ownId(frameId));
  }

  async setVariable(frameId: FrameId, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    const { adapter, ids } = this.#parts.ofHandle(frameId);
    return ids.value(await adapter.setVariable(ids.ownId(frameId), name, expression, options));
  }

  source(path: string, options?: CallOptions): Promise<string | undefined> {
    return this.#sources.text(path, options);
  }

  editedSource(path: string, frameId?: FrameId, options?: CallOptions): Promise<EditedSource | undefined> {
    return this.#sources.edited(path, frameId, options);
  }

  isOwnSource(path: string): boolean {
    return this.#sources.isOwn(path);
  }

  async continue(threadNumber: number, options?: CallOptions): Promise<void> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    await adapter.continue(threadId, options);
  }

  async next(threadNumber: number, options?: CallOptions): Promise<void> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    await adapter.next(threadId, options);
  }

  async stepIn(threadNumber: number, options?: CallOptions): Promise<void> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    await adapter.stepIn(threadId, options);
  }

  async stepOut(threadNumber: number, options?: CallOptions): Promise<void> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    await adapter.stepOut(threadId, options);
  }

  async restartFrame(frameId: FrameId, options?: RestartOptions): Promise<RestartOutcome> {
    const { adapter, ids } = this.#parts.ofHandle(frameId);
    const restarted = adapter.restartFrame?.(ids.ownId(frameId), options);
    return restarted ?? CANNOT_RESTART;
  }

  async forceReturn(frameId: FrameId, expression: string, options?: CallOptions): Promise<ForcedReturn> {
    const { adapter, ids } = this.#parts.ofHandle(frameId);
    return (await adapter.forceReturn?.(ids.ownId(frameId), expression, options)) ?? CANNOT_FORCE;
  }

  async pause(threadNumber: number, options?: CallOptions): Promise<void> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    await adapter.pause(threadId, options);
  }

  pauseIdle(threadNumber: number): void {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    adapter.pauseIdle?.(threadId);
  }

  async whereabouts(threadNumber: number, options?: CallOptions): Promise<SourceLocation | undefined> {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    return adapter.whereabouts(threadId, options);
  }

  isStepping(threadNumber: number): boolean {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    return adapter.isStepping?.(threadId) ?? false;
  }

  returnStops(threadNumber: number): ReturnStops | undefined {
    const { adapter, threadId } = this.#ofThread(threadNumber);
    return adapter.returnStops?.(threadId);
  }

  disconnect(options?: CallOptions): Promise<void> {
    return this.#end.disconnect(options);
  }

  terminate(options?: CallOptions): Promise<void> {
    return this.#end.terminate(options);
  }

  /** @throws DebugError `connection_closed` */
  #ofThread(threadNumber: number): Part & { readonly threadId: ThreadId } {
    const { part, threadId } = this.#parts.ofThread(threadNumber);
    return { ...part, threadId };
  }
}
