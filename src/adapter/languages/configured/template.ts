import { DebugError } from '../../../model/debug-error.ts';
import { type CheckedValue, wrongValue } from './checked-value.ts';

/** A value of JSON in whose texts `${name}` stands for something that a request brings. */
export type Template = Readonly<Record<string, unknown>>;

/** The values of template names; undefined for names that this request does not bring. */
export type TemplateValues = Readonly<Record<string, unknown>>;

const NAME = /\$\{(\w*)\}/g;

/**
 * Fills a template in. A text that is one name becomes the value itself (`"${args}"` becomes a list), within a longer text it
 * becomes text.
 *
 * @throws DebugError `unsupported` when the request does not bring one of the names
 */
function filledIn(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string') return filledText(template, values);
  if (Array.isArray(template)) return template.map((each: unknown) => filledIn(each, values));
  return isObject(template) ? filledObject(template, values) : template;
}

/** As {@link filledIn}, for the words of a command; a word that is the name of a list becomes the words in it. */
export function filledWords(template: readonly string[], values: TemplateValues): readonly string[] {
  return template.flatMap((word) => {
    const filled = filledText(word, values);
    return Array.isArray(filled) ? filled.map(asText) : [asText(filled)];
  });
}

/** As {@link filledIn}, for the arguments of a request. */
export function filledObject(template: object, values: TemplateValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filledIn(value, values)]));
}

function filledText(text: string, values: TemplateValues): unknown {
  const whole = /^\$\{(\w*)\}$/.exec(text)?.[1];
  if (whole !== undefined) return valueFor(whole, values);
  return text.replace(NAME, (_, name: string) => asText(valueFor(name, values)));
}

function valueFor(name: string, values: TemplateValues): unknown {
  const value = values[name];
  if (value !== undefined) return value;
  throw new DebugError('unsupported', `The language's template needs \${${name}}, which was not given.`, {
    advice: `Call again with ${name}.`,
    details: { argument: name },
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @throws DebugError `invalid_argument` for a name that stands for nothing, with those that do */
export function checkTemplate(at: CheckedValue, names: readonly string[]): void {
  const { value, key, file } = at;
  if (typeof value === 'string') {
    const unknown = [...value.matchAll(NAME)].find(([, name = '']) => !names.includes(name));
    if (unknown)
      throw wrongValue(at, `a text with no other names than ${names.map((each) => `\${${each}}`).join(', ')}`);
  } else if (Array.isArray(value)) {
    value.forEach((each: unknown, index) => {
      checkTemplate({ value: each, key: `${key}[${index}]`, file }, names);
    });
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value))
      checkTemplate({ value: each, key: `${key}.${name}`, file }, names);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
