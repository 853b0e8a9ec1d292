import type { ValueLimits } from '../adapter/debug-adapter.ts';
import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';
import type { Variable } from '../model/variable.ts';
import type { DebugSession } from './debug-session.ts';

/** Children read while looking for a name. */
const LOOKUP_LIMITS: ValueLimits = { depth: 0, maxChildren: 1_000, maxTextLength: 80 };

/** The names along a path: `order.lines[0]["unit price"]` → `order`, `lines`, `0`, `unit price`. */
function parsePath(path: string): string[] {
  const names: string[] = [];
  const pattern =
    /\s*(?:(?:\.\s*)?([^\s.[\]"']+)|\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\]\s][^\]]*))\s*\])/y;
  const trimmed = path.trimEnd();
  while (pattern.lastIndex < trimmed.length) {
    const match = pattern.exec(trimmed);
    if (!match) {
      throw new DebugError('invalid_argument', `"${path}" is not a path.`, {
        advice: 'Write it as in the program: order.lines[0].price',
        details: { argument: 'path' },
      });
    }
    names.push(match[1] ?? match[2] ?? match[3] ?? match[4]?.trimEnd() ?? '');
  }
  return names;
}

/**
 * Finds a variable by its path, through the scopes of a frame and then from value to value, without running any code of the
 * program.
 *
 * @throws DebugError `variable_not_found` with the names that are there
 */
export async function findVariable(
  session: DebugSession,
  path: string,
  frameIndex: number | undefined,
  options: CallOptions,
): Promise<Variable> {
  const [first = '', ...rest] = parsePath(path);
  let found = await inScopes(session, first, frameIndex, options);
  let walked = first;
  for (const name of rest) {
    found = await childOf(session, found, name, walked, options);
    walked += /^\d+$/.test(name) ? `[${name}]` : `.${name}`;
  }
  return found;
}

async function inScopes(
  session: DebugSession,
  name: string,
  frameIndex: number | undefined,
  options: CallOptions,
): Promise<Variable> {
  const available: string[] = [];
  for (const scope of await session.inspection.scopes(frameIndex, options)) {
    const variables = await session.inspection.variables(scope.variablesReference, LOOKUP_LIMITS, options);
    const match = variables.find((variable) => variable.name === name) ?? onlySource(name, variables);
    if (match) return match;
    if (!scope.expensive) available.push(...variables.map((variable) => variable.name));
  }
  throw notFound(name, 'in this frame', available);
}

async function childOf(
  session: DebugSession,
  parent: Variable,
  name: string,
  path: string,
  options: CallOptions,
): Promise<Variable> {
  if (parent.variablesReference === 0) throw notFound(name, `in ${path}, which is ${parent.value}`, []);
  const index = /^\d+$/.test(name) ? Number(name) : undefined;
  // An element far down a large array is asked for by itself.
  const page = index === undefined ? { start: 0 } : { start: index };
  const limits = index === undefined ? LOOKUP_LIMITS : { ...LOOKUP_LIMITS, maxChildren: 1 };
  const children = await session.inspection.variables(parent.variablesReference, limits, { ...options, ...page });
  const wanted = [name, `[${name}]`, JSON.stringify(name), `"${name}"`];
  const match =
    children.find((child) => wanted.includes(child.name)) ??
    (index === undefined ? onlySource(name, children) : await byName());
  if (match) return match;
  throw notFound(
    name,
    `in ${path}`,
    children.map((child) => child.name),
  );

  async function byName(): Promise<Variable | undefined> {
    const all = await session.inspection.variables(parent.variablesReference, LOOKUP_LIMITS, options);
    return all.find((child) => wanted.includes(child.name));
  }
}

/** The one that the source calls so, unless several classes call one so. */
function onlySource(name: string, variables: readonly Variable[]): Variable | undefined {
  const named = variables.filter(({ sourceName }) => sourceName === name);
  return named.length === 1 ? named[0] : undefined;
}

function notFound(name: string, where: string, available: readonly string[]): DebugError {
  const shown = available.slice(0, 20).join(', ');
  return new DebugError('variable_not_found', `There is no "${name}" ${where}.`, {
    advice: shown
      ? `There are: ${shown}${available.length > 20 ? ', …' : ''}.`
      : [{ action: 'variables' }, ' lists what there is.'],
    details: { available: available.slice(0, 100) },
  });
}
