import fc from 'fast-check';

/** A value as its source text, and what JSON answers must say of it. */
export interface GeneratedValue {
  readonly source: string;
  readonly shown: Shown;
}

/** A value as answers show it: the type, then the value of a primitive or the properties of an object. */
export interface Shown {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly properties?: Readonly<Record<string, Shown>>;
}

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 6 }));
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'id',
    'items',
    'with space',
    '[0]',
    '0x',
    '__proto__x',
    'constructor',
    'length',
    'toString',
    '',
  ),
  fc.string({ minLength: 1, maxLength: 8 }).filter((each) => each !== '__proto__'),
);

/** Everything that has no properties to list. */
export const primitive: fc.Arbitrary<GeneratedValue> = fc.oneof(
  fc.integer().map((value) => ({ source: String(value), shown: { type: 'number', value } })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0))
    .map((value) => ({ source: String(value), shown: { type: 'number', value } })),
  fc
    .constantFrom('NaN', 'Infinity', '-Infinity', '-0')
    .map((source) => ({ source, shown: { type: 'number', value: source } })),
  fc.boolean().map((value) => ({ source: String(value), shown: { type: 'boolean', value } })),
  text.map((value) => ({ source: JSON.stringify(value), shown: { type: 'string', value } })),
  fc.constantFrom(
    { source: 'null', shown: { type: 'object', subtype: 'null', value: null } },
    { source: 'undefined', shown: { type: 'undefined', value: 'undefined' } },
  ),
  fc
    .bigInt({ min: -(2n ** 70n), max: 2n ** 70n })
    .map((value) => ({ source: `${value}n`, shown: { type: 'bigint', value: `${value}n` } })),
  fc
    .constantFrom('tag', 'x y')
    .map((each) => ({ source: `Symbol('${each}')`, shown: { type: 'symbol', value: `Symbol(${each})` } })),
);

/** Objects without named properties of their own. */
const opaque: fc.Arbitrary<GeneratedValue> = fc.constantFrom(
  { source: '() => 1', shown: { type: 'function' } },
  { source: 'function named(a, b) { return a + b; }', shown: { type: 'function' } },
  { source: 'class Thing { method() {} }', shown: { type: 'function' } },
  { source: 'new Date(1e12)', shown: { type: 'object', subtype: 'date' } },
  { source: '/a+b/gi', shown: { type: 'object', subtype: 'regexp' } },
  { source: 'Promise.resolve(1)', shown: { type: 'object', subtype: 'promise' } },
  { source: 'new Proxy({}, {})', shown: { type: 'object', subtype: 'proxy' } },
  { source: 'new WeakMap()', shown: { type: 'object', subtype: 'weakmap' } },
);

function record(entries: readonly (readonly [string, GeneratedValue])[]): GeneratedValue {
  const source = entries.map(([key, value]) => `[${JSON.stringify(key)}]: ${value.source}`).join(', ');
  const properties = Object.fromEntries(entries.map(([key, value]) => [key, value.shown]));
  return { source: `({ ${source} })`, shown: { type: 'object', properties } };
}

function list(subtype: string, wrap: (items: string) => string) {
  return (items: readonly GeneratedValue[]): GeneratedValue => ({
    source: wrap(items.map(({ source }) => source).join(', ')),
    shown: { type: 'object', subtype, properties: Object.fromEntries(items.map(({ shown }, index) => [index, shown])) },
  });
}

/** Any value: nested up to four levels, of all kinds. */
export const { value: anyValue, object: anyObject } = fc.letrec<{ value: GeneratedValue; object: GeneratedValue }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, primitive, opaque, tie('object')),
    object: fc.oneof(
      fc.uniqueArray(fc.tuple(name, tie('value')), { maxLength: 5, selector: ([key]) => key }).map(record),
      fc.array(tie('value'), { maxLength: 5 }).map(list('array', (items) => `[${items}]`)),
      fc
        .uniqueArray(fc.integer(), { maxLength: 4 })
        .map((numbers) =>
          list(
            'set',
            (items) => `new Set([${items}])`,
          )(numbers.map((value) => ({ source: String(value), shown: { type: 'number', value } }))),
        ),
      fc
        .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), tie('value')), {
          maxLength: 4,
          selector: ([key]) => key,
        })
        .map((entries) => ({
          source: `new Map([${entries.map(([key, each]) => `['${key}', ${each.source}]`).join(', ')}])`,
          shown: {
            type: 'object',
            subtype: 'map',
            properties: Object.fromEntries(entries.map(([key, each]) => [`"${key}"`, each.shown])),
          },
        })),
      fc
        .array(fc.nat(255), { maxLength: 4 })
        .map((bytes) =>
          list(
            'typedarray',
            (items) => `new Uint8Array([${items}])`,
          )(bytes.map((value) => ({ source: String(value), shown: { type: 'number', value } }))),
        ),
      fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), tie('value')).map(([field, inner]) => ({
        source: `new (class Holder { constructor() { this.${field}_ = ${inner.source}; } get never() { throw new Error('run'); } })()`,
        shown: { type: 'object', properties: { [`${field}_`]: inner.shown } },
      })),
    ),
  }),
);
