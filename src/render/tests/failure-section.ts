import type { TestFailure, TestRunReport } from '../../model/tests/test-report.ts';
import type { Variable } from '../../model/variable.ts';
import { displayLocation, displayPath, type PathContext } from '../paths.ts';
import { counted, cut, ending, linesOf, oneLine } from '../plain-text.ts';
import type { Section, SectionLine } from '../sections.ts';
import { sourceLines } from '../source.ts';
import { relatedText } from '../stop.ts';
import { localLine, whenOf } from '../variables.ts';
import { comparedLines } from './compared.ts';
import type { FailureGroup } from './failure-groups.ts';
import { TIGHT, type Widths } from './failure-widths.ts';
import { swallowedLines } from './swallowed.ts';
import { failureSinceLine } from './tests-since.ts';
import { valueSourceLines } from './value-source.ts';

const MAX_PLACE_CHARS = 90;
const MAX_REASON_CHARS = 200;
const MAX_MESSAGE_LINES = 12;
const MAX_STACK_FRAMES = 5;
const MAX_RELATED = 6;
/**
 * The number of a failure's variables, and of further lines of its message, that are shown before anything more of another one.
 */
const FIRST_LOCALS = 2;
const FIRST_MESSAGE_LINES = 2;
/** Rank of what is never left out: name, message, and the line where it was thrown, or why that is not known. */
const ALWAYS = 0;
/** Up to this rank, of the first failure nothing is left out either: what it compared, and where that came from. */
const CAUSE = 0.12;

/** Rank of the first variables and lines of a message: after the calls in which a wrong value came to be, and the row that made it. */
const DETAIL = 0.25;
/** The number of failures of which the names come before the variables of the others. */
const FIRST_NAMES = 3;

/** The rank of a failure among the others, and the space for its lines. */
export interface FailureRank {
  readonly report: TestRunReport;
  readonly index: number;
  readonly widths: Widths;
}

/**
 * A failure with the others of the same cause: name, message, line and first variables of every one come before anything more of the first.
 */
export function failureSection(
  group: FailureGroup,
  { report: { failures, since }, index, widths }: FailureRank,
  context: PathContext,
): Section {
  const { first, others, isAgain } = group;
  const { error, site, moreErrors } = first;
  const line = (text: string, rank: number): SectionLine => ({
    text,
    tier: tierOf(rank, index),
  });
  const [headline = '', ...further] = linesOf(error.message);
  const shown = further.filter((each) => each.trim() !== '').slice(0, MAX_MESSAGE_LINES);
  const message = shown.map((each) => `    ${oneLine(each, widths.message).trimEnd()}`);
  const stand = since?.failures[failures.indexOf(first)];
  const change = stand && failureSinceLine(stand);
  const text = message.map((each, at) => line(each, at < FIRST_MESSAGE_LINES ? DETAIL + 0.01 : 2));
  const source = valueSourceLines(first, failures, context).map(({ text, rank }) => line(text, rank));
  // The difference of two values as text says less than the place where they differ, and than where the wrong one came from.
  const isExplained = (error.compared?.path ?? '') !== '' || source.length > 0;
  // "Expected values to be strictly equal:" says what they are in the next line.
  const atOnce = isExplained ? Number(headline.trimEnd().endsWith(':')) : text.length;
  return {
    lines: [
      line(`\n✗ ${oneLine(displayName(first, context), widths.name)}${placeOf(first, context)}`, ALWAYS),
      line(`  ${error.name === '' ? '' : `${oneLine(error.name, 60)}: `}${oneLine(headline, widths.message)}`, ALWAYS),
      ...(change === undefined ? [] : [line(`  ${change}`, 0.11)]),
      ...comparedLines(first, widths.message).map((text) => line(text, 0.1)),
      ...relatedLines(first, widths, line, context),
      ...text.slice(0, atOnce),
      ...source,
      ...swallowedLines(first, context).map(({ text, rank }) => line(text, rank)),
      ...text.slice(atOnce),
      ...(moreErrors.length > 0 ? [line(`  and ${counted(moreErrors.length, 'more error')}`, 4)] : []),
      ...siteLines(group, widths, line, context),
      ...(isAgain ? [] : stackLines(first, context).map((text) => line(text, 3))),
      ...(site.kind === 'unseen' ? [line(`  No variables: ${oneLine(site.reason, MAX_REASON_CHARS)}.`, ALWAYS)] : []),
      ...(others.length > 0 ? [line(`  Also, at the same place: ${namesOf(others, widths)}`, 0.4)] : []),
    ],
    note: ({ lines }) => (lines > 0 ? `  … ${counted(lines, 'more line')}` : undefined),
  };
}

function tierOf(rank: number, index: number): number {
  if (rank === ALWAYS || (index === 0 && rank <= CAUSE)) return 0;
  return rank < 1 ? 2 + rank : 3 + index + rank / 100;
}

type ToLine = (text: string, rank: number) => SectionLine;

function siteLines(
  { first: { site }, isAgain }: FailureGroup,
  widths: Widths,
  line: ToLine,
  context: PathContext,
): SectionLine[] {
  if (site.kind === 'unseen') return [];
  const when =
    site.moment === 'before' ? ' before this line ran, in a second run' : whenOf(site.locals, site.cleanup, context);
  // The line is there with the error that was there first.
  const source = site.source && !isAgain ? sourceLines(site.source, site.location, context) : [];
  const value = (variable: Variable) => cut(localLine(variable, false), widths.value);
  return [
    ...source
      .filter(({ distance }) => distance <= 2)
      .map(({ text, distance }) => line(cut(text, widths.value), distance === 0 ? ALWAYS : 4 + distance)),
    ...(site.handedOn === undefined
      ? []
      : [line(`  Nothing was thrown: ${oneLine(site.handedOn, MAX_REASON_CHARS)}.`, 0.14)]),
    ...(when !== '' && site.locals.length > 0 ? [line(`  Variables${when}:`, DETAIL)] : []),
    ...site.locals.map((local, at) => line(value(local), at < FIRST_LOCALS ? DETAIL : 2)),
    ...site.closure.map((variable) => line(`${value(variable)} (closure)`, 5)),
  ];
}

/** The errors that it came from, or contains: of the first one, which was thrown in own code, also the line and the variables there. */
function relatedLines(
  { error: { related = [] } }: TestFailure,
  widths: Widths,
  line: ToLine,
  context: PathContext,
): SectionLine[] {
  const shown = related.slice(0, MAX_RELATED);
  return shown.flatMap((each, index): SectionLine[] => {
    const text = relatedText({ ...each, message: oneLine(each.message, widths.message) }, context);
    const { site } = each;
    const source = site?.source ? sourceLines(site.source, site.location, context) : [];
    const statement = source.filter(({ distance }) => distance === 0);
    const when = site === undefined ? '' : whenOf(site.locals, site.cleanup, context);
    return [
      line(text, index === 0 ? CAUSE : 2),
      ...statement.map(({ text }) => line(cut(text, widths.value), 0.13)),
      ...(when === '' ? [] : [line(`    Variables${when}:`, DETAIL)]),
      ...(site?.locals ?? []).map((local, at) =>
        line(`  ${cut(localLine(local, false), widths.value)}`, at < FIRST_LOCALS ? DETAIL : 2),
      ),
      ...(index === MAX_RELATED - 1 && related.length > MAX_RELATED
        ? [line(`  … ${related.length - MAX_RELATED} more related to it`, 2)]
        : []),
    ];
  });
}

function displayName({ kind, name }: TestFailure, context: PathContext): string {
  return kind === 'file' ? displayPath(name, context) : name;
}

function placeOf({ site, error, file, kind }: TestFailure, context: PathContext): string {
  if (site.kind === 'seen') return `  at ${ending(displayLocation(site.location, context), MAX_PLACE_CHARS)}`;
  const [frame] = error.stack;
  if (frame) return `  at ${ending(displayLocation(frame.location, context), MAX_PLACE_CHARS)}`;
  return file === undefined || kind === 'file' ? '' : `  in ${ending(displayPath(file, context), MAX_PLACE_CHARS)}`;
}

/** The callers of the code that threw; for a test that threw itself, no caller is worth a line. */
function stackLines({ error: { stack } }: TestFailure, context: PathContext): string[] {
  if (stack.length < 2) return [];
  const frames = stack.slice(0, MAX_STACK_FRAMES);
  const texts = frames.map(
    ({ name, location }) => `${oneLine(name, 60)} (${ending(displayLocation(location, context), MAX_PLACE_CHARS)})`,
  );
  return [`  Stack: ${texts.join(' < ')}${stack.length > frames.length ? ' < …' : ''}`];
}

/** All names there is room for. */
function namesOf(failures: readonly TestFailure[], widths: Widths): string {
  const shown: string[] = [];
  let chars = 0;
  for (const { name } of failures) {
    const text = oneLine(name, widths.name);
    chars += text.length + 2;
    if (chars > widths.value && shown.length > 0) break;
    shown.push(text);
  }
  const left = failures.length - shown.length;
  return `${shown.join('; ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Failures of which only the names are shown. */
export function namesSection(groups: readonly FailureGroup[], context: PathContext): Section {
  return {
    title: '\nAlso failed:',
    lines: groups.map(({ first, others }, at) => ({
      weight: 1 + others.length,
      text: `  ${oneLine(displayName(first, context), TIGHT.name)}${placeOf(first, context)}`,
      tier: at < FIRST_NAMES ? 2.14 : 2.6,
    })),
    note: ({ weight }) => (weight > 0 ? `  … ${weight} more` : undefined),
  };
}
