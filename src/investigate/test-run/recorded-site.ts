import { MODULE_FRAME } from '../../model/stack-frame.ts';
import type { ExceptionCleanup } from '../../model/stop-outcome.ts';
import type { SourceExcerpt } from '../../model/stop-report.ts';
import type { FailureSite, RelatedError, TestFrame } from '../../model/tests/test-report.ts';
import type { Variable } from '../../model/variable.ts';

const RELATIONS = ['cause', 'context', 'member'] as const;

/** A failure as its runner saw it: the calls of own code, innermost first, and the variables of the first of them. */
export interface RecordedSite {
  readonly frames: readonly TestFrame[];
  readonly site: FailureSite;
}

/** Reads a site from a runner's record; undefined for what is none. The tests are strangers' code that may have written it. */
export function recordedSite(value: unknown): RecordedSite | undefined {
  if (!isTable(value)) return undefined;
  const frames = listOf(value.frames, recordedFrame);
  const locals = listOf(value.locals, variableOf);
  const [innermost] = frames ?? [];
  if (frames === undefined || locals === undefined || innermost === undefined) return undefined;
  const { thread } = value;
  const pid = countOf(value.pid);
  const source = excerptOf(value.source);
  const cleanup = cleanupOf(value.cleanup);
  return {
    frames,
    site: {
      kind: 'seen',
      moment: 'thrown',
      functionName: innermost.name,
      location: innermost.location,
      locals,
      ...(cleanup === undefined ? {} : { cleanup }),
      closure: [],
      ...(source === undefined ? {} : { source }),
      ...(pid === undefined ? {} : { pid }),
      thread: textOf(thread) ?? '',
    },
  };
}

function excerptOf(value: unknown): SourceExcerpt | undefined {
  if (!isTable(value)) return undefined;
  const [startLine, lines] = [countOf(value.startLine), listOf(value.lines, textOf)];
  const caller = recordedFrame(value.caller)?.location;
  if (startLine === undefined || lines === undefined) return undefined;
  return { startLine, lines, ...(caller === undefined ? {} : { caller }) };
}

/** Reads one call from a runner's record. */
export function recordedFrame(value: unknown): TestFrame | undefined {
  if (!isTable(value)) return undefined;
  const [name, path, line] = [textOf(value.name), textOf(value.path), countOf(value.line)];
  if (name === undefined || path === undefined || line === undefined) return undefined;
  return { name: name === '<module>' ? MODULE_FRAME : name, location: { path, line, column: 1 } };
}

/** Reads the errors that another one came from, or contains, from a runner's record; none where one has another form. */
export function relatedErrors(value: unknown): readonly RelatedError[] {
  return listOf(value, relatedError) ?? [];
}

function relatedError(value: unknown): RelatedError | undefined {
  if (!isTable(value)) return undefined;
  const relation = RELATIONS.find((each) => each === value.relation);
  const [depth, name, message] = [countOf(value.depth), textOf(value.name), textOf(value.message)];
  if (relation === undefined || depth === undefined || name === undefined || message === undefined) return undefined;
  const { place } = value;
  const at = isTable(place) ? recordedFrame({ ...place, name: place.function }) : undefined;
  const site = recordedSite(value.site)?.site;
  return {
    ...{ relation, depth, name, message },
    ...(at === undefined ? {} : { location: at.location, functionName: at.name }),
    ...(site === undefined ? {} : { site }),
  };
}

function cleanupOf(value: unknown): ExceptionCleanup | undefined {
  const ran = isTable(value) ? listOf(value.ran, linesOf) : undefined;
  return !isTable(value) || ran === undefined ? undefined : { ran, isRecorded: value.isRecorded === true };
}

function linesOf(value: unknown): ExceptionCleanup['ran'][number] | undefined {
  if (!isTable(value)) return undefined;
  const [path, first, last] = [textOf(value.path), countOf(value.first), countOf(value.last)];
  return path === undefined || first === undefined || last === undefined ? undefined : { path, first, last };
}

function variableOf(value: unknown): Variable | undefined {
  if (!isTable(value)) return undefined;
  const [name, type, text] = [textOf(value.name), textOf(value.type), textOf(value.value)];
  if (name === undefined || type === undefined || text === undefined) return undefined;
  const children = value.children === undefined ? undefined : listOf(value.children, variableOf);
  const childCount = countOf(value.childCount);
  return {
    name,
    type,
    value: text,
    // The frame is gone: nothing of it can be expanded.
    variablesReference: 0,
    ...(childCount === undefined ? {} : { childCount }),
    ...(value.cut === true ? { cut: true } : {}),
    ...(children === undefined ? {} : { children }),
    ...thrownOf(value.thrown),
  };
}

/** The type and the text at the throw; `null` if it was not there. */
function thrownOf(value: unknown): Pick<Variable, 'thrown' | 'thrownType'> {
  if (value === null) return { thrown: null };
  const [type, text] = Array.isArray(value) ? value.map(textOf) : [];
  return type === undefined || text === undefined ? {} : { thrown: text, thrownType: type };
}

/** True if a value of a record has fields. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a list; undefined if it is no list, or one of its elements is not as expected. */
function listOf<T>(value: unknown, read: (each: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.map(read).filter((each) => each !== undefined);
  return found.length === value.length ? found : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
