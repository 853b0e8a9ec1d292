import * as fc from 'fast-check';

/** The part of a tool's schema that values are made for. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ValueSchema[];
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

/** Names that mean something to JavaScript, to a shell, to a terminal or to the tools. No program can be started by one of them. */
const WORDS = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\0', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then'],
    ...[
      'ok.js',
      'ok.js:1',
      'ok.js:2 if (',
      'ok.js:99999',
      './ok.js',
      '../ok.js',
      '/etc/passwd',
      'file:///etc/passwd',
      'C:\\x',
    ],
    ...[
      's1',
      's2',
      'all',
      'node',
      'python',
      'json',
      'n',
      'n + 1',
      'throw n',
      'while (false);',
      'a, b',
      '1e999',
      '-1',
      'NaN',
    ],
    ...[
      '😀'.repeat(50),
      '\ud800',
      '\u202egnp.js',
      '\u001b[31m',
      'a\nb\r\nc',
      '"; --',
      '$(n)',
      '%s%n',
      '{{n}}',
      '(?:',
      '[[[',
    ],
    ...['ws://127.0.0.1:1/x', 'http://example.invalid', 'null', '[]', '{}', '["ok.js:1"]', '{"a":1}'],
  ),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** None is the number of a process or of a port that anything listens at. */
const NUMBERS = fc.constantFrom(0, -0, 1, 2, 3, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 5e-324);
/** Milliseconds that are waited for. */
const TIMES = fc.constantFrom(0, 1, 20, 100, -1, 1.5, 1e300);

const ANYTHING: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    NUMBERS,
    WORDS,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(WORDS, tie('value')), { maxLength: 4 }).map((entries) => new Members(entries)),
  ),
})).value;

/** Values too large, or nested too deeply, to be meant. */
const HUGE: fc.Arbitrary<unknown> = fc.constantFrom(
  ...['x'.repeat(300_000), ' '.repeat(300_000), '('.repeat(100_000), '\n'.repeat(300_000), 'a.'.repeat(100_000)],
  ...[new Array(20_000).fill(0), new Array(2_000).fill('ok.js:1'), nested(40), nested(3_000)],
);

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** The members of an object, in order: also `__proto__`, which no literal has. */
class Members {
  readonly entries: readonly (readonly [string, unknown])[];

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}

/** The JSON text of a value that was generated. */
export function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  const entries = value instanceof Members ? value.entries : undefined;
  if (entries) return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${jsonOf(each)}`).join(',')}}`;
  return JSON.stringify(value);
}

/** Sensible values for names like these: without them, few calls would get past the first look at their arguments. */
const MEANT: readonly (readonly [name: RegExp, value: fc.Arbitrary<unknown>])[] = [
  [/^(?:program|script|file|path|fileName|scriptPath)$/, fc.constant('ok.js')],
  [/^(?:session|sessionId)$/, fc.constant('s1')],
  [/^lines?$/, fc.constantFrom(1, 2)],
  [/^breakpoints$/, fc.constant(['ok.js:2'])],
  [/^(?:expression|condition)$/, fc.constantFrom('n', 'n === 1')],
];

/** Arguments for a tool: some as its schema wants them, most not quite. */
export function argumentsFor(schema: ValueSchema): fc.Arbitrary<unknown> {
  const { required = [] } = schema;
  const known = Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const isTime = /timeout|interval|limit|duration|ms$/i.test(name);
    const fitting = isTime ? TIMES : valueFor(each);
    const meant = MEANT.find(([pattern]) => pattern.test(name))?.[1] ?? fitting;
    const wild = isTime ? TIMES : fc.oneof({ weight: 20, arbitrary: ANYTHING }, { weight: 1, arbitrary: HUGE });
    const chance = required.includes(name) ? 9 : 2;
    return fc
      .tuple(fc.nat({ max: 9 }), meant, fitting, wild)
      .map((drawn) => ({ name, isGiven: drawn[0] < chance, values: drawn.slice(1) }));
  });
  const unknown = fc.tuple(WORDS, ANYTHING);
  // The wilder the call, the fewer of its values fit.
  const members = fc.tuple(fc.nat({ max: 5 }), fc.tuple(...known), unknown, fc.infiniteStream(fc.nat({ max: 9 })));
  const call = members.map(([wildness, drawn, stranger, dice]) => {
    const entries = drawn.flatMap(({ name, isGiven, values }) => {
      const thrown = dice.next().value;
      const kind = thrown >= wildness * 2 ? 0 : thrown > 1 ? 1 : 2;
      return isGiven ? [[name, values[kind]] as const] : [];
    });
    return new Members(wildness > 3 ? [...entries, stranger] : entries);
  });
  return fc.oneof({ weight: 30, arbitrary: call }, { weight: 1, arbitrary: ANYTHING });
}

function valueFor(schema: ValueSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueFor));
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema)));
}

function valueOfType(type: string, schema: ValueSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer':
    case 'number':
      return NUMBERS;
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return schema.properties
        ? argumentsFor(schema)
        : fc.array(fc.tuple(WORDS, WORDS), { maxLength: 3 }).map((entries) => new Members(entries));
    default:
      return WORDS;
  }
}

/** A line on the server's stdin, and what has to be answered. */
export interface RawLine {
  readonly text: string;
  /** The id of a request that is one; undefined: there may be an answer without one, or none. */
  readonly id?: string | number;
}

/** A request may be cancelled by a number, and generated ones are none of these. */
const FIRST_NUMBER = 1_000_000;
const METHODS = ['tools/list', 'ping', 'tools/call', 'nope', '', '__proto__', 'initialize', 'resources/list'];
const ODD_IDS = fc.constantFrom(null, true, 1.5, -1.25, 2 ** 53, {}, [], '', new Members([['__proto__', 1]]));
const PARAMS = fc.oneof(
  fc.constant({ name: 'debug_sessions', arguments: {} }),
  fc.constant({ name: 'debug_sessions', arguments: [] }),
  fc.constant({ name: 'constructor' }),
  fc.constant({ name: 5, arguments: 5 }),
  fc.constant({ _meta: { progressToken: {} } }),
  fc.constant({ _meta: 5 }),
  fc.constant({ protocolVersion: '2099-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
  ANYTHING,
);

function requestWith(id: fc.Arbitrary<string | number>) {
  return fc.tuple(id, fc.constantFrom(...METHODS), PARAMS, fc.boolean()).map(([own, method, params, has]) => {
    const message = new Members([
      ['jsonrpc', '2.0'],
      ['id', own],
      ['method', method],
      ...(has ? [['params', params] as const] : []),
    ]);
    return { text: jsonOf(message), id: own };
  });
}

/** The line with that number of a client that has gone mad. */
export function rawLine(number: number): fc.Arbitrary<RawLine> {
  const request = requestWith(fc.constantFrom(`line-${number}`, FIRST_NUMBER + number));
  const other = requestWith(fc.constantFrom(`other-${number}`, -number));
  const broken = fc
    .tuple(other, fc.nat(), fc.constantFrom('', '"', '}', '{', '\\', '\0', ',', '\u2028'))
    .map(([{ text }, at, piece]) => ({ text: `${text.slice(0, at % text.length)}${piece}` }));
  const odd = fc
    .tuple(
      fc.constantFrom('2.0', '1.0', 2, null),
      ODD_IDS,
      fc.oneof(fc.constantFrom(...METHODS), ANYTHING),
      PARAMS,
      WORDS,
    )
    .map(([version, own, method, params, name]) => {
      const members = [
        ['jsonrpc', version],
        ['id', own],
        ['method', method],
        ['params', params],
        [name, 1],
      ] as const;
      return { text: jsonOf(new Members(members)) };
    });
  const notification = fc
    .tuple(fc.constantFrom('notifications/cancelled', 'notifications/initialized', 'nope', ''), ANYTHING)
    .map(([method, requestId]) => ({
      text: jsonOf({ jsonrpc: '2.0', method, params: { requestId: 'none', x: 1 } }).replace(
        '"none"',
        jsonOf(requestId),
      ),
    }));
  const batch = fc
    .array(other, { maxLength: 3 })
    .map((all) => ({ text: `[${all.map(({ text }) => text).join(',')}]` }));
  const text = fc.oneof(WORDS, fc.string({ maxLength: 60 }), ANYTHING.map(jsonOf)).map((each) => ({ text: each }));
  return fc
    .oneof(request, broken, odd, notification, batch, text)
    .map((line) => ({ ...line, text: line.text.replace(/[\r\n]/g, ' ') }));
}
