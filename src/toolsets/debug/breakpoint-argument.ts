import * as z from 'zod/v4';
import { listedPlaces } from '../../engine/projects/listed-places.ts';
import { optionsOf } from '../../model/breakpoints/breakpoint-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { BreakpointRequest } from '../../session/breakpoints/breakpoint-book.ts';
import { arrayOf, integer, optional, text } from '../schema.ts';
import { targetOf } from './place-arguments.ts';
import { parseBreakpoint, type ResolvePath } from './place-syntax.ts';

/** The arguments that say which passes of a place count. */
export const gateArguments = {
  condition: optional(text()),
  hitCondition: optional(text()).describe('5, >=5 or %5'),
};

/** The arguments that say what a breakpoint does at a pass. */
export const optionArguments = {
  ...gateArguments,
  logMessage: optional(text()).describe('Log instead of stopping: "i is {i}"'),
};

/** An element of `breakpoints` as an object: the arguments of debug_breakpoint, which models write here too. */
const breakpointObject = z.strictObject({
  file: optional(text()),
  line: optional(integer({ min: 1 })),
  column: optional(integer({ min: 1 })),
  statement: optional(text()),
  nearLine: optional(integer({ min: 1 })),
  expect: optional(text()),
  function: optional(text()),
  ...optionArguments,
});

/** The short form, or an object as its JSON text. Advertised as a plain `string`. */
const breakpointText = z.preprocess(jsonOfObject, z.string());

/** The argument `breakpoints` of every tool that starts a session; {@link breakpointRequest} reads its elements. */
export const breakpointsArgument = optional(arrayOf(breakpointText));

/**
 * Parses the elements of `breakpoints`. An element that lists several places is each of them.
 *
 * @param resolvePath Makes a path absolute.
 * @throws DebugError `invalid_argument`, also where two of them mean one place, `source_not_found`
 */
export function breakpointRequests(given: readonly string[] = [], resolvePath: ResolvePath): BreakpointRequest[] {
  const elements = given.flatMap(placesIn);
  const requests = elements.map((each) => breakpointRequest(each, resolvePath));
  const places = requests.map(({ target }) => JSON.stringify(target));
  const again = places.findIndex((place, index) => places.indexOf(place) !== index && !isSame(requests, index));
  if (again === -1) return requests;
  const first = elements[places.indexOf(places[again] ?? '')];
  throw new DebugError(
    'invalid_argument',
    `${first} and ${elements[again]} are at one place, where one breakpoint stands.`,
    {
      advice: 'Give one of them; conditions can be joined with || or or.',
      details: { argument: 'breakpoints' },
    },
  );
}

function placesIn(element: string): readonly string[] {
  const places = listedPlaces(element).map(({ place }) => place);
  return places.length === 0 ? [element] : places;
}

/** True if a request is, in all that it asks for, the one that was made before it for the same place. */
function isSame(requests: readonly BreakpointRequest[], index: number): boolean {
  const texts = requests.map((each) => JSON.stringify(each));
  return texts.indexOf(texts[index] ?? '') !== index;
}

function breakpointRequest(element: string, resolvePath: ResolvePath): BreakpointRequest {
  const object = element.trimStart().startsWith('{') ? parsedObject(element) : undefined;
  if (object === undefined) return parseBreakpoint(element, resolvePath);
  const parsed = breakpointObject.safeParse(withAliases(object));
  const problem = parsed.success ? undefined : parsed.error.issues[0];
  if (!parsed.success) throw notABreakpoint(element, problem?.message ?? 'it does not parse');
  const target = targetOf(parsed.data, resolvePath);
  if (target === undefined) throw notABreakpoint(element, 'it names no place');
  return { target, ...optionsOf(parsed.data) };
}

function jsonOfObject(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;
}

function parsedObject(element: string): object | undefined {
  try {
    const value: unknown = JSON.parse(element);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `path` is what other debuggers call a file. */
function withAliases(object: object): object {
  const { path, ...rest }: { path?: unknown } = object;
  return path === undefined ? rest : { file: path, ...rest };
}

function notABreakpoint(element: string, problem: string): DebugError {
  return new DebugError('invalid_argument', `${element} is not a breakpoint: ${problem}.`, {
    advice: `Write "file:line", "file:line if condition" or "functionName()", or an object of ${Object.keys(breakpointObject.shape).join(', ')}.`,
    details: { argument: 'breakpoints' },
  });
}
