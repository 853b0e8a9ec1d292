import { type ActionNames, wordAdvice } from '../model/advice.ts';
import { suspendedError } from '../model/program/suspended-error.ts';
import type { ExitInfo, StopOutcome } from '../model/stop-outcome.ts';
import type { OutputExcerpt } from '../model/stop-report.ts';
import { STOP_BUDGET_TOKENS } from './budget.ts';
import { seconds } from './evaluate.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from './output.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { oneLine, sentence } from './plain-text.ts';
import { layOut } from './sections.ts';

const MAX_VERDICT_CHARS = 480;

/** Facts about a program's end besides its exit. */
interface ExitedOptions extends PathContext {
  readonly actions: ActionNames;
  /** The program's output since the last report. */
  readonly output: OutputExcerpt;
  /** One line per breakpoint: hit how often, or why never. */
  readonly verdicts: readonly string[];
  readonly budgetTokens?: number | undefined;
}

/** `Program terminated. Exit code: 3.`, the last output, and what became of each breakpoint. */
export function renderExited(exit: ExitInfo, options: ExitedOptions): string {
  const output = outputSection(options.output, {
    cwd: options.cwd,
    title: 'Output:',
    indent: '  ',
    tier: 2,
    limits: EXIT_OUTPUT_LIMITS,
    more: options.actions.output,
  });
  const { listBreakpoints } = options.actions;
  const way = listBreakpoints === undefined ? '' : `: ${listBreakpoints}`;
  const verdicts = {
    title: 'Breakpoints:',
    lines: options.verdicts.map((text) => ({ text: `  ${oneLine(text, MAX_VERDICT_CHARS)}`, tier: 1 })),
    note: ({ lines }: { lines: number }) => (lines > 0 ? `  … ${lines} more${way}` : undefined),
  };
  return layOut(exitHeader(exit), [output, verdicts], options.budgetTokens ?? STOP_BUDGET_TOKENS);
}

function exitHeader({ exitCode, signal }: ExitInfo): string {
  if (signal !== null) return `Program terminated. Ended by ${signal}.`;
  return exitCode === null ? 'Program terminated.' : `Program terminated. Exit code: ${exitCode}.`;
}

/** Facts about a program that has not stopped yet, besides its time. */
interface RunningOptions extends PathContext {
  readonly actions: ActionNames;
  readonly functionName?: string | undefined;
  readonly output?: OutputExcerpt | undefined;
  /** The possible next steps, if they differ from the usual. */
  readonly advice?: string | undefined;
  readonly budgetTokens?: number | undefined;
}

/** `Still running after 30.0 s at app.js:12 (in total).` and the ways on. */
export function renderRunning(
  running: Omit<Extract<StopOutcome, { kind: 'running' }>, 'kind'>,
  options: RunningOptions,
): string {
  const where = running.where === undefined ? '' : ` at ${displayLocation(running.where, options)}`;
  const inside = options.functionName ? ` (in ${oneLine(options.functionName, 100)})` : '';
  const usual = [{ action: 'continue' }, ' goes on waiting; ', { action: 'pause' }, ' stops it.'] as const;
  const { suspended } = running;
  const header = suspended
    ? renderSuspended(suspended.pid, options.actions)
    : [
        running.isStarting
          ? 'Still starting: no program that can be debugged has shown up yet.'
          : `Still running after ${seconds(running.waitedMs)}${where}${inside}.`,
        options.advice ?? wordAdvice(usual, options.actions) ?? [],
      ]
        .flat()
        .join('\n');
  const output = outputSection(options.output ?? { chunks: [], omittedChars: 0 }, {
    cwd: options.cwd,
    title: 'Output:',
    indent: '  ',
    tier: 1,
    limits: EXIT_OUTPUT_LIMITS,
    more: options.actions.output,
  });
  return layOut(header, [output], options.budgetTokens ?? STOP_BUDGET_TOKENS);
}

/** `The program is stopped by a signal (SIGSTOP).` and what lets it go on. */
export function renderSuspended(pid: number, actions: ActionNames): string {
  const { message, advice } = suspendedError(pid);
  return `${message} ${wordAdvice(advice, actions) ?? ''}`.trimEnd();
}

/** `Connection to the program was lost: <cause>.` and what can still be done. */
export function renderLost(
  { cause }: Omit<Extract<StopOutcome, { kind: 'lost' }>, 'kind'>,
  actions: ActionNames,
): string {
  const next = wordAdvice(
    [{ action: 'stop' }, ' ends the session; ', { action: 'launch' }, ' starts it again.'],
    actions,
  );
  return [`Connection to the program was lost: ${sentence(cause)}`, next ?? []].flat().join('\n');
}

/** The reason for which a run that was ended came to nothing more: it was never continued. */
export function stoppedBySignal(pid: number): string {
  return `Process ${pid} was stopped by a signal (SIGSTOP), and ran nothing from then on.`;
}
