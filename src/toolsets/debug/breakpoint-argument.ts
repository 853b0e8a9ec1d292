import * as z from 'zod/v4';
import { arrayOf, optional } from '../schema.ts';

/**
 * An element of the argument `breakpoints`: the short form, or an object of the arguments that debug_breakpoint takes, which
 * models write here too; the object is turned into the short form. Advertised as a plain `string`.
 */
const breakpointText = z.preprocess(shortForm, z.string());

/** The argument `breakpoints` of every tool that starts a session. */
export const breakpointsArgument = optional(arrayOf(breakpointText));

function shortForm(value: unknown): unknown {
  if (typeof value === 'string') return jsonObject(value) ?? value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { file, path, line, function: name, condition, ...others } = fields(value);
  // What the short form cannot say must not be dropped in silence: the object is refused as it is.
  if (Object.keys(others).length > 0) return value;
  const place = placeText(file ?? path, line, name);
  if (place === undefined) return value;
  return condition === undefined || condition === '' ? place : `${place} if ${condition}`;
}

function placeText(file: unknown, line: unknown, name: unknown): string | undefined {
  if (typeof file === 'string' && line !== undefined) return `${file}:${line}`;
  if (typeof name === 'string') return `${name.replace(/\(\)$/, '')}()`;
  return typeof file === 'string' ? file : undefined;
}

/** Absent and empty fields are left out, as they are among a tool's own arguments. */
function fields(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== ''));
}

/** An element that is an object in JSON text. */
function jsonObject(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return shortForm(JSON.parse(text));
  } catch {
    return undefined;
  }
}
