import type { ComparedValue } from '../../../model/tests/compared-values.ts';

/** A primitive as JavaScript or Python writes it, without groups. */
export const LITERAL =
  /-?(?:\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?n?\b|Infinity|inf\b)|NaN|nan\b|true|false|null|undefined|None|True|False|b?"(?:[^"\\\n]|\\.)*"|b?'(?:[^'\\\n]|\\.)*'/
    .source;

const WHOLE = new RegExp(`^(?:${LITERAL})$`);
const TYPES: Readonly<Record<string, string>> = {
  NaN: 'NaN',
  nan: 'nan',
  true: 'boolean',
  false: 'boolean',
  True: 'bool',
  False: 'bool',
  null: 'null',
  undefined: 'undefined',
  None: 'NoneType',
};

/** Undefined for a text that is no primitive's. */
export function literal(text: string): ComparedValue | undefined {
  if (!WHOLE.test(text)) return undefined;
  if (text.startsWith("'") || text.startsWith('"')) return { text, type: 'string' };
  if (/^b["']/.test(text)) return { text, type: 'bytes' };
  return { text, type: TYPES[text] ?? 'number' };
}

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]+)\}|U([\da-fA-F]{8})|([\s\S]))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  a: '\x07',
};
const MAX_CODE = 0x10ffff;

/** The content of a string in quotes, as JavaScript or Python writes it. */
export function contentOf(text: string): string {
  const [, , inner = text] = /^(["'])([\s\S]*)\1$/.exec(text) ?? [];
  return inner.replace(ESCAPE, (all: string, ...groups: (string | undefined)[]) => {
    const [x, u, point, U, each = ''] = groups;
    const code = Number.parseInt(x ?? u ?? point ?? U ?? '', 16);
    if (Number.isNaN(code)) return ESCAPED[each] ?? each;
    return code <= MAX_CODE ? String.fromCodePoint(code) : all;
  });
}
