import type { ActionNames } from '../../model/advice.ts';
import type { TraceReport } from '../../model/trace/trace-report.ts';
import { seconds } from '../evaluate.ts';
import { stoppedBySignal } from '../outcome.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from '../output.ts';
import { displayLocation, type PathContext } from '../paths.ts';
import { counted, oneLine } from '../plain-text.ts';
import { warningLines } from '../program/warnings.ts';
import { layOut } from '../sections.ts';
import { FAILURE_LIMITS, failureOutput } from './failure-output.ts';

const MAX_NOTES = 5;

/** The options of {@link renderTraceEnd}. */
interface TraceEndOptions extends PathContext {
  readonly withOutput: boolean;
  readonly number: number | undefined;
  readonly actions?: ActionNames | undefined;
}

/**
 * The end of the traced run, the number under which the trace is kept, the program's output, and the processes that could not be
 * traced.
 */
export function renderTraceEnd(
  { ended, output, notes, processes }: TraceReport,
  { withOutput, number, actions = {}, ...context }: TraceEndOptions,
  budgetTokens: number,
): string {
  const shown = notes.slice(0, MAX_NOTES).map((text) => ({ text: oneLine(text, 240), tier: 1 }));
  const left = notes.length - shown.length;
  const noteSection = { lines: shown, note: () => (left > 0 ? `… ${left} more remarks` : undefined) };
  const warnings = withOutput ? [] : warningLines(output, context).map((text) => ({ text, tier: 1 }));
  const hasFailed = ended.kind === 'exited' && (ended.exitCode !== 0 || ended.signal !== null);
  const limits = withOutput ? EXIT_OUTPUT_LIMITS : FAILURE_LIMITS;
  const isShown = withOutput || hasFailed;
  const failure = failureOutput(output);
  const section = outputSection(withOutput ? output : failure, {
    ...context,
    title: 'Output:',
    indent: '  ',
    tier: 2,
    limits,
    more: actions.output,
  });
  const header = `${endLine({ ended, processes }, context)}${number === undefined ? '' : ` This is trace ${number}.`}`;
  const later = withOutput ? 0 : failure.laterLines;
  const way = actions.output === undefined ? '' : `: ${actions.output}`;
  const rest = { lines: later > 0 ? [{ text: `  … ${counted(later, 'later line')}${way}`, tier: 2 }] : [] };
  return layOut(header, [{ lines: warnings }, noteSection, ...(isShown ? [section, rest] : [])], budgetTokens);
}

function endLine({ ended, processes }: Pick<TraceReport, 'ended' | 'processes'>, context: PathContext): string {
  if (ended.kind === 'running') {
    const where = ended.where ? ` at ${displayLocation(ended.where, context)}` : '';
    const until = processes > 0 ? '; what was recorded until then is shown' : '';
    if (ended.suspended)
      return `${stoppedBySignal(ended.suspended.pid)} It was ended after ${seconds(ended.waitedMs)}${until}.`;
    return `The program still ran after ${seconds(ended.waitedMs)}${where} and was ended${until}.`;
  }
  if (ended.signal !== null) return `The program was ended by ${ended.signal}.`;
  return ended.exitCode === 0 ? 'The program ended: exit code 0.' : `The program failed: exit code ${ended.exitCode}.`;
}
