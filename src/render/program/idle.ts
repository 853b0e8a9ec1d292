import { type ActionNames, type Advice, wordAdvice } from '../../model/advice.ts';
import type { BreakpointRecord } from '../../model/breakpoints/breakpoint-record.ts';
import type { IdleProgram, ServedAddress } from '../../model/program/idle-program.ts';
import type { OutputExcerpt } from '../../model/stop-report.ts';
import { STOP_BUDGET_TOKENS } from '../budget.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from '../output.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import { layOut } from '../sections.ts';

const MAX_ADDRESSES = 6;
const MAX_BREAKPOINTS = 8;
const MAX_PLACE_CHARS = 120;
const MAX_PROMPT_CHARS = 200;

/** Facts beside the reason why the program is idle. */
interface IdleOptions extends PathContext {
  readonly actions: ActionNames;
  /** The program's output since the last report. */
  readonly output: OutputExcerpt;
  readonly breakpoints: readonly BreakpointRecord[];
  /** Warnings about the breakpoints that no answer has given. */
  readonly warnings: readonly string[];
  /** The file whose change made a watcher start the program again. */
  readonly restarted: string | undefined;
  readonly budgetTokens?: number | undefined;
}

type Listening = Extract<IdleProgram, { kind: 'listening' }>;

/** `Listening on http://127.0.0.1:3000 (pid 12); breakpoints: app.js:4 set.`, how to go on, and the last output. */
export function renderIdle(idle: IdleProgram, options: IdleOptions): string {
  const { actions, output, cwd } = options;
  const what = idle.kind === 'listening' ? listeningText(idle, output) : inputText(idle);
  const { restarted, warnings } = options;
  const again = restarted === undefined ? '' : `Restarted (file changed: ${displayPath(restarted, { cwd })}). `;
  const header = [`${again}${what}; ${breakpointsText(options)}.`, wordAdvice(adviceFor(idle), actions) ?? []]
    .flat()
    .join('\n');
  const section = outputSection(output, {
    cwd,
    title: 'Output:',
    indent: '  ',
    tier: 1,
    limits: EXIT_OUTPUT_LIMITS,
    more: actions.output,
  });
  const news = { title: 'Warnings:', lines: warnings.map((text) => ({ text: `  ${oneLine(text)}`, tier: 1 })) };
  return layOut(header, [section, news], options.budgetTokens ?? STOP_BUDGET_TOKENS);
}

function adviceFor(idle: IdleProgram): Advice {
  if (idle.kind === 'listening')
    return [
      'Send the request in the background (curl … &: it is answered only when the program runs on), then ',
      { action: 'continue' },
      ' reports the stop.',
    ];
  return [
    { action: 'output' },
    ' with write gives it some; then ',
    { action: 'continue' },
    ' reports what comes of it.',
  ];
}

function listeningText({ addresses, again }: Listening, output: OutputExcerpt): string {
  const shown = addresses.slice(0, MAX_ADDRESSES);
  const left = addresses.length - shown.length;
  const isOne = new Set(addresses.map(({ pid }) => pid)).size === 1;
  const places = shown.map((each) => `${urlOf(each, output)}${isOne ? '' : ` (pid ${each.pid})`}`).join(' and ');
  return `${again ? 'Idle again, listening' : 'Listening'} on ${places}${left > 0 ? ` and ${left} more` : ''}${isOne ? ` (pid ${addresses[0]?.pid})` : ''}`;
}

/** Most servers speak HTTP; one that speaks it encrypted mostly says so when it starts. */
function urlOf({ host, port }: ServedAddress, { chunks }: OutputExcerpt): string {
  const isEncrypted = new RegExp(`\\bhttps://[^\\s/]*:${port}\\b`);
  return `${chunks.some(({ text }) => isEncrypted.test(text)) ? 'https' : 'http'}://${host}:${port}`;
}

function inputText({ pid, prompt }: Extract<IdleProgram, { kind: 'awaitsInput' }>): string {
  const at = prompt === undefined ? '' : ` at the prompt "${oneLine(prompt, MAX_PROMPT_CHARS)}"`;
  return `Waiting for input${at} (pid ${pid})`;
}

function breakpointsText({ breakpoints, cwd }: IdleOptions): string {
  const wanted = breakpoints.filter(({ enabled, oneShot }) => enabled && !oneShot);
  if (wanted.length === 0) return 'no breakpoints are set';
  const shown = wanted.slice(0, MAX_BREAKPOINTS).map((record) => `${placeOf(record, cwd)} ${stateOf(record)}`);
  const left = wanted.length - shown.length;
  return `breakpoints: ${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** The breakpoint's own place, as far as that is known, not the wanted one. */
function placeOf({ target, state }: BreakpointRecord, cwd: string): string {
  if (target.kind === 'function') return `${oneLine(target.name, MAX_PLACE_CHARS)}()`;
  const line = state.kind === 'verified' ? state.location.line : target.line;
  return `${displayPath(target.path, { cwd })}:${line}`;
}

function stateOf({ state }: BreakpointRecord): string {
  if (state.kind === 'verified') return 'set';
  if (state.kind === 'rejected') return `not set (${oneLine(state.reason, MAX_PLACE_CHARS)})`;
  return `pending (${/\bnot loaded yet$/.test(state.reason) ? 'not loaded yet' : oneLine(state.reason, MAX_PLACE_CHARS)})`;
}
