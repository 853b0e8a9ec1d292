import type * as z from 'zod/v4';
import type { ObjectSchema } from './advertised-schema.ts';
import { likelyArgument } from './likely-argument.ts';

type Issue = z.core.$ZodIssue;

/**
 * The refusal of a call, so that the next call succeeds: names each wrong, missing and unknown argument, then all arguments that
 * the tool takes.
 */
export function argumentErrorText(tool: string, schema: ObjectSchema, args: unknown, issues: readonly Issue[]): string {
  const problems = issues.flatMap((issue) => problemsOf(issue, schema, args).map((problem) => `- ${problem}`));
  const expected = expectedArguments(schema);
  const takes = expected === '' ? `${tool} takes no arguments.` : `${tool} takes: ${expected}.`;
  return [
    `${tool} was not carried out, its arguments are wrong:`,
    ...problems,
    takes,
    `Correct them and call ${tool} again.`,
  ].join('\n');
}

function problemsOf(issue: Issue, schema: ObjectSchema, args: unknown): string[] {
  const where = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const inside = where === '' ? '' : ` in ${where}`;
    const open = where === '' ? argumentNames(schema).filter((name) => !Object.hasOwn(record(args), name)) : [];
    return issue.keys.map((key) => {
      const meant = likelyArgument(key, open);
      return `unknown argument \`${key}\`${inside}${meant === undefined ? '' : `: did you mean \`${meant}\`?`}`;
    });
  }
  const value = valueAt(args, issue.path);
  if (value === undefined && where !== '') return [`missing argument \`${where}\` (${expectation(issue, schema)})`];
  const name = where === '' ? 'the arguments' : `\`${where}\``;
  return [`${name}: ${expectation(issue, schema)}, got ${shown(value)}`];
}

/** The right type or values of the argument, in the words of JSON Schema, which models know. */
function expectation(issue: Issue, schema: ObjectSchema): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${advertisedType(issue.path, schema) ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'expected a text that is not empty';
      return `expected at least ${issue.minimum}`;
    case 'too_big':
      return `expected at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

/** The type that was advertised for a place in the arguments: zod's own word for an integer is `number`. */
function advertisedType(path: readonly PropertyKey[], schema: ObjectSchema): string | undefined {
  const place = path.reduce<unknown>((node, key) => {
    const { items, properties } = record(node);
    return typeof key === 'number' ? items : record(properties)[String(key)];
  }, schema);
  const text = typeText(place);
  return text === 'any' ? undefined : text;
}

function expectedArguments(schema: ObjectSchema): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const one = ([name, property]: [string, unknown]) => {
    const need = required.includes(name) ? ', required' : '';
    return `${name} (${typeText(property)}${need})`;
  };
  return Object.entries(record(schema.properties)).map(one).join(', ');
}

function argumentNames(schema: ObjectSchema): string[] {
  return Object.keys(record(schema.properties));
}

function typeText(property: unknown): string {
  const { type, enum: values, items } = record(property);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `array of ${typeText(items)}`;
  return typeof type === 'string' ? type : 'any';
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** `breakpoints[0].line` */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => record(value)[String(key)], args);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
