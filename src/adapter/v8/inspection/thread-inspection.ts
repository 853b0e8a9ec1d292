import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../../model/evaluate-outcome.ts';
import type { FrameId, ThreadId } from '../../../model/ids.ts';
import type { StackFrame } from '../../../model/stack-frame.ts';
import type { StoppedInfo } from '../../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../../model/variable.ts';
import type { EvaluateRequest, ValueLimits, VariablesRequest } from '../../debug-adapter.ts';
import { Handles } from '../../handles.ts';
import type { UnseenReturn } from '../../return-stops.ts';
import { type PausedFrame, toStackFrame } from '../pauses/pause.ts';
import { isUncaught, isUndecided } from '../pauses/pause-verdict.ts';
import type { ThreadStop } from '../pauses/thread-events.ts';
import { inGeneratedNames, namesAround } from '../scripts/renamed-variables.ts';
import type { Script } from '../scripts/script-table.ts';
import { isConstantAt } from '../source/constants.ts';
import { hasInternalSlots, internalSlots } from '../summary/internal-slots.ts';
import { exceptionInfo, primitiveSummary, type RemoteObject, thrownOf } from '../summary/remote-values.ts';
import type { SummaryRoot } from '../summary/summary-calls.ts';
import type { PathStep } from '../summary/summary-node.ts';
import { toValueSummary, toVariable } from '../summary/to-variable.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { namedNodes, type ShownScope, shownScopes } from './bundle-scopes.ts';
import { EVALUATED_GROUP, evaluateInFrame, readInFrame } from './evaluate-in-frame.ts';
import { withoutWrapperNames, withTopLevel } from './frame-scopes.ts';
import { freshNodes, type Held } from './fresh-scopes.ts';
import { ownGlobals } from './own-globals.ts';
import { mayAssign, renewCode } from './renew-code.ts';
import { assignmentError, assignmentOf, isBareName } from './set-variable.ts';
import { asyncFrames, namedFrame } from './stack-frames.ts';
import { ThisValues } from './this-value.ts';

interface FrameHandle {
  readonly threadId: ThreadId;
  readonly frame: PausedFrame;
}

type ValueHandle = { readonly threadId: ThreadId } & (
  | (ShownScope & { readonly kind: 'scope'; readonly frame: PausedFrame })
  | { readonly kind: 'value'; readonly root: SummaryRoot; readonly path: readonly PathStep[] }
);

/**
 * Looks into stopped threads: frames, scopes, values. Gives out handles that are valid until their thread resumes.
 */
export class ThreadInspection {
  readonly #threadOf: (threadId: ThreadId) => V8Thread;
  readonly #frames = new Handles<FrameHandle>('frame');
  readonly #values = new Handles<ValueHandle>('value');
  readonly #thisValues = new ThisValues();
  readonly #stacks = new Map<number, readonly { readonly id: number; readonly frame: PausedFrame }[]>();
  /** Threads in which something was evaluated at this stop: they hold objects for us, and may have changed variables. */
  readonly #evaluated = new Set<number>();

  constructor(threadOf: (threadId: ThreadId) => V8Thread) {
    this.#threadOf = threadOf;
  }

  /** Drops all handles of a thread: it has resumed. */
  forget(threadId: ThreadId): void {
    this.#stacks.delete(threadId);
    this.#evaluated.delete(threadId);
    this.#frames.drop((handle) => handle.threadId === threadId);
    this.#values.drop((handle) => handle.threadId === threadId);
  }

  /** The thread is about to go on: lets go of what it holds for us. To be called before the command is sent. */
  release(threadId: ThreadId): void {
    if (this.#evaluated.delete(threadId)) {
      const { session } = this.#threadOf(threadId);
      // A failure means that the thread has ended, and its objects with it.
      session.send('Runtime.releaseObjectGroup', { objectGroup: EVALUATED_GROUP }).catch(() => {});
    }
    this.forget(threadId);
  }

  /** A pause in the model's words, with handles to look into it. */
  stoppedInfo(threadId: ThreadId, stop: ThreadStop): StoppedInfo {
    const { pause, reason, hitBreakpointIds, write } = stop;
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
      ...(write ? { write } : {}),
      ...(thrown
        ? {
            exception: {
              ...exceptionInfo(thrown, isUncaught(pause.params), this.#reference(threadId, thrown)),
              ...(isUndecided(pause.params) ? { undecided: 'promise' as const } : {}),
            },
          }
        : {}),
    };
  }

  /** The value whose throwing a thread is stopped at; undefined at other stops. */
  thrown(threadId: ThreadId): RemoteObject | undefined {
    return thrownOf(this.#threadOf(threadId).pausedNow().params.data);
  }

  /** The value that a stopped thread's function is about to return; undefined if it stands at no return. */
  async returned(threadId: ThreadId, maxTextLength: number, options?: CallOptions): Promise<ValueSummary | undefined> {
    const returned = this.#threadOf(threadId).pausedNow().params.callFrames[0]?.returnValue;
    if (returned === undefined) return undefined;
    if (returned.objectId === undefined) return primitiveSummary(returned, maxTextLength);
    return this.#summary(threadId, returned, { depth: 0, maxChildren: 30, maxTextLength }, options);
  }

  /** The return that the function may make without a stop there; see {@link ReturnStops.unseen}. */
  async unseenReturn(
    threadId: ThreadId,
    maxTextLength: number,
    options?: CallOptions,
  ): Promise<UnseenReturn | undefined> {
    const thread = this.#threadOf(threadId);
    const [top] = thread.pausedNow().params.callFrames;
    const unseen = top && (await thread.returnGuard.unseenReturn(top));
    if (!top || unseen?.expression === undefined) return unseen && {};
    this.#evaluated.add(threadId);
    const remote = await readInFrame(thread.session, top.callFrameId, unseen.expression, options);
    if (!remote) return {};
    if (remote.objectId === undefined) return { value: primitiveSummary(remote, maxTextLength) };
    return { value: await this.#summary(threadId, remote, { depth: 0, maxChildren: 30, maxTextLength }, options) };
  }

  async stackTrace(threadId: ThreadId, options?: CallOptions): Promise<readonly StackFrame[]> {
    const thread = this.#threadOf(threadId);
    const pause = thread.pausedNow();
    const stack = this.#stacks.get(threadId) ?? [];
    const named = (frame: PausedFrame) => thread.scripts.mapOf(frame.script)?.hasNames;
    const frames = await Promise.all(
      stack.map(({ id, frame }) => (named(frame) ? namedFrame(thread, id, frame, options) : toStackFrame(id, frame))),
    );
    if (pause.startedByMain) return frames;
    return [...frames, ...(await asyncFrames(thread, options))];
  }

  /** A frame of a stopped thread. @throws DebugError `stale_reference` */
  frameOf(frameId: FrameId): { readonly thread: V8Thread; readonly frame: PausedFrame } {
    const { threadId, frame } = this.#frames.get(frameId);
    return { thread: this.#threadOf(threadId), frame };
  }

  /** The thread and the script of a frame. */
  scriptOf(frameId: FrameId): { readonly thread: V8Thread; readonly script: Script } {
    const { threadId, frame } = this.#frames.get(frameId);
    return { thread: this.#threadOf(threadId), script: frame.script };
  }

  async scopes(frameId: FrameId, options?: CallOptions): Promise<readonly Scope[]> {
    const { threadId, frame } = this.#frames.get(frameId);
    const stack = (this.#stacks.get(threadId) ?? []).map((each) => each.frame);
    const shown = await shownScopes(this.#threadOf(threadId), frame, withTopLevel(frame, stack), options);
    return shown.map((scope) => ({
      kind: scope.group.kind,
      name: scope.group.name,
      variablesReference: this.#values.add({ threadId, kind: 'scope', ...scope, frame: scope.group.frame ?? frame }),
      expensive: scope.group.kind === 'global',
      ...(scope.without ? { isElsewhere: true } : {}),
    }));
  }

  async variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    const handle = this.#values.get(request.variablesReference);
    if (handle.kind === 'scope') return this.#scopeVariables(handle, request, options);
    const { root, path, threadId } = handle;
    const limits = { ...request, depth: request.depth + 1 };
    const result = await this.#threadOf(threadId).summariser.value(root, path, request.start ?? 0, limits, options);
    if (result.kind !== 'value') throw goneError(result.kind);
    const children = (result.node.children ?? []).map((child) => toVariable(child, path, this.#allot(threadId, root)));
    if (!hasInternalSlots(result.node.type) || (request.start ?? 0) > 0) return children;
    return [...children, ...(await this.#internalVariables(handle, request, options))];
  }

  async #internalVariables(
    { threadId, root, path }: Extract<ValueHandle, { kind: 'value' }>,
    limits: ValueLimits,
    options?: CallOptions,
  ): Promise<readonly Variable[]> {
    const { session, summariser } = this.#threadOf(threadId);
    this.#evaluated.add(threadId);
    const { objectId } = await summariser.pick(root, path, EVALUATED_GROUP, options);
    if (objectId === undefined) return [];
    const slots = await internalSlots(session, objectId, options);
    return Promise.all(
      slots.map(async ({ name, value }) => ({
        name,
        hidden: true,
        ...(await this.#summary(threadId, value, limits, options)),
      })),
    );
  }

  async #scopeVariables(
    { threadId, group, frame, only, without }: Extract<ValueHandle, { kind: 'scope' }>,
    limits: VariablesRequest,
    options?: CallOptions,
  ): Promise<readonly Variable[]> {
    const thread = this.#threadOf(threadId);
    if (group.kind === 'global') this.#evaluated.add(threadId);
    const objectIds = group.kind === 'global' ? await ownGlobals(thread, group, options) : group.objectIds;
    const most = (limits.start ?? 0) + limits.maxChildren;
    const bounds = { ...limits, maxVariables: most + (without?.size ?? 0) };
    const listed = only === undefined ? objectIds : objectIds.slice(0, -1);
    const [scopes, named, names, self] = await Promise.all([
      listed.length === 0 ? [] : thread.summariser.scopes(listed, bounds, options),
      only === undefined
        ? []
        : namedNodes(thread.summariser, objectIds.at(-1) ?? '', [...only].slice(0, most), limits, options),
      namesAround(thread.session, thread.scripts, frame.callFrame.location, options),
      group.kind === 'local' ? this.#thisVariable(threadId, frame, limits, options) : undefined,
    ]);
    const found = new Map<string, Held>();
    for (const [index, scope] of scopes.entries()) {
      for (const node of scope.variables)
        if (!found.has(node.name) && !without?.has(node.name))
          found.set(node.name, { node, objectId: objectIds[index] ?? '' });
    }
    for (const node of named)
      if (!found.has(node.name)) found.set(node.name, { node, objectId: objectIds.at(-1) ?? '' });
    const isChanged = group.kind !== 'global' && this.#evaluated.has(threadId);
    const fresh = isChanged ? await freshNodes(thread, frame, group, found, bounds, options) : undefined;
    const variables = [...found.values()].map((held) => {
      const { node, objectId } = fresh?.get(held.node.name) ?? held;
      const variable = toVariable(node, [], this.#allot(threadId, { objectId }));
      const name = names.get(node.name);
      return name === undefined ? variable : { ...variable, name };
    });
    return [...withoutWrapperNames(variables), ...(self ? [self] : [])].slice(limits.start ?? 0);
  }

  async #thisVariable(
    threadId: ThreadId,
    frame: PausedFrame,
    limits: ValueLimits,
    options?: CallOptions,
  ): Promise<Variable | undefined> {
    const self = await this.#thisValues.of(this.#threadOf(threadId), frame, options);
    return self && { name: 'this', ...(await this.#summary(threadId, self, limits, options)) };
  }

  async evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    if (request.frameId === undefined) {
      throw new DebugError(
        'unsupported',
        'A Node.js program can be asked for values only in a frame, while it is stopped.',
      );
    }
    const { threadId, frame } = this.#frames.get(request.frameId);
    this.#evaluated.add(threadId);
    const { session, scripts } = this.#threadOf(threadId);
    const names = await namesAround(session, scripts, frame.callFrame.location, options);
    const expression = names.size === 0 ? request.expression : inGeneratedNames(request.expression, names);
    const answer = await evaluateInFrame(session, frame, { ...request, expression }, options);
    if (!request.readOnly && mayAssign(request.expression)) {
      const frames = (this.#stacks.get(threadId) ?? []).map((each) => each.frame);
      await renewCode(session, frames, { signal: options?.signal });
    }
    if (answer.kind === 'thrown') {
      return {
        kind: 'thrown',
        exception: exceptionInfo(answer.thrown, false, this.#reference(threadId, answer.thrown)),
      };
    }
    if (answer.kind !== 'object') return answer;
    return { kind: 'value', ...(await this.#summary(threadId, answer.object, request, options, answer.path)) };
  }

  async setVariable(frameId: FrameId, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    const request = { frameId, depth: 0, maxChildren: 0, maxTextLength: 200 };
    const assignment = { ...request, expression: assignmentOf(name, expression), readOnly: false };
    if (isBareName(name) && (await this.#isConstant(frameId, name.trim(), options))) {
      throw assignmentError(name, 'it is a constant');
    }
    const assigned = await this.evaluate(assignment, options);
    if (assigned.kind === 'thrown') {
      throw assignmentError(name, `${assigned.exception.name}: ${assigned.exception.message}`);
    }
    if (assigned.kind !== 'value') throw assignmentError(name, 'the assignment did not end in time');
    // A setter may have stored something else than it was given; one without a getter shows what was given.
    const outcome = await this.evaluate({ ...request, expression: name, readOnly: true }, options);
    if (outcome.kind !== 'value') return assigned;
    if (isBareName(name) && outcome.value !== assigned.value) {
      throw assignmentError(name, 'V8 has optimised this function; step out to it first, then assign again');
    }
    return outcome;
  }

  async #isConstant(frameId: FrameId, name: string, options?: CallOptions): Promise<boolean> {
    const { threadId, frame } = this.#frames.get(frameId);
    const { scriptId, lineNumber, columnNumber = 0 } = frame.callFrame.location;
    const { session } = this.#threadOf(threadId);
    const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId }, options);
    return isConstantAt(scriptSource, lineNumber + 1, columnNumber, name);
  }

  async #summary(
    threadId: ThreadId,
    root: SummaryRoot,
    limits: ValueLimits,
    options?: CallOptions,
    path: readonly PathStep[] = [],
  ): Promise<ValueSummary> {
    const result = await this.#threadOf(threadId).summariser.value(root, path, 0, limits, options);
    if (result.kind !== 'value') throw goneError(result.kind);
    return toValueSummary(result.node, path, this.#allot(threadId, root));
  }

  #allot(threadId: ThreadId, root: SummaryRoot): (path: readonly PathStep[]) => number {
    return (path) => this.#values.add({ threadId, kind: 'value', root, path });
  }

  #reference(threadId: ThreadId, remote: RemoteObject): number {
    return remote.objectId === undefined ? 0 : this.#values.add({ threadId, kind: 'value', root: remote, path: [] });
  }
}

function goneError(kind: 'accessor' | 'uninitialized' | 'missing'): DebugError {
  const why = {
    accessor: 'It is a getter, which is never run by looking.',
    uninitialized: 'It has no value yet: its declaration has not run.',
    missing: 'It is not there any more.',
  } as const;
  return new DebugError('variable_not_found', why[kind], {
    advice: ['Evaluate it with ', { action: 'evaluate' }, ' if running its code is intended.'],
  });
}
