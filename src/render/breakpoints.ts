import type { BreakpointRecord } from '../model/breakpoints/breakpoint-record.ts';
import { LIST_BUDGET_TOKENS, STOP_BUDGET_TOKENS } from './budget.ts';
import { displayLocation, displayPath, type PathContext } from './paths.ts';
import { oneLine } from './plain-text.ts';
import { layOut } from './sections.ts';
import { markedLine } from './source.ts';

/** Names what was looked for, which the caller has. */
const MAX_REASON_CHARS = 1_000;
const MAX_EXPRESSION_CHARS = 120;

/** Options of {@link renderBreakpoint}. */
interface RenderOptions extends PathContext {
  /** Adds the breakpoint's number, for callers that will name it again. */
  readonly showId?: boolean | undefined;
  /** The breakpoint that stood at the same place before and is gone. */
  readonly replaced?: BreakpointRecord | undefined;
  /** The text of the line that it stands on: callers miscount lines. */
  readonly sourceText?: string | undefined;
}

/**
 * `Breakpoint at app.js:10 (verified)`: what became of a breakpoint, in words that can be believed. The first line is
 * what clients look for and stays as it is; all else stands below it: the line it is on, why it is not set, its number.
 */
export function renderBreakpoint(record: BreakpointRecord, options: RenderOptions): string {
  const { state } = record;
  const moved = state.kind === 'verified' && state.movedFromLine !== undefined;
  const head = `Breakpoint at ${placeOf(record, options)} (${state.kind}${moved ? `, moved from line ${state.movedFromLine}` : ''})`;
  const details = [...(options.showId === true ? [`breakpoint ${record.id}`] : []), ...detailsOf(record)].join(', ');
  const lines = [head, ...stateLines(record, options), ...(details === '' ? [] : [`  ${details}`])];
  return [...lines, ...replacedLines(record, options)].join('\n');
}

/** Names the breakpoint that this one replaced, and its options: a place has one breakpoint. */
function replacedLines(record: BreakpointRecord, { replaced }: RenderOptions): string[] {
  if (replaced === undefined) return [];
  const [before, now] = [replaced, record].map((each) => askedOf(each).join(', '));
  return before === now ? [] : [`  instead of ${before === '' ? 'a stop at each pass' : before}`];
}

function stateLines({ state, target }: BreakpointRecord, options: RenderOptions): string[] {
  if (state.kind !== 'verified') return [`  ${oneLine(state.reason, MAX_REASON_CHARS)}`];
  const { location, warning } = state;
  const lines = target.kind === 'function' ? [`  in ${displayLocation(location, options)}`] : [];
  if (options.sourceText !== undefined) lines.push(markedLine(location.line, options.sourceText));
  if (warning !== undefined) lines.push(`  Warning: ${oneLine(warning)}`);
  return lines;
}

/**
 * The outcome for several breakpoints, as far as the budget goes; those that stay out are counted.
 *
 * @param list What lists them all.
 */
export function renderBreakpointNews(
  records: readonly BreakpointRecord[],
  context: PathContext,
  list: string | undefined,
): string[] {
  if (records.length === 0) return [];
  const lines = records.map((record) => ({
    text: renderBreakpoint(record, { ...context, showId: record.state.kind !== 'rejected' }),
    tier: 1,
  }));
  const note = ({ lines: left }: { readonly lines: number }) =>
    left > 0 ? `… and ${left} more${list === undefined ? '' : `: ${list}`}` : undefined;
  return [layOut(undefined, [{ lines, contiguous: true, note }], STOP_BUDGET_TOKENS)];
}

/**
 * Every breakpoint on a line of its own: `1  app.js:10  verified  if i > 3  hit 2×`; `No breakpoints.` for none. Beyond the budget
 * those that were hit, and those with something to say, go before the rest, which is counted.
 */
export function renderBreakpoints(records: readonly BreakpointRecord[], context: PathContext): string {
  if (records.length === 0) return 'No breakpoints.';
  const lines = records.map((record) => ({ text: listLine(record, context), tier: isPlain(record) ? 2 : 1 }));
  const plain = records.filter(isPlain).length;
  const note = ({ lines: left }: { readonly lines: number }) =>
    left > 0 ? `… ${left} more${left > plain ? '' : ', verified and not hit'}` : undefined;
  return layOut(undefined, [{ lines, contiguous: true, note }], LIST_BUDGET_TOKENS);
}

/** True if the breakpoint's place says all that there is to say. */
function isPlain({ state, hits, enabled }: BreakpointRecord): boolean {
  return state.kind === 'verified' && state.movedFromLine === undefined && hits === 0 && enabled;
}

function listLine(record: BreakpointRecord, context: PathContext): string {
  const { state } = record;
  const moved = state.kind === 'verified' && state.movedFromLine !== undefined ? ` (from ${state.movedFromLine})` : '';
  const parts = [
    String(record.id),
    `${placeOf(record, context)}${moved}`,
    state.kind === 'verified' ? 'verified' : `${state.kind}: ${oneLine(state.reason, MAX_REASON_CHARS)}`,
    record.condition === undefined ? '' : `if ${expression(record.condition)}`,
    record.hitCondition === undefined ? '' : `on hit ${expression(record.hitCondition)}`,
    record.logMessage === undefined ? '' : `logs "${expression(record.logMessage)}"`,
    record.oneShot ? 'once' : '',
    record.enabled ? '' : 'disabled',
    record.hits === 0 ? '' : `hit ${record.hits}×`,
  ];
  return parts.filter((part) => part !== '').join('  ');
}

/** The breakpoint's own place if that is known, otherwise the wanted one. */
function placeOf({ target, state }: BreakpointRecord, context: PathContext): string {
  if (target.kind === 'function') return `${oneLine(target.name, MAX_EXPRESSION_CHARS)}()`;
  const line = state.kind === 'verified' ? state.location.line : target.line;
  const column = state.kind === 'verified' ? state.location.column : target.column;
  const path = state.kind === 'verified' ? state.location.path : target.path;
  return `${displayPath(path, context)}:${line}${target.column === undefined ? '' : `:${column}`}`;
}

function askedOf({ condition, hitCondition, logMessage }: BreakpointRecord): string[] {
  return [
    condition === undefined ? '' : `condition ${expression(condition)}`,
    hitCondition === undefined ? '' : `hit count ${expression(hitCondition)}`,
    logMessage === undefined ? '' : `logs "${expression(logMessage)}"`,
  ].filter((each) => each !== '');
}

function detailsOf(record: BreakpointRecord): string[] {
  return [
    ...askedOf(record),
    record.oneShot ? 'removed by its first hit' : '',
    record.enabled ? '' : 'disabled',
    record.hits === 0 ? '' : `hits: ${record.hits}`,
  ].filter((detail) => detail !== '');
}

function expression(text: string): string {
  return oneLine(text, MAX_EXPRESSION_CHARS);
}
