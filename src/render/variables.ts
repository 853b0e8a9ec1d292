import type { ExceptionCleanup } from '../model/stop-outcome.ts';
import type { LocalVariable } from '../model/stop-report.ts';
import type { ValueSummary, Variable } from '../model/variable.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { counted, oneLine } from './plain-text.ts';
import { type LeftOut, layOut, type Section, type SectionLine } from './sections.ts';

const MAX_NAME_CHARS = 80;
const MAX_TYPE_CHARS = 40;
/** Values come bounded from the adapter; this is the last line of defence for what one of them may cost. */
const MAX_VALUE_CHARS = 400;
/** Values at a stop are many and were not asked for one by one. */
const MAX_LOCAL_CHARS = 160;
const MAX_PREVIOUS_CHARS = 60;
/** Deeper children are not shown: no call asks for them, and a cyclic model must not hang the renderer. */
const MAX_DEPTH = 10;
/** Places of cleanup that are named. */
const MAX_PLACES = 3;

/** Variables that belong together: a scope, or the children of one value. */
export interface VariableGroup {
  /** `Local`, `Closure`; shown only when there are several groups. */
  readonly title: string;
  readonly variables: readonly Variable[];
  /** The number of further variables that were not fetched; 0 when left out. */
  readonly omitted?: number | undefined;
}

/** Options of {@link renderVariables}. */
interface VariablesOptions {
  readonly budgetTokens?: number | undefined;
  /** The call that shows the rest, as named in `… and 12 more variables (…)`. */
  readonly more?: string | undefined;
  /** The number of children of each variable before the listed ones. */
  readonly start?: number | undefined;
}

/** Variables, a line each: `  name: type = value`, children two spaces further in; `(no variables)` for none. */
export function renderVariables(groups: readonly VariableGroup[], options: VariablesOptions = {}): string {
  const filled = groups.filter((group) => group.variables.length > 0 || (group.omitted ?? 0) > 0);
  if (filled.length === 0) return '(no variables)';
  const way = options.more === undefined ? '' : ` (${options.more})`;
  const sections = filled.map((group, index): Section => {
    const lines = group.variables.flatMap((variable) =>
      variableLines(variable, { indent: '  ', depth: 0, tier: index + 1, start: options.start }),
    );
    const note = (left: LeftOut) => moreVariables(left, group.omitted ?? 0, way);
    return { ...(groups.length > 1 ? { title: `${oneLine(group.title)}:` } : {}), lines, contiguous: true, note };
  });
  return layOut(undefined, sections, options.budgetTokens ?? LIST_BUDGET_TOKENS);
}

function moreVariables(left: LeftOut, omitted: number, way: string): string | undefined {
  const variables = left.weight + omitted;
  if (variables > 0) return `  … and ${variables} more ${variables === 1 ? 'variable' : 'variables'}${way}`;
  return left.lines > 0 ? `  … and ${counted(left.lines, 'more line')}${way}` : undefined;
}

interface Place {
  readonly indent: string;
  readonly depth: number;
  readonly tier: number;
  readonly start?: number | undefined;
}

function variableLines(variable: Variable, place: Place): SectionLine[] {
  const text = `${place.indent}${nameTypeValue(variable, MAX_VALUE_CHARS)}`;
  const weight = place.depth === 0 ? 1 : 0;
  return [{ text, tier: place.tier, weight }, ...childLines(variable, { ...place, indent: `${place.indent}  ` })];
}

/** The children that a value came with, each a line, `… 95 more` where it has more than it came with. */
export function childLines(value: ValueSummary, place: Place): SectionLine[] {
  const { start = 0 } = place;
  const children = value.children ?? [];
  const note = (text: string): SectionLine => ({ text: `${place.indent}… ${text}`, tier: place.tier, weight: 0 });
  if (children.length === 0)
    return start > 0 ? [note(`none from ${start} on: it has ${value.childCount ?? 'fewer'}`)] : [];
  if (place.depth >= MAX_DEPTH) return [note(`${children.length} deeper`)];
  const lines = children.flatMap((child) =>
    variableLines(child, { ...place, depth: place.depth + 1, start: undefined }),
  );
  const missing = (value.childCount ?? start + children.length) - start - children.length;
  return missing > 0 ? [...lines, note(`${missing} more`)] : lines;
}

/** `  total: number = 5 (was 3)`: a local at a stop, one bounded line. `markNew` says whether a new one is called new. */
export function localLine(local: LocalVariable, markNew: boolean): string {
  const line = `  ${nameTypeValue(local, MAX_LOCAL_CHARS)}`;
  if (local.previous === undefined || local.thrown !== undefined) return line;
  if (local.previous === null) return markNew ? `${line} (new)` : line;
  return `${line} (was ${oneLine(local.previous, MAX_PREVIOUS_CHARS)})`;
}

function nameTypeValue(variable: Variable, maxChars: number): string {
  const { thrown, thrownType = '' } = variable;
  const name = oneLine(variable.name, MAX_NAME_CHARS);
  const [type, value] = typeof thrown === 'string' ? [thrownType, thrown] : [variable.type, variable.value];
  const text = `${name}: ${oneLine(type, MAX_TYPE_CHARS)} = ${oneLine(value, maxChars)}`;
  if (thrown === undefined) return text;
  return thrown === null
    ? `${text} (not there at the throw)`
    : `${text} (now ${oneLine(variable.value, MAX_PREVIOUS_CHARS)})`;
}

/** The moment that variables at an exception are of, behind their title: ` at the throw (shop.py:23-25 ran since)`; empty where nothing has changed. */
export function whenOf(
  variables: readonly Variable[],
  cleanup: ExceptionCleanup | undefined,
  context: PathContext,
): string {
  const isChanged = variables.some(({ thrown }) => thrown !== undefined);
  if (cleanup === undefined) return isChanged ? ' at the throw' : '';
  const ran = placesOf(cleanup, context);
  if (isChanged) return ` at the throw (${ran} ran since)`;
  return cleanup.isRecorded ? '' : ` after cleanup (${ran} ran since the throw)`;
}

function placesOf({ ran }: ExceptionCleanup, context: PathContext): string {
  const texts = ran.map(({ path, first, last }) => {
    const from = displayLocation({ path, line: first, column: 1 }, context);
    return first === last ? from : `${from}-${last}`;
  });
  const each = [...new Set(texts)];
  return [...each.slice(0, MAX_PLACES), ...(each.length > MAX_PLACES ? ['…'] : [])].join(', ');
}
