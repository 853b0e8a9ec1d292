import type { TraceDifference } from '../../../model/trace/trace-difference.ts';
import type { FrameEvent } from '../../../model/trace/trace-record.ts';
import type { TraceComparison } from '../../../model/trace/trace-report.ts';
import type { PathContext } from '../../paths.ts';
import { oneLine } from '../../plain-text.ts';
import { layOut, type SectionLine } from '../../sections.ts';
import { changeText, endText } from '../facts.ts';
import { frameRows } from '../frame-rows.ts';
import { NO_QUESTION, placeOfFunction, type Rendered } from '../next-call.ts';
import { renderComparedCalls } from './compared-calls.ts';
import { renderComparedValues } from './compared-values.ts';
import { renderLinesCompared } from './lines-compared.ts';
import { sides } from './sides.ts';

const MAX_SOURCE_CHARS = 70;

/** Two calls of one function, from two runs, and where they part. */
type FrameComparison = Extract<TraceComparison, { of: 'frame' }>;

/** The places where two runs part, the first one first, with what each did there. */
export function renderComparison(view: TraceComparison, context: PathContext, budgetTokens: number): Rendered {
  switch (view.of) {
    case 'frame':
      return renderComparedFrames(view, context, budgetTokens);
    case 'calls':
      return renderComparedCalls(view, context, budgetTokens);
    case 'values':
      return renderComparedValues(view, context, budgetTokens);
    case 'lines':
      return renderLinesCompared(view, context, budgetTokens);
  }
}

function renderComparedFrames(view: FrameComparison, context: PathContext, budgetTokens: number): Rendered {
  const { one, other, differences, otherName } = view;
  const lines = [
    ...argumentLines(view),
    ...differences.flatMap((each, index) => differenceLines(each, index, view)),
    ...sides({ what: 'end', otherName, tier: 0 }, endText(one.end), endText(other.end)),
  ];
  const note = ({ lines: left }: { readonly lines: number }) => (left > 0 ? `… ${left} more lines` : undefined);
  const text = layOut(header(view), [{ lines, note }], budgetTokens);
  const place = placeOfFunction(one.function, [one.function], context);
  return { text, next: { shows: 'all of this call', change: { ...NO_QUESTION, ...place, call: String(one.number) } } };
}

function header({ one, other, differences, otherName }: FrameComparison): string {
  const name = oneLine(one.function.name, 80);
  if (differences.length > 0)
    return `${name}() ran differently in ${otherName} (call ${one.number} here, ${other.number} there):`;
  return endText(one.end) === endText(other.end)
    ? `${name}() ran alike here and in ${otherName}: the same path, the same values.`
    : `${name}() took the same path with the same values here and in ${otherName}, and ended differently:`;
}

function argumentLines({ one, other, otherName }: FrameComparison): SectionLine[] {
  return one.arguments.flatMap((argument) => {
    const there = other.arguments.find(({ name }) => name === argument.name);
    return sides({ what: 'argument', otherName, tier: 1 }, changeText(argument), there ? changeText(there) : 'absent');
  });
}

function differenceLines(each: TraceDifference, index: number, view: FrameComparison): SectionLine[] {
  const { otherName } = view;
  const tier = 1 + index / 100;
  const title = `${index === 0 ? 'First' : 'Then'} at line ${placeText(each, view)}`.trimEnd();
  const [here, there] = [sideText(each.one, each.kind), sideText(each.other, each.kind)];
  return [{ text: title, tier }, ...sides({ what: '', otherName, tier }, here, there)];
}

/** `26, the paths diverge: if (total > 60) {`; where the file was edited, with the line as it was. */
function placeText({ kind, one, other }: TraceDifference, { source, otherSource }: FrameComparison): string {
  const [here, there] = [lineOf(one), lineOf(other)];
  const textOf = (lines: readonly string[], line: number | undefined) =>
    line === undefined ? '' : oneLine(lines[line - 1]?.trim() ?? '', MAX_SOURCE_CHARS);
  const [text, before] = [textOf(source, here), textOf(otherSource, there)];
  const what = kind === 'path' ? 'the paths diverge' : 'other values';
  if (here === undefined) return `${there ?? '?'}, ${what}: ${before}`;
  const isEdited = kind === 'value' || source.join('\n') !== otherSource.join('\n');
  const was = isEdited && there !== undefined && before !== '' && text !== before;
  // A statement that was changed, in the place of the one that it was.
  const isSamePlace = one?.kind === 'line' && other?.kind === 'line';
  return was
    ? `${here}, ${isSamePlace ? 'edited' : what}: ${text} (there line ${there}: ${before})`
    : `${here}, ${what}: ${text}`;
}

function sideText(event: FrameEvent | undefined, kind: TraceDifference['kind']): string {
  if (!event) return 'had ended';
  const facts = frameRows([event]).flatMap((row) => row.facts);
  if (event.kind === 'pass') return `pass ${event.pass} of the loop at line ${event.line}`;
  if (event.kind === 'loopEnd') return `the loop ended after its pass ${event.passes}`;
  if (facts.length > 0) return facts.join('; ');
  return kind === 'value' ? 'no change' : `went to line ${lineOf(event) ?? '?'}`;
}

function lineOf(event: FrameEvent | undefined): number | undefined {
  return event && 'line' in event ? event.line : undefined;
}
