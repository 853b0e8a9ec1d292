import type { DapFrameId, DapThreadId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { SeenWrite } from '../../../model/data-breakpoint.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../../model/evaluate-outcome.ts';
import type { FrameId, ThreadId } from '../../../model/ids.ts';
import type { StackFrame } from '../../../model/stack-frame.ts';
import type { StoppedInfo } from '../../../model/stop-outcome.ts';
import type { Scope, ScopeKind, ValueSummary, Variable } from '../../../model/variable.ts';
import type { EvaluateRequest, ValueLimits, VariablesRequest } from '../../debug-adapter.ts';
import { Handles } from '../../handles.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import type { SummarisedValue, SummarisedVariable, SummaryQuestion, ValueRoot } from '../recipe/value-questions.ts';
import type { DapStop, DapTarget } from '../session/dap-target.ts';
import { SteppedCalls } from '../stops/stepped-calls.ts';
import { exceptionOf } from '../stops/stop-exception.ts';
import { stopReason } from '../stops/stop-reason.ts';
import type { StoppedStack } from '../writes/data-breakpoints.ts';
import { evaluatePlainly, readVariables, type ValueReading } from './dap-values.ts';
import { locationOf } from './frame-location.ts';
import { isOwnFrame } from './own-frames.ts';
import { SourceTexts } from './source-texts.ts';
import { SummaryQuestions } from './summary-questions.ts';

/** Time beyond an evaluation's limit, for one that ends by itself in time, to say so. */
const ANSWER_GRACE_MS = 1_500;

/** The adapter's number of no frame. */
const NO_FRAME = -1;

interface FrameHandle {
  readonly target: DapTarget;
  readonly threadId: ThreadId;
  readonly frame: Dap.StackFrame;
}

type ValueHandle = { readonly in: FrameHandle } & (
  | { readonly kind: 'scope'; readonly scope: 'local' | 'global' }
  | { readonly kind: 'inside'; readonly root: ValueRoot; readonly path: readonly number[] }
  | { readonly kind: 'dap'; readonly reference: number }
);

/**
 * Looks into stopped threads through DAP. Gives out numbers of its own for frames and values, valid until their process
 * resumes: an adapter's own numbers may mean something else then.
 */
export class DapInspection {
  readonly #quirks: AdapterQuirks;
  readonly #frames = new Handles<FrameHandle>('frame');
  readonly #values = new Handles<ValueHandle>('value');
  readonly sources = new SourceTexts();
  readonly calls = new SteppedCalls();
  readonly #questions: SummaryQuestions;
  readonly #stacks = new Map<DapTarget, Map<DapThreadId, Promise<readonly FrameHandleEntry[]>>>();

  constructor(quirks: AdapterQuirks) {
    this.#quirks = quirks;
    this.#questions = new SummaryQuestions(quirks.expressions?.summariser);
  }

  #isOwn(frame: Dap.StackFrame): boolean {
    return isOwnFrame(frame, this.#quirks.threads);
  }

  /** Drops all handles of a process: it has resumed, or ended. */
  forget(target: DapTarget): void {
    this.#stacks.delete(target);
    this.#frames.drop((handle) => handle.target === target);
    this.#values.drop((handle) => handle.in.target === target);
  }

  /** A stop in the model's words, with handles to look into it. @param write What the thread has written, where it stopped for that. */
  stoppedInfo(target: DapTarget, stop: DapStop, write?: SeenWrite): StoppedInfo {
    const { thread, body, frames } = stop;
    const stack = this.#enter(target, thread.publicId, frames);
    this.#stackOf(target).set(thread.dapId, Promise.resolve(stack));
    const given = write ? 'data breakpoint' : stopReason(body, target.wasPaused);
    const isEntry = /breakpoint$/.test(given) && target.breakpoints.functions.takesEntry(stack[0]?.frame.name ?? '');
    const reason = isEntry ? 'entry' : given;
    // Thrown or paused somewhere inside a library, the program's own call is what matters; a breakpoint may be meant to be there.
    const own =
      reason === 'exception' || reason === 'pause' ? stack.find(({ frame }) => this.#isOwn(frame)) : undefined;
    const focus = own ?? stack.find(({ frame }) => frame.source?.path) ?? stack[0];
    const location = focus === undefined ? { path: '(unknown)', line: 1, column: 1 } : locationOf(focus.frame);
    const functionName = focus?.frame.name ?? '(unknown)';
    const isBreakpoint = reason === 'breakpoint' || reason === 'function breakpoint';
    const hitBreakpointIds = isBreakpoint
      ? target.breakpoints.hits(body.hitBreakpointIds, reason === 'function breakpoint', location, functionName)
      : [];
    return {
      threadId: thread.publicId,
      frameId: focus?.id ?? this.#nowhere(target, thread.publicId),
      reason,
      location,
      functionName,
      hitBreakpointIds,
      ...(write ? { write } : {}),
      ...(reason === 'exception'
        ? { exception: exceptionOf(stop, this.#quirks.exceptions, target.breakpoints.stopsAtUncaughtOnly) }
        : {}),
    };
  }

  async stackTrace(target: DapTarget, dapThreadId: DapThreadId, options?: CallOptions): Promise<readonly StackFrame[]> {
    const thread = target.threads.get(dapThreadId);
    const stacks = this.#stackOf(target);
    const known = stacks.get(dapThreadId);
    const asked =
      known ?? target.frames(dapThreadId, options).then((frames) => this.#enter(target, thread.publicId, frames));
    if (known === undefined && target.isStopped) {
      stacks.set(dapThreadId, asked);
      // One that failed is asked for again.
      asked.catch(() => stacks.delete(dapThreadId));
    }
    return (await asked).map(({ id, frame }) => ({
      id,
      name: frame.name,
      location: locationOf(frame),
      presentation: this.#isOwn(frame) ? 'normal' : 'internal',
    }));
  }

  async scopes(frameId: FrameId, options?: CallOptions): Promise<readonly Scope[]> {
    const handle = this.#frames.get(frameId);
    if (handle.frame.id === NO_FRAME) return [];
    if (this.#questions.canAsk) {
      return SUMMARISED_SCOPES.map(({ scope, name }) => ({
        kind: scope,
        name,
        variablesReference: this.#values.add({ in: handle, kind: 'scope', scope }),
        expensive: scope === 'global',
        isOfModule: scope === 'global',
      }));
    }
    const { scopes } = await handle.target.connection.request('scopes', { frameId: handle.frame.id }, options);
    return scopes.map((scope) => ({
      kind: scopeKind(scope),
      name: scope.name,
      variablesReference: this.#allot(handle, scope.variablesReference),
      expensive: scope.expensive,
    }));
  }

  async variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    const handle = this.#values.get(request.variablesReference);
    const { start = 0, ...limits } = request;
    if (handle.kind === 'dap') {
      const { connection } = handle.in.target;
      return readVariables(connection, handle.reference, { ...limits, start }, this.#reading(handle.in), options);
    }
    const question: SummaryQuestion =
      handle.kind === 'scope'
        ? { kind: 'scope', scope: handle.scope, start }
        : { kind: 'children', root: handle.root, path: handle.path, start };
    const answer = await this.#questions.askOnce(handle.in, question, limits, options);
    if (answer?.kind === 'variables') {
      if (handle.kind === 'scope') this.calls.note(handle.in.threadId, handle.in.frame.id, answer.call);
      return answer.variables.map((each, index) => ({
        ...namesOf(each),
        ...atThrow(each),
        ...(handle.kind === 'scope'
          ? this.#toSummary(handle.in, { scope: handle.scope, name: each.name }, [], each)
          : this.#toSummary(handle.in, handle.root, [...handle.path, start + index], each)),
      }));
    }
    if (answer === undefined && handle.kind === 'scope') return this.#plainScope(handle, { ...limits, start }, options);
    throw new DebugError('stale_reference', 'The value is not held any more: the program has resumed.', {
      advice: 'Ask for the variables again and use the numbers of that answer.',
    });
  }

  async evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    if (request.readOnly) throw cannotBeReadOnly();
    if (request.frameId === undefined) {
      throw new DebugError('unsupported', 'The program can be asked for values only in a frame, while it is stopped.');
    }
    const handle = this.#frames.get(request.frameId);
    if (handle.frame.id === NO_FRAME) throw withoutFrames();
    this.#questions.forget(handle.target);
    const { expression } = request;
    const timeoutMs = options?.timeoutMs;
    const call = timeoutMs === undefined ? options : { ...options, timeoutMs: timeoutMs + ANSWER_GRACE_MS };
    const plainly = () =>
      evaluatePlainly(
        handle.target.connection,
        { expression, frameId: handle.frame.id, context: this.#quirks.expressions?.context ?? 'watch' },
        request,
        this.#reading(handle),
        call,
      );
    return inTime(timeoutMs, async () => {
      const answer = await this.#questions.ask(handle, { kind: 'value', expression, timeoutMs }, request, call);
      switch (answer?.kind) {
        case 'value':
          return { kind: 'value', ...this.#toHeld(handle, answer.value) };
        case 'thrown': {
          const { name, message, trace } = answer;
          const value = this.#toHeld(handle, answer.value);
          return { kind: 'thrown', exception: { name, message, uncaught: false, value, trace } };
        }
        case 'timeout':
          return { kind: 'timeout', timeoutMs: timeoutMs ?? 0 };
        default:
          return plainly();
      }
    });
  }

  /** Has the debuggee end an evaluation that runs in a frame, where the language's code there can. */
  async endEvaluation(frameId: FrameId): Promise<void> {
    const { target } = this.#frames.get(frameId);
    const expression = this.#quirks.expressions?.summariser?.ending?.();
    // Without a frame: the thread that has it is busy.
    if (expression !== undefined) await target.answerTo({ expression, context: 'variables' });
  }

  /** The DAP numbers behind one of ours. @throws DebugError `stale_reference`, `invalid_argument` */
  frame(frameId: FrameId): FrameHandle & { readonly dapFrameId: DapFrameId } {
    const handle = this.#frames.get(frameId);
    return { ...handle, dapFrameId: handle.frame.id };
  }

  /** A frame with all of its thread. @throws DebugError `stale_reference`, `invalid_argument` */
  async stackWith(frameId: FrameId): Promise<StoppedStack> {
    const { target, frame } = this.#frames.get(frameId);
    for (const [dapThreadId, asked] of this.#stackOf(target)) {
      const stack = await asked;
      if (stack.some(({ id }) => id === frameId))
        return { target, dapThreadId, dapFrameId: frame.id, frames: stack.map((each) => each.frame) };
    }
    return { target, dapThreadId: 0, dapFrameId: frame.id, frames: [frame] };
  }

  /** A process has stopped, and its frames are being asked for. */
  prefetch(target: DapTarget): void {
    this.#questions.prefetch(target);
  }

  async #plainScope(
    handle: ValueHandle & { kind: 'scope' },
    limits: ValueLimits & { start: number },
    options: CallOptions | undefined,
  ): Promise<readonly Variable[]> {
    const { target, frame } = handle.in;
    const { scopes } = await target.connection.request('scopes', { frameId: frame.id }, options);
    const scope = scopes.find((each) => scopeKind(each) === handle.scope) ?? scopes[0];
    if (scope === undefined) return [];
    return readVariables(target.connection, scope.variablesReference, limits, this.#reading(handle.in), options);
  }

  #enter(target: DapTarget, threadId: ThreadId, frames: readonly Dap.StackFrame[]): FrameHandleEntry[] {
    this.sources.note(target, frames);
    return frames
      .filter(({ presentationHint }) => presentationHint !== 'label')
      .map((given) => {
        const frame = { ...given, name: this.#quirks.threads?.frameName?.(given.name) ?? given.name };
        return { id: this.#frames.add({ target, threadId, frame }), frame };
      });
  }

  /** Stands for the frame of a thread that has none: the debugger has stopped it before its first, or cannot read them. */
  #nowhere(target: DapTarget, threadId: ThreadId): number {
    return this.#frames.add({ target, threadId, frame: { id: NO_FRAME, name: '(unknown)', line: 1, column: 1 } });
  }

  #stackOf(target: DapTarget): Map<DapThreadId, Promise<readonly FrameHandleEntry[]>> {
    const stacks = this.#stacks.get(target) ?? new Map();
    this.#stacks.set(target, stacks);
    return stacks;
  }

  /** The value of an expression, which the debuggee holds for as long as it is stopped. */
  #toHeld(handle: FrameHandle, node: SummarisedValue): ValueSummary {
    if (node.held !== undefined) handle.target.holdsValues = true;
    return this.#toSummary(handle, { held: node.held ?? 0 }, [], node);
  }

  #toSummary(handle: FrameHandle, root: ValueRoot, path: readonly number[], node: SummarisedValue): ValueSummary {
    const { type, text, childCount, cut, children } = node;
    const inner = (child: SummarisedVariable, index: number): Variable => ({
      ...namesOf(child),
      ...this.#toSummary(handle, root, [...path, index], child),
    });
    return {
      type,
      value: text,
      variablesReference: childCount === undefined ? 0 : this.#values.add({ in: handle, kind: 'inside', root, path }),
      ...(childCount === undefined ? {} : { childCount }),
      ...(cut ? { cut } : {}),
      ...(children === undefined ? {} : { children: children.map(inner) }),
    };
  }

  #reading(handle: FrameHandle): ValueReading {
    return { quirks: this.#quirks.expressions, allot: (reference) => this.#allot(handle, reference) };
  }

  #allot(handle: FrameHandle, reference: number): number {
    return reference === 0 ? 0 : this.#values.add({ in: handle, kind: 'dap', reference });
  }
}

interface FrameHandleEntry {
  readonly id: number;
  readonly frame: Dap.StackFrame;
}

const SUMMARISED_SCOPES = [
  { scope: 'local', name: 'Locals' },
  { scope: 'global', name: 'Globals' },
] as const;

function namesOf({
  name,
  sourceName,
  isElement,
}: SummarisedVariable): Pick<Variable, 'name' | 'sourceName' | 'isElement'> {
  return { name, ...(sourceName === undefined ? {} : { sourceName }), ...(isElement ? { isElement } : {}) };
}

function atThrow({ thrown }: SummarisedVariable): Pick<Variable, 'thrown' | 'thrownType'> {
  if (thrown === undefined) return {};
  return thrown === null ? { thrown } : { thrown: thrown[1], thrownType: thrown[0] };
}

function scopeKind({ presentationHint, name, expensive }: Dap.Scope): ScopeKind {
  if (presentationHint === 'locals' || presentationHint === 'arguments' || /^(locals?|arguments)$/i.test(name)) {
    return 'local';
  }
  if (/closure|free|captured/i.test(name)) return 'closure';
  return expensive || /global/i.test(name) ? 'global' : 'module';
}

async function inTime(
  timeoutMs: number | undefined,
  evaluate: () => Promise<EvaluateOutcome>,
): Promise<EvaluateOutcome> {
  try {
    return await evaluate();
  } catch (error) {
    const isLate = error instanceof DebugError && error.code === 'request_timeout';
    if (isLate && timeoutMs !== undefined) return { kind: 'timeout', timeoutMs };
    throw error;
  }
}

function withoutFrames(): DebugError {
  return new DebugError('unsupported', 'The thread has no frame in which an expression could be evaluated.', {
    advice: [{ action: 'continue' }, ' to where code of the program runs.'],
  });
}

function cannotBeReadOnly(): DebugError {
  return new DebugError('unsupported', 'This debugger cannot tell whether an expression changes the program.', {
    advice: 'Evaluate it without readOnly, or look at the variables: listing them runs no code of the program.',
    details: { argument: 'readOnly' },
  });
}
