import type { FrameEvent, TracedEnd } from '../../model/trace/trace-record.ts';
import type { TraceFinding } from '../../model/trace/trace-report.ts';
import type { WantedCall } from '../../model/trace/trace-request.ts';
import type { PathContext } from '../paths.ts';
import { displayPath } from '../paths.ts';
import { counted, oneLine } from '../plain-text.ts';
import { layOut, type Section, type SectionLine } from '../sections.ts';
import { callerText, changeText, endText, valueText } from './facts.ts';
import { type FrameRow, frameRows } from './frame-rows.ts';
import { type NextCall, NO_QUESTION, type Rendered } from './next-call.ts';
import { SameObjects } from './same-objects.ts';

const MAX_SOURCE_CHARS = 60;
const MAX_ROW_CHARS = 240;

/** A call whose life is shown, and what is known of all calls of its function. */
export type FrameView = Extract<TraceFinding, { kind: 'frame' }> & {
  /** The call that was asked for; `rest`: the call that a session was stopped in, from there on. */
  readonly wanted: WantedCall | { readonly kind: 'rest' };
};

/** The life of one call: its arguments, each statement with what it did, how it ended. */
export function renderFrame(view: FrameView, context: PathContext, budgetTokens: number): Rendered {
  const { call } = view;
  const same = new SameObjects();
  // Before the rows, which go on from there.
  const given = call.arguments.map((each) => ({ text: `  ${changeText(each)}${same.remark(each)}`, tier: 1 }));
  const rows = frameRows(call.events, same);
  const width = String(call.function.endLine).length;
  let left = 0;
  const lines = rows.map((row, index) => rowLine(row, { view, width, distance: Math.min(index, rows.length - index) }));
  const sections: Section[] = [
    { lines: given, note: ({ lines: more }) => (more > 0 ? `  … ${counted(more, 'argument')} left out` : undefined) },
    {
      lines,
      note: ({ lines: more }) => {
        left = more;
        return more > 0 ? `… ${counted(more, 'row')} left out` : undefined;
      },
    },
    { lines: [{ text: lastRow(call.end), tier: 0 }] },
  ];
  const text = layOut(header(view, context), sections, budgetTokens);
  return { text, next: nextOf(view, left, context) };
}

/**
 * The call that shows more: the busiest line's values if rows were left out, or the next call of the function, or the calls made
 * in this one.
 */
function nextOf({ call, total }: FrameView, left: number, context: PathContext): NextCall {
  const { function: called, number } = call;
  const point = left > 0 || call.events.some(({ kind }) => kind === 'dropped') ? busiest(call.events) : undefined;
  if (point) {
    const at = `${displayPath(called.path, context)}:${point.line}: ${point.names.join(', ')}`;
    return { shows: 'each pass of the line that changes most', change: { ...NO_QUESTION, at: [at] } };
  }
  const calls = call.callsInProcess ?? total?.calls ?? 1;
  if (calls > 1 && call.end.kind !== 'threw') {
    const other = number < calls ? number + 1 : 1;
    return { shows: `call ${other}`, change: { call: String(other) } };
  }
  // The place stays as it was given.
  return { shows: 'the calls made in it', change: { mode: 'calls', call: undefined } };
}

/** The line with the most changes of those that ran several times, and the variables that they are of. */
function busiest(
  events: readonly FrameEvent[],
): { readonly line: number; readonly names: readonly string[] } | undefined {
  const names = new Map<number, string[]>();
  const passes = new Map<number, number>();
  for (const event of events) {
    if (event.kind !== 'line') continue;
    passes.set(event.line, (passes.get(event.line) ?? 0) + 1);
    const changed = (event.changes ?? []).flatMap(({ name }) => /^[\w$]+/.exec(name)?.[0] ?? []);
    names.set(event.line, [...(names.get(event.line) ?? []), ...changed]);
  }
  const [most] = [...names].filter(([line]) => (passes.get(line) ?? 0) > 1).sort(([, a], [, b]) => b.length - a.length);
  if (!most || most[1].length === 0) return undefined;
  return { line: most[0], names: [...new Set(most[1])].slice(0, 3) };
}

function header(view: FrameView, context: PathContext): string {
  const { call, total } = view;
  const { function: called, number, caller } = call;
  const place = `${displayPath(called.path, context)}:${called.line}`;
  if (view.wanted.kind === 'rest') return restHeader(call, place, context);
  const which =
    total && total.calls > 1
      ? `call ${number} of ${callsText(call, total.calls)}${choiceText(view)}`
      : `its only call${choiceText(view)}`;
  const parts = [`${nameOf(called.name)} ${place}, ${which}`, callerText(caller, context)];
  // A duration would be that of the recording.
  return parts.filter((part) => part !== '').join(', ');
}

/** Calls are numbered in each process by itself. */
function callsText({ callsInProcess }: FrameView['call'], calls: number): string {
  if (callsInProcess === undefined || callsInProcess >= calls) return String(calls);
  return `${callsInProcess} in its process, of ${calls} in all`;
}

function restHeader({ function: called, caller }: FrameView['call'], place: string, context: PathContext): string {
  const parts = [
    `${nameOf(called.name)} from ${place} on`,
    callerText(caller, context).replace(/^from/, 'called from'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The reason why this call is shown, unless its number is the reason. */
function choiceText({ call, wanted, isWanted, total }: FrameView): string {
  const instead = total && total.calls > 1 ? insteadText(call.number, call.callsInProcess ?? total.calls) : '';
  switch (wanted.kind) {
    case 'throws':
      return isWanted ? ` (the first of ${total?.threw ?? 1} that threw)` : ` (none threw${instead})`;
    case 'condition': {
      const failed = total?.failed ?? 0;
      const error = total?.error === undefined ? '' : `: ${oneLine(total.error, 120)}`;
      const before = failed > 0 ? `; failed ${counted(failed, 'time')} before${error}` : '';
      if (isWanted) return ` (the first where ${oneLine(wanted.expression, 80)}${before})`;
      const reached = `reached ${counted(total?.calls ?? 0, 'time')}, condition true ${total?.held ?? 0}`;
      return ` (${oneLine(wanted.expression, 80)}: ${reached}, failed ${failed}${error}${instead})`;
    }
    case 'number':
      return isWanted ? '' : ` (there is no call ${wanted.number}${instead})`;
    case 'first':
    case 'last':
    case 'value':
    case 'rest':
      return '';
  }
}

/** A process that was killed has not written what it did last. */
function insteadText(number: number, calls: number): string {
  return number === calls ? '; this is the last' : '; this is the last that was written';
}

/** `invoice()`; code outside of all functions has a name of its own: `(top level)`. */
function nameOf(name: string): string {
  return name.startsWith('(') ? name : `${oneLine(name, 80)}()`;
}

/** `returned 91`, `threw TypeError: …`. */
function lastRow(end: TracedEnd): string {
  if (end.kind === 'threw') return `threw ${valueText(end.error, 200)}`;
  return end.kind === 'returned' ? `returned ${valueText(end.value, 200)}` : endText(end);
}

interface RowPlace {
  readonly view: FrameView;
  /** Digits of a line's number. */
  readonly width: number;
  /** From the nearer end of the story. */
  readonly distance: number;
}

function rowLine(row: FrameRow, { view, width, distance }: RowPlace): SectionLine {
  const indent = '  '.repeat(row.depth);
  const facts = row.facts.join('; ');
  const tier = row.isAlarming ? 1.5 : (facts === '' ? 3 : 2) + distance / 10_000;
  if (row.title !== undefined) {
    const said = facts === '' ? row.title : `${row.title}: ${facts}`;
    return { text: oneLine(`${indent}${said}`, MAX_ROW_CHARS), tier };
  }
  if (row.line === undefined) return { text: `${indent}${facts}`, tier };
  const source = oneLine(view.source[row.line - 1]?.trim() ?? '', MAX_SOURCE_CHARS);
  const said = [source, facts].filter((each) => each !== '').join('  | ');
  return { text: oneLine(`${indent}${String(row.line).padStart(width)}  ${said}`, MAX_ROW_CHARS), tier };
}
