import type { DebugAdapter, ValueLimits } from '../../../adapter/debug-adapter.ts';
import type { UnseenReturn } from '../../../adapter/return-stops.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { StackFrame } from '../../../model/stack-frame.ts';
import type { StoppedInfo } from '../../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../../model/variable.ts';
import type { OuterNames } from './outer-names.ts';

/** The variables of a frame and one level below each, as the tracers look at them. */
const LIMITS: ValueLimits = { depth: 1, maxChildren: 30, maxTextLength: 160 };
/** A module has more of them, of which few are wanted. */
const OUTER_LIMITS: ValueLimits = { ...LIMITS, maxChildren: 100 };
/** A debugger's name for what a call came to, which it shows among the variables. */
const OUTCOME = /^\((return|threw)\) (.+)$/;

/** The content of a stopped frame: read from the debugger, without running code of the program. */
export interface StopLook {
  readonly stop: StoppedInfo;
  /** The variables of the function, then those that it closes over. */
  readonly variables: readonly Variable[];
  /** The variables of the module that the function assigns to. */
  readonly around: readonly Variable[];
  /** The results of calls of functions, where the debugger shows them, by their names; then what calls threw. */
  readonly results: ReadonlyMap<string, ValueSummary>;
  readonly thrown: ReadonlyMap<string, ValueSummary>;
  /** Names of the call that it is, see {@link DebugAdapter.callNames}. */
  readonly calls: readonly string[];
  /** The frames below the function's that are still there, nearest first. */
  readonly callers: readonly StackFrame[];
  /** The value that the function is about to return, at a stop at a return. */
  readonly returning?: ValueSummary;
  /** The return by which the function may be left from here without a stop. */
  readonly unseenReturn?: UnseenReturn;
}

/** Looks at the frame of a stop. @throws DebugError of the adapter */
export async function lookAt(
  adapter: DebugAdapter,
  stop: StoppedInfo,
  outer: OuterNames,
  options: CallOptions,
): Promise<StopLook> {
  const returns = adapter.returnStops?.(stop.threadId);
  const [found, frames, returning, unseenReturn] = await Promise.all([
    variablesAndCall(adapter, stop, outer, options),
    adapter.stackTrace(stop.threadId, options),
    returns?.value(stop.threadId, LIMITS.maxTextLength, options),
    returns?.unseen(stop.threadId, LIMITS.maxTextLength, options),
  ]);
  const own = frames.findIndex(({ id }) => id === stop.frameId);
  const callers = frames.slice(own + 1).filter(({ presentation }) => presentation !== 'async');
  const variables = found.variables.filter(({ name }) => !OUTCOME.test(name));
  return {
    stop,
    variables,
    around: found.around,
    results: callsThat('return', found.variables),
    thrown: callsThat('threw', found.variables),
    calls: found.calls,
    callers,
    ...(returning ? { returning } : {}),
    ...(unseenReturn ? { unseenReturn } : {}),
  };
}

/** The name of a call is certain only when its variables have been read. */
async function variablesAndCall(adapter: DebugAdapter, stop: StoppedInfo, outer: OuterNames, options: CallOptions) {
  const scopes = await adapter.scopes(stop.frameId, options);
  const read = scopes.filter(({ kind, isElsewhere }) => (kind === 'local' || kind === 'closure') && !isElsewhere);
  const groups = await Promise.all(
    read.map(({ variablesReference }) => adapter.variables({ variablesReference, ...LIMITS }, options)),
  );
  const own = groups.flat();
  const names = outer.at(
    stop.location.line,
    own.map(({ name }) => name),
  );
  const around = names.length === 0 ? [] : await outerVariables(adapter, scopes, { names, outer }, options);
  // What is not known is left out.
  const calls = await adapter.callNames(stop.threadId, options).catch((): readonly string[] => []);
  return { variables: own, around, calls };
}

/** Variables of the module, by their names; in Python those that a function declares to be global. */
async function outerVariables(
  adapter: DebugAdapter,
  scopes: readonly Scope[],
  { names, outer }: { readonly names: readonly string[]; readonly outer: OuterNames },
  options: CallOptions,
): Promise<Variable[]> {
  const hasGlobals = names.some((name) => outer.isGlobal(name));
  const read = scopes.filter(({ kind }) => kind === 'module' || (kind === 'global' && hasGlobals));
  const groups = await Promise.all(
    read.map(({ variablesReference }) => adapter.variables({ variablesReference, ...OUTER_LIMITS }, options)),
  );
  return groups.flat().filter(({ name }) => names.includes(name));
}

function callsThat(outcome: 'return' | 'threw', variables: readonly Variable[]): Map<string, ValueSummary> {
  const found = variables.map((each) => ({ each, match: OUTCOME.exec(each.name) }));
  return new Map(found.flatMap(({ each, match }) => (match?.[1] === outcome ? [[match[2] ?? '', each]] : [])));
}
