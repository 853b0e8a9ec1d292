import type { Dap } from '../../../dap/protocol.ts';
import type { BreakpointState, WantedBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import { logsInsteadOfStopping } from '../../../model/breakpoints/breakpoint-options.ts';
import { hitsOf } from '../../../model/breakpoints/hit-condition.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { badLogMessage, logMessageParts } from '../../log-message.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';

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
  wanted: readonly WantedBreakpoint[],
  { expressions: language, output }: AdapterQuirks,
  options: CallOptions = {},
): Promise<void> {
  const expressions: {
    readonly text: string;
    readonly forms: readonly string[];
    readonly in: 'logMessage' | 'collect';
  }[] = [];
  const formatted = (text: string) => (output?.formatted ? [output.formatted(text)] : []);
  for (const each of wanted) {
    const { logMessage, collect } = each;
    hitsOf(each);
    if (logMessage !== undefined) {
      for (const { kind, text } of logMessageParts(logMessage, output?.logSyntax)) {
        if (kind === 'expression')
          expressions.push({ text, forms: [text.trim(), ...formatted(text)], in: 'logMessage' });
      }
    }
    if (collect !== undefined) {
      if (output?.collecting === undefined) throw cannotCollect();
      expressions.push(...collect.map((text) => ({ text, forms: [text], in: 'collect' as const })));
    }
  }
  if (expressions.length === 0 || language?.errors === undefined) return;
  const errors = await language.errors(
    expressions.map(({ forms }) => forms),
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

/**
 * Refuses what the adapter does not offer.
 *
 * @throws DebugError `unsupported`
 */
export function assertOffered(
  wanted: readonly WantedBreakpoint[],
  { supportsConditionalBreakpoints, supportsHitConditionalBreakpoints, supportsLogPoints }: Dap.Capabilities,
): void {
  for (const each of wanted) {
    if (each.condition !== undefined && !supportsConditionalBreakpoints)
      throw unsupported('Conditions of breakpoints', 'Set it without one, and evaluate the condition at each stop.');
    if (hitsOf(each) !== undefined && !supportsHitConditionalBreakpoints)
      throw unsupported('Hit conditions of breakpoints', 'Set it without one, and continue as often as needed.');
    if (logsInsteadOfStopping(each) && !supportsLogPoints)
      throw unsupported('Log breakpoints', 'Set it without a log message, and evaluate at each stop.');
  }
}

/** The error that an adapter lacks something. @param what In the plural. */
export function unsupported(what: string, advice: string): DebugError {
  return new DebugError('unsupported', `${what} are not supported by this debug adapter.`, { advice });
}

function cannotCollect(): DebugError {
  return new DebugError('unsupported', 'This debug adapter cannot record values without stopping.', {
    advice: 'Use a log breakpoint instead.',
  });
}
