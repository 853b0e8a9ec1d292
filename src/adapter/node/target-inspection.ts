import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { StackFrame } from '../../model/stack-frame.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../model/variable.ts';
import type { EvaluateRequest, ValueLimits, VariablesRequest } from '../debug-adapter.ts';
import { ASYNC_STACK, parseAsyncParents } from './async-parents.ts';
import { evaluateInFrame } from './evaluate-in-frame.ts';
import { Handles } from './frame-handles.ts';
import { COLLECT_OWN_GLOBALS, type ScopeGroup, scopeGroups, withoutWrapperNames } from './frame-scopes.ts';
import type { NodeTarget, TargetStop } from './node-target.ts';
import { type PausedFrame, toStackFrame } from './pause.ts';
import { isUncaught } from './pause-verdict.ts';
import { exceptionInfo, type RemoteObject } from './remote-values.ts';
import { assignVariable } from './set-variable.ts';
import type { SummaryRoot } from './summary/summary-calls.ts';
import type { PathStep } from './summary/summary-node.ts';
import { toValueSummary, toVariable } from './summary/to-variable.ts';

interface FrameHandle {
  readonly threadId: number;
  readonly frame: PausedFrame;
}

type ValueHandle = { readonly threadId: number } & (
  | { readonly kind: 'scope'; readonly group: ScopeGroup; readonly frame: PausedFrame }
  | { readonly kind: 'value'; readonly root: SummaryRoot; readonly path: readonly PathStep[] }
);

/** Values of this group are released when their thread resumes. */
export const EVALUATED_GROUP = 'mcp-debugger';

/**
 * Looks into stopped threads: frames, scopes, values. Gives out handles that are valid until their thread resumes.
 */
export class TargetInspection {
  readonly #targetOf: (threadId: number) => NodeTarget;
  readonly #frames = new Handles<FrameHandle>('frame');
  readonly #values = new Handles<ValueHandle>('value');
  readonly #stacks = new Map<number, readonly { readonly id: number; readonly frame: PausedFrame }[]>();

  constructor(targetOf: (threadId: number) => NodeTarget) {
    this.#targetOf = targetOf;
  }

  /** Drops all handles of a thread: it has resumed. */
  forget(threadId: number): void {
    this.#stacks.delete(threadId);
    this.#frames.drop((handle) => handle.threadId === threadId);
    this.#values.drop((handle) => handle.threadId === threadId);
  }

  /** A pause in the model's words, with handles to look into it. */
  stoppedInfo(threadId: number, stop: TargetStop): StoppedInfo {
    const { pause, reason, hitBreakpointIds } = stop;
    const stack = pause.frames.map((frame) => ({ id: this.#frames.add({ threadId, frame }), frame }));
    this.#stacks.set(threadId, stack);
    const focus = stack.find(({ frame }) => frame === pause.focus);
    const thrown: RemoteObject | undefined = reason === 'exception' ? thrownOf(pause.params.data) : undefined;
    return {
      threadId,
      frameId: focus?.id ?? 0,
      reason,
      location: focus?.frame.location ?? { path: '(no frame)', line: 1, column: 1 },
      functionName: focus?.frame.name ?? '(no frame)',
      hitBreakpointIds,
      ...(thrown
        ? { exception: exceptionInfo(thrown, isUncaught(pause.params), this.#reference(threadId, thrown)) }
        : {}),
    };
  }

  async stackTrace(threadId: number, options?: CallOptions): Promise<readonly StackFrame[]> {
    const target = this.#targetOf(threadId);
    const pause = target.pausedNow();
    const frames = (this.#stacks.get(threadId) ?? []).map(({ id, frame }) => toStackFrame(id, frame));
    if (pause.startedByMain) return frames;
    const stack = await target.summariser.callOn(ASYNC_STACK, options);
    const parents = parseAsyncParents(stack).map((parent): StackFrame => ({ id: 0, ...parent, presentation: 'async' }));
    return [...frames, ...parents];
  }

  scopes(frameId: number): readonly Scope[] {
    const { threadId, frame } = this.#frames.get(frameId);
    return scopeGroups(frame).map((group) => ({
      kind: group.kind,
      name: group.name,
      variablesReference: this.#values.add({ threadId, kind: 'scope', group, frame }),
      expensive: group.kind === 'global',
    }));
  }

  async variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    const handle = this.#values.get(request.variablesReference);
    if (handle.kind === 'scope') return this.#scopeVariables(handle, request, options);
    const { root, path, threadId } = handle;
    const limits = { ...request, depth: request.depth + 1 };
    const result = await this.#targetOf(threadId).summariser.value(root, path, request.start ?? 0, limits, options);
    if (result.kind !== 'value') throw goneError(result.kind);
    return (result.node.children ?? []).map((child) => toVariable(child, path, this.#allot(threadId, root)));
  }

  async #scopeVariables(
    { threadId, group, frame }: Extract<ValueHandle, { kind: 'scope' }>,
    limits: VariablesRequest,
    options?: CallOptions,
  ): Promise<readonly Variable[]> {
    const target = this.#targetOf(threadId);
    const objectIds = group.kind === 'global' ? await ownGlobals(target, group, options) : group.objectIds;
    const bounds = { ...limits, maxVariables: (limits.start ?? 0) + limits.maxChildren };
    const [scopes, self] = await Promise.all([
      target.summariser.scopes(objectIds, bounds, options),
      group.kind === 'local' ? this.#thisVariable(threadId, frame, limits, options) : undefined,
    ]);
    const seen = new Set<string>();
    const variables = scopes.flatMap((scope, index) =>
      scope.variables.flatMap((node) => {
        if (seen.has(node.name)) return [];
        seen.add(node.name);
        return toVariable(node, [], this.#allot(threadId, { objectId: objectIds[index] ?? '' }));
      }),
    );
    return [...withoutWrapperNames(variables), ...(self ? [self] : [])].slice(limits.start ?? 0);
  }

  /** `this`, where it is an object that the code can mean: not the global object, not a module's empty `exports`. */
  async #thisVariable(
    threadId: number,
    frame: PausedFrame,
    limits: ValueLimits,
    options?: CallOptions,
  ): Promise<Variable | undefined> {
    const self = frame.callFrame.this;
    if (self.objectId === undefined || self.className === 'global' || frame.name === '(module)') return undefined;
    return { name: 'this', ...(await this.#summary(threadId, self, limits, options)) };
  }

  async evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    if (request.frameId === undefined) {
      throw new DebugError(
        'unsupported',
        'A Node.js program can be asked for values only in a frame, while it is stopped.',
      );
    }
    const { threadId, frame } = this.#frames.get(request.frameId);
    const answer = await evaluateInFrame(this.#targetOf(threadId).session, frame, request, options);
    if (answer.kind === 'thrown') {
      return {
        kind: 'thrown',
        exception: exceptionInfo(answer.thrown, false, this.#reference(threadId, answer.thrown)),
      };
    }
    if (answer.kind !== 'object') return answer;
    return { kind: 'value', ...(await this.#summary(threadId, answer.object, request, options, answer.path)) };
  }

  async setVariable(frameId: number, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    const { threadId, frame } = this.#frames.get(frameId);
    const request = { depth: 0, maxChildren: 0, maxTextLength: 200 };
    await assignVariable(this.#targetOf(threadId), frame, name, expression, options);
    const outcome = await this.evaluate({ expression: name, frameId, readOnly: true, ...request }, options);
    if (outcome.kind === 'value') return outcome;
    throw new DebugError('internal', `${name} was assigned, but could not be read again.`);
  }

  async #summary(
    threadId: number,
    root: SummaryRoot,
    limits: ValueLimits,
    options?: CallOptions,
    path: readonly PathStep[] = [],
  ): Promise<ValueSummary> {
    const result = await this.#targetOf(threadId).summariser.value(root, path, 0, limits, options);
    if (result.kind !== 'value') throw goneError(result.kind);
    return toValueSummary(result.node, path, this.#allot(threadId, root));
  }

  #allot(threadId: number, root: SummaryRoot): (path: readonly PathStep[]) => number {
    return (path) => this.#values.add({ threadId, kind: 'value', root, path });
  }

  #reference(threadId: number, remote: RemoteObject): number {
    return remote.objectId === undefined ? 0 : this.#values.add({ threadId, kind: 'value', root: remote, path: [] });
  }
}

/** An object that holds the program's own globals, and the scope of top-level `let` and `const` of classic scripts. */
async function ownGlobals(target: NodeTarget, group: ScopeGroup, options?: CallOptions): Promise<string[]> {
  const globalId = group.objectIds.at(-1);
  if (globalId === undefined) return [];
  const request = {
    objectId: globalId,
    functionDeclaration: COLLECT_OWN_GLOBALS,
    objectGroup: EVALUATED_GROUP,
    silent: true,
  };
  const { result } = await target.session.send('Runtime.callFunctionOn', request, options);
  return [...group.objectIds.slice(0, -1), ...(result.objectId === undefined ? [] : [result.objectId])];
}

function thrownOf(data: unknown): RemoteObject | undefined {
  const isRemote = (value: unknown): value is RemoteObject =>
    typeof value === 'object' && value !== null && 'type' in value;
  return isRemote(data) ? data : undefined;
}

function goneError(kind: 'accessor' | 'uninitialized' | 'missing'): DebugError {
  const why = {
    accessor: 'It is a getter, which is never run by looking.',
    uninitialized: 'It has no value yet: its declaration has not run.',
    missing: 'It is not there any more.',
  } as const;
  return new DebugError('variable_not_found', why[kind], {
    advice: 'Evaluate it with debug_evaluate if running its code is intended.',
  });
}
