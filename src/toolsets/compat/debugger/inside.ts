import type { ValueLimits } from '../../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ValueSummary, Variable } from '../../../model/variable.ts';
import { asFields, type JsonValue, jsonProperties, jsonValue } from '../../../render/json-value.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { viewOf } from './session-view.ts';

/** Children asked for in one question: the debuggee bounds the work of each. */
const PAGE = 200;
const MAX_TEXT_LENGTH = 1_000;
/** Empty answers in a row that are put up with. */
const MAX_EMPTY_PAGES = 20;
/** Values that are asked for in addition, where one question did not do. */
const MAX_ADDED = 2_000;
/** Children listed for each promise or proxy below the one that was asked for. */
const MAX_NESTED = 50;
/** Promises and proxies in one answer that are looked into without having been asked for. */
const MAX_EXPANDED = 50;
/** Objects whose content is not in properties: a promise's state, a proxy's target. */
const OPAQUE = new Set(['promise', 'proxy', 'weakref']);

/** Selects the children to read: `depth` levels, from the `start`-th on, at most `max` of the first level. */
interface Reading {
  readonly depth: number;
  readonly start?: number;
  readonly max: number;
}

/** Children of a value, and where the next ones start if there are more. */
interface Inside {
  readonly children: readonly Variable[];
  readonly next?: number;
}

/** The children of a value. @throws DebugError `stale_reference` */
async function inside(
  session: DebugSession,
  summary: ValueSummary,
  { depth, start = 0, max }: Reading,
  options: CallOptions,
): Promise<Inside> {
  const children: Variable[] = [];
  const { variablesReference: reference, childCount = 0, type } = summary;
  const allowance = { left: MAX_ADDED };
  let at = start;
  let emptyPages = 0;
  while (reference > 0 && children.length < max && emptyPages < MAX_EMPTY_PAGES) {
    const wanted = Math.min(PAGE, max - children.length);
    const page = await session.inspection.variables(reference, limitsOf(depth, wanted), { ...options, start: at });
    // A busy machine may use up the time of a question before its first answer.
    emptyPages = page.length === 0 ? emptyPages + 1 : 0;
    for (const child of page) children.push(await whole(session, child, depth - 1, allowance, options));
    at = positionAfter(page, at, type);
    if (at >= childCount && page.length < wanted) return { children };
  }
  return { children, ...(at < childCount ? { next: at } : {}) };
}

/**
 * The same child, with what the bound on the work of one question has left out below it.
 *
 * @param allowance How many values may still be added; counted down.
 */
async function whole(
  session: DebugSession,
  child: Variable,
  depth: number,
  allowance: { left: number },
  options: CallOptions,
): Promise<Variable> {
  const { children, childCount = 0, variablesReference, type } = child;
  if (depth < 1 || children === undefined) return child;
  const isShort = positionAfter(children, 0, type) < Math.min(childCount, PAGE);
  const found =
    isShort && variablesReference > 0 && allowance.left > 0
      ? (await session.inspection.variables(variablesReference, limitsOf(depth, PAGE), options)).filter(isListed)
      : children;
  if (found !== children) allowance.left -= found.length;
  const inner: Variable[] = [];
  for (const each of found) inner.push(await whole(session, each, depth - 1, allowance, options));
  return { ...child, children: inner };
}

function limitsOf(depth: number, maxChildren: number): ValueLimits {
  return { depth: depth - 1, maxChildren, maxTextLength: MAX_TEXT_LENGTH };
}

/** True if a variable further down is listed: a hidden variable only if it is part of an error's message. */
function isListed({ hidden, name }: Variable): boolean {
  return !hidden || name === 'message' || name === 'cause' || name === 'errors';
}

/** A run of holes in an array is one child, but as many elements. */
function positionAfter(page: readonly Variable[], start: number, parentType: string): number {
  const isArray = parentType === 'array' || parentType === 'typedarray';
  return page.reduce((at, { name }) => {
    const [, from, to] = (isArray && /^\[(\d+)(?:…(\d+))?\]$/.exec(name)) || [];
    return from === undefined ? at + 1 : Number(to ?? from) + 1;
  }, start);
}

/** The properties of a value as JSON. @throws DebugError `stale_reference` */
export async function readProperties(
  session: DebugSession,
  summary: ValueSummary,
  reading: Reading,
  options: CallOptions,
): Promise<{ readonly properties: Readonly<Record<string, JsonValue>>; readonly next?: number }> {
  const { children, next } = await inside(session, summary, reading, options);
  const unveiled = await unveil(session, children, options);
  const properties = jsonProperties(unveiled, (each) => viewOf(session).identify(each), summary.type);
  return { properties, ...(next === undefined ? {} : { next }) };
}

/** A value as JSON, with its properties where it is an object. */
export async function readValue(
  session: DebugSession,
  summary: ValueSummary,
  reading: Reading,
  options: CallOptions,
): Promise<JsonValue> {
  const json = jsonValue(summary, (each) => viewOf(session).identify(each));
  if (summary.variablesReference === 0) return json;
  const { properties, next } = await readProperties(session, summary, reading, options);
  const { truncated: _ofText, ...rest } = json;
  return { ...rest, ...(next === undefined ? {} : { truncated: true }), properties };
}

/** Variables, read with one level of what is inside them, as JSON, with the state of those that are promises. */
export async function readVariables(
  session: DebugSession,
  variables: readonly Variable[],
  options: CallOptions,
): Promise<readonly ({ readonly name: string } & JsonValue)[]> {
  const allowance = { left: MAX_ADDED };
  const completed: Variable[] = [];
  for (const each of variables) completed.push(await whole(session, each, 1, allowance, options));
  const unveiled = await unveil(session, completed, options);
  return unveiled.map((variable) => ({
    name: variable.name,
    ...asFields(jsonValue(variable, (each) => viewOf(session).identify(each))),
  }));
}

/** The same values, with what is inside promises and proxies. */
async function unveil(
  session: DebugSession,
  variables: readonly Variable[],
  options: CallOptions,
): Promise<readonly Variable[]> {
  let left = MAX_EXPANDED;
  const visit = async (variable: Variable): Promise<Variable> => {
    const { type, variablesReference, children } = variable;
    if (children) return { ...variable, children: await visitAll(children) };
    if (!OPAQUE.has(type) || variablesReference === 0 || left-- <= 0) return variable;
    const found = await inside(session, variable, { depth: 1, max: MAX_NESTED }, options);
    return { ...variable, cut: false, children: found.children };
  };
  const visitAll = async (list: readonly Variable[]): Promise<readonly Variable[]> => {
    const visited: Variable[] = [];
    for (const each of list) visited.push(await visit(each));
    return visited;
  };
  return visitAll(variables);
}
