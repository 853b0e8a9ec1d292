import { EventEmitter } from 'node:events';
import type { AdapterEvents, DebugAdapter } from '../../src/adapter/debug-adapter.ts';
import type { BreakpointState, FunctionBreakpoint, SourceBreakpoint } from '../../src/model/breakpoints/breakpoint.ts';
import { DebugError } from '../../src/model/debug-error.ts';
import type { EvaluateOutcome } from '../../src/model/evaluate-outcome.ts';
import type { SourceLocation } from '../../src/model/source-location.ts';
import type { StackFrame, Thread } from '../../src/model/stack-frame.ts';
import type { RelatedException, StoppedInfo } from '../../src/model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../src/model/variable.ts';

/** A debuggee that does only what the test makes it do: for races that are the session's own. */
export class FakeDebugAdapter implements DebugAdapter {
  readonly events = new EventEmitter<AdapterEvents>();
  /** Every call, in order: `continue 1`, `terminate`. */
  readonly calls: string[] = [];
  liveThreads: Thread[] = [{ id: 1, name: 'main' }];
  /** Answers a call by its name; left out, calls succeed at once. */
  readonly answers = new Map<string, () => Promise<unknown>>();
  lines: readonly SourceBreakpoint[] = [];

  async #call(name: string, detail = ''): Promise<void> {
    this.calls.push(detail === '' ? name : `${name} ${detail}`);
    await this.answers.get(name)?.();
  }

  stop(stop: Partial<StoppedInfo> = {}): void {
    this.events.emit('stopped', { ...STOP, ...stop });
  }

  async launch(): Promise<void> {
    await this.#call('launch');
  }

  async attach(): Promise<void> {
    await this.#call('attach');
  }

  async setBreakpoints(path: string, wanted: readonly SourceBreakpoint[]): Promise<BreakpointState[]> {
    await this.#call('setBreakpoints');
    this.lines = wanted;
    return wanted.map(({ line }) => ({ kind: 'verified', location: { path, line, column: 1 } }));
  }

  async setFunctionBreakpoints(wanted: readonly FunctionBreakpoint[]): Promise<BreakpointState[]> {
    await this.#call('setFunctionBreakpoints');
    return wanted.map(() => ({ kind: 'pending', reason: 'fake' }));
  }

  async setExceptionBreakpoints(): Promise<void> {
    await this.#call('setExceptionBreakpoints');
  }

  async expressionError(): Promise<string | undefined> {
    return undefined;
  }

  async relatedExceptions(): Promise<readonly RelatedException[]> {
    return [];
  }

  threads(): readonly Thread[] {
    return this.liveThreads;
  }

  async stackTrace(): Promise<readonly StackFrame[]> {
    await this.#call('stackTrace');
    return [{ id: 1, name: 'main', location: STOP.location, presentation: 'normal' }];
  }

  async callNames(): Promise<readonly string[]> {
    return ['call 1'];
  }

  async scopes(): Promise<readonly Scope[]> {
    return [];
  }

  async source(): Promise<string | undefined> {
    return undefined;
  }

  async editedSource(): Promise<undefined> {
    return undefined;
  }

  isOwnSource(): boolean {
    return true;
  }

  async variables(): Promise<readonly Variable[]> {
    await this.#call('variables');
    return [];
  }

  async evaluate(): Promise<EvaluateOutcome> {
    await this.#call('evaluate');
    return { kind: 'value', type: 'number', value: '1', variablesReference: 0 };
  }

  async setVariable(): Promise<ValueSummary> {
    await this.#call('setVariable');
    return { type: 'number', value: '1', variablesReference: 0 };
  }

  async continue(threadId: number): Promise<void> {
    await this.#call('continue', `${threadId}`);
  }

  async next(threadId: number): Promise<void> {
    await this.#call('next', `${threadId}`);
  }

  async stepIn(threadId: number): Promise<void> {
    await this.#call('stepIn', `${threadId}`);
  }

  async stepOut(threadId: number): Promise<void> {
    await this.#call('stepOut', `${threadId}`);
  }

  async pause(threadId: number): Promise<void> {
    await this.#call('pause', `${threadId}`);
  }

  async whereabouts(): Promise<SourceLocation | undefined> {
    await this.#call('whereabouts');
    return undefined;
  }

  async disconnect(): Promise<void> {
    await this.#call('disconnect');
  }

  async terminate(): Promise<void> {
    await this.#call('terminate');
  }
}

/** A stop of thread 1. */
export const STOP: StoppedInfo = {
  threadId: 1,
  frameId: 1,
  reason: 'breakpoint',
  location: { path: '(fake)', line: 1, column: 1 },
  functionName: 'main',
  hitBreakpointIds: [],
};

/** The error of every call once the debuggee is gone. */
export function gone(): DebugError {
  return new DebugError('connection_closed', 'The connection was closed.');
}

/** A promise that the test settles. */
export function held<T = void>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
