import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { StackFrame } from '../../model/stack-frame.ts';
import type { FailureSite, TestFrame } from '../../model/test-report.ts';
import type { Variable } from '../../model/variable.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { isOwnCode } from './error-text.ts';

const MAX_CLOSURE_VARIABLES = 20;
const LINES_AROUND = 3;
/** Names that a bundler gives to what a module imports. */
const GENERATED_NAME = /^__vi\w*_/;
/** Types of what a module defines around the failing code; nobody looks for values there. */
const FUNCTIONS = new Set(['function', 'class']);

/** Calls of the program's and the tests' own code, innermost first, awaiting callers last. */
export function ownFrames(frames: readonly StackFrame[]): TestFrame[] {
  return frames
    .filter(({ presentation, location }) => presentation !== 'internal' && isOwnCode(location.path))
    .map(({ name, location }) => ({ name, location }));
}

/** Looks at the innermost own frame of the present stop; undefined when none of them can be looked into. */
export async function siteAt(
  session: DebugSession,
  frames: readonly StackFrame[],
  { limits, moment }: { readonly limits: ValueLimits; readonly moment: FailureSite['moment'] },
  options: CallOptions,
): Promise<FailureSite | undefined> {
  const { inspection, state } = session;
  const index = frames.findIndex((each) => each.presentation === 'normal' && isOwnCode(each.location.path));
  const frame = frames[index];
  if (frame === undefined || state.kind !== 'stopped') return undefined;
  const scopes = await inspection.scopes(index, options);
  const variablesIn = async (kind: 'local' | 'closure', maxChildren: number): Promise<readonly Variable[]> => {
    const scope = scopes.find((each) => each.kind === kind);
    if (!scope) return [];
    return inspection.variables(scope.variablesReference, { ...limits, maxChildren }, options);
  };
  const [locals, closure, source] = await Promise.all([
    variablesIn('local', limits.maxChildren),
    variablesIn('closure', Math.min(limits.maxChildren, MAX_CLOSURE_VARIABLES)),
    inspection.source(frame.location, LINES_AROUND, options),
  ]);
  const thread = session.summary().threads.find(({ id }) => id === state.threadId);
  return {
    kind: 'seen',
    moment,
    functionName: frame.name,
    location: frame.location,
    // What `this` is in a nameless function, the runner has chosen: its own context of the test.
    locals: frame.name === '(anonymous)' ? locals.filter(({ name }) => name !== 'this') : locals,
    closure: closure.filter(({ name, type }) => !GENERATED_NAME.test(name) && !FUNCTIONS.has(type)),
    ...(source ? { source } : {}),
    ...(thread?.pid === undefined ? {} : { pid: thread.pid }),
    thread: thread?.name ?? '',
  };
}
