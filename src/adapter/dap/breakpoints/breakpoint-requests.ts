import type { BreakpointState, FunctionBreakpoint, SourceBreakpoint } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { badLogMessage, logMessageParts } from '../../log-message.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';

const HIT_CONDITION = /^\s*(?:(?:==|>=|<=|>|<|%|=)\s*)?[1-9]\d*\s*$/;

/** The best of what the sessions of a debuggee say of one breakpoint: where one has it, it is there. */
export function bestState(states: readonly (BreakpointState | undefined)[]): BreakpointState {
  const known = states.flatMap((state) => state ?? []);
  return (
    known.find(({ kind }) => kind === 'verified') ??
    known.find(({ kind }) => kind === 'pending') ??
    known[0] ?? { kind: 'pending', reason: 'the program has not been started yet' }
  );
}

/**
 * A request that cannot be understood must change nothing and start nothing.
 *
 * @throws DebugError `invalid_argument`; `unsupported` for values to collect where the language has no way to
 */
export async function assertUnderstood(
  wanted: readonly (SourceBreakpoint | FunctionBreakpoint)[],
  { expressions: language, output }: AdapterQuirks,
  options: CallOptions = {},
): Promise<void> {
  const expressions: { readonly text: string; readonly in: 'logMessage' | 'collect' }[] = [];
  for (const { hitCondition, logMessage, collect } of wanted) {
    if (hitCondition !== undefined && !HIT_CONDITION.test(hitCondition)) throw badHitCondition(hitCondition);
    if (logMessage !== undefined) {
      const parts = logMessageParts(logMessage);
      expressions.push(
        ...parts.flatMap(({ kind, text }) => (kind === 'text' ? [] : { text, in: 'logMessage' as const })),
      );
    }
    if (collect !== undefined) {
      if (output?.collecting === undefined) throw cannotCollect();
      expressions.push(...collect.map((text) => ({ text, in: 'collect' as const })));
    }
  }
  if (expressions.length === 0 || language?.errors === undefined) return;
  const errors = await language.errors(
    expressions.map(({ text }) => text),
    options,
  );
  for (const [index, { text, in: argument }] of expressions.entries()) {
    const error = errors[index];
    if (error === undefined) continue;
    if (argument === 'logMessage') throw badLogMessage(`The expression {${text}} does not parse: ${error}`);
    throw new DebugError('invalid_argument', `The expression "${text}" does not parse: ${error}`, {
      advice: "Write an expression of the program's language.",
      details: { argument },
    });
  }
}

function badHitCondition(text: string): DebugError {
  return new DebugError('invalid_argument', `Hit condition "${text}" is not understood.`, {
    advice: 'Use a number of passes: 5 (the fifth pass), >=5, >5, <5 or %5 (every fifth).',
    details: { argument: 'hitCondition' },
  });
}

function cannotCollect(): DebugError {
  return new DebugError('unsupported', 'This debug adapter cannot record values without stopping.', {
    advice: 'Use a log breakpoint instead.',
  });
}
