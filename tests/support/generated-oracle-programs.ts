import fc from 'fast-check';

/** Names that statements may use at a place, and whether they stand in a loop or wait. */
interface Place {
  readonly depth: number;
  readonly isInLoop: boolean;
  readonly form: Form;
}

/** The kind of function that the program is about. */
type Form = 'plain' | 'async' | 'generator' | 'method';

const EXPRESSIONS = [
  ...[
    'a',
    'a + 1',
    'a * 2 - b',
    'list.length',
    'o.n',
    'o.inner.deep',
    'half(a)',
    'half(half(b) + a)',
    'Math.max(a, b, o.n)',
  ],
  ...[
    'a > b ? half(a) : b',
    'o.none?.deep',
    'o.maybe?.(a) ?? b',
    'find(a)?.n',
    '[a, b].map((x) => x + a).length',
    '-0',
    'null',
  ],
  ...[
    '(a, b)',
    'typeof a',
    'list.at(-1)',
    '(() => a + b)()',
    '[1, a].join().length',
    'max(...list, a)',
    'a && half(b)',
    'o.n ?? 5',
  ],
];
const CONDITIONS = [
  'a > b',
  'a % 2',
  'list.length < 4',
  'half(b) > 1',
  'o.none',
  '!o.n',
  'o.inner && b',
  'true',
  'null',
];
const CHANGES = [
  ...[
    'a += 1',
    'b = a',
    'o.n = a',
    'o.n++',
    'list.push(a)',
    'list.pop()',
    'list[0] = b',
    'o.inner = { deep: a }',
    'o.inner.deep = b',
  ],
  ...[
    'delete o.n',
    'o.more ??= b',
    'outer += 1',
    'map.set(a, b)',
    '[a, b] = [b, a]',
    'list = [...list, a]',
    'a ||= 7',
    'list.length = 1',
  ],
  ...[
    'o = { n: a, inner: o.inner }',
    'alias = o',
    'map.delete(b)',
    'half(a)',
    '({ n: a = 3 } = o)',
    'alias.n = 9',
    'boom(a)',
  ],
];

const pick = (texts: readonly string[]) => fc.constantFrom(...texts);
const expression = pick(EXPRESSIONS);

/** A statement, or several, each on a line of its own. */
function statement(place: Place): fc.Arbitrary<string> {
  const simple = [
    pick(CHANGES).map((each) => `${each};`),
    fc.tuple(fc.integer({ min: 0, max: 99 }), expression).map(([n, value]) => `let v${n}_${place.depth} = ${value};`),
    expression.map((value) => `a = ${value};`),
    pick(CONDITIONS).chain((test) => pick(CHANGES).map((each) => `if (${test}) ${each};`)),
  ];
  const waits = {
    plain: [],
    method: [pick(['this.n += a;', 'this.own(b);', 'this.#hidden = a;'])],
    async: [pick(['a = await a;', 'await null;', 'b = await later(b);', 'a = half(await later(a));'])],
    generator: [pick(['b = yield a;', 'yield;', 'yield* [a, b];', 'list.push(yield b);'])],
  }[place.form];
  const jumps = place.isInLoop ? [pick(['break;', 'continue;']).chain(guarded)] : [];
  const ends = [
    expression.map((each) => `return ${each};`).chain(guarded),
    fc.constant('throw new Error(String(a));').chain(guarded),
  ];
  const nested = place.depth >= 3 ? [] : [branch(place), loop(place), attempt(place), choice(place)];
  return fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...simple, ...waits) },
    ...(nested.length > 0 ? [{ weight: 5, arbitrary: fc.oneof(...nested) }] : []),
    { weight: 1, arbitrary: fc.oneof(...jumps, ...ends) },
  );
}

/** Has a statement that ends something run only now and then. */
function guarded(text: string): fc.Arbitrary<string> {
  return pick(['a > 6', 'b < 0', 'list.length > 5', 'o.none === undefined']).map((test) => `if (${test}) ${text}`);
}

function block(place: Place, max = 3): fc.Arbitrary<string> {
  const inner = { ...place, depth: place.depth + 1 };
  return fc.array(statement(inner), { minLength: 0, maxLength: max }).map((each) => `{\n${scoped(each).join('\n')}\n}`);
}

/** A name is declared once in a block. */
function scoped(statements: readonly string[]): string[] {
  const seen = new Set<string>();
  return statements.map((each) => {
    const name = /^let (\w+) =/.exec(each)?.[1];
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name);
      return each;
    }
    return each.slice(4);
  });
}

function branch(place: Place): fc.Arbitrary<string> {
  return fc
    .tuple(pick(CONDITIONS), block(place), fc.option(block(place)))
    .map(([test, then, other]) => `if (${test}) ${then}${other === null ? '' : ` else ${other}`}`);
}

function loop(place: Place): fc.Arbitrary<string> {
  const heads = [
    'for (let i = 0; i < 4; i++)',
    'for (const x of [3, null, 1, 2])',
    'for (const key in { p: 1, q: 2, r: 3 })',
    'for (let i = 0, j = 5; i < j; i += 2, j--)',
    'for (const [k, { n = k } = {}] of [[1], [2, { n: 5 }], [3]])',
    'for (picked of [1, 2, 3])',
    // A label may not stand in a loop of the same label.
    `named${place.depth}: for (const y of [1, 2])`,
  ];
  const counted = block({ ...place, isInLoop: true });
  return fc.oneof(
    fc.tuple(pick(heads), counted).map(([head, body]) => `${head} ${body}`),
    counted.map((body) => `{ let turns = 0;\nwhile (turns++ < 3) ${body} }`),
    counted.map((body) => `{ let turns = 3;\ndo ${body}\nwhile (--turns > 0) }`),
  );
}

function attempt(place: Place): fc.Arbitrary<string> {
  const errors = pick([
    'boom(a);',
    'boom(9);',
    'null.deep;',
    'a = half(b);',
    "throw new TypeError('t' + b);",
    'find(boom(b));',
  ]);
  return fc
    .tuple(errors, block(place, 2), block(place, 1), fc.constantFrom('catch', 'catch error', 'finally', 'both'))
    .map(([error, body, last, how]) => {
      const tried = `try {\n${error}\n${body}\n}`;
      if (how === 'finally') return `try {\n${tried} finally ${last}\n} catch {}`;
      const caught = `${tried} catch ${how === 'catch error' ? '(error) ' : ''}${body}`;
      return how === 'both' ? `${caught} finally ${last}` : caught;
    });
}

function choice(place: Place): fc.Arbitrary<string> {
  return fc
    .tuple(expression, block({ ...place, isInLoop: false }, 2), block({ ...place, isInLoop: false }, 2), fc.boolean())
    .map(
      ([value, one, two, falls]) =>
        `switch (${value}) {\ncase 1:\n${one}\n${falls ? '' : 'break;\n'}case half(2):\ncase 3:\n${two}\nbreak;\ndefault:\n${one}\n}`,
    );
}

const HELPERS = `const half = (n) => (n ?? 0) / 2;
const max = (...all) => Math.max(...all.map(Number));
function find(n) { return n > 2 ? { n } : undefined; }
function boom(n) { if (n > 4) throw new RangeError('boom ' + n); return n; }
const later = (value) => new Promise((done) => setTimeout(done, 1, value));
let outer = 0, picked = null;
const given = () => [{ n: 1, inner: { deep: 2 }, maybe: (x) => x + 1 }, [1, 2]];
`;

const BEGIN = 'let alias = { n: 0 };\nconst map = new Map([[1, 2]]);\n';

/** The whole program: `target` is called with some values, and whatever comes of it is printed. */
function programText(form: Form, body: string, a: number, b: number): string {
  const call = `(${a}, ${b}, ...given())`;
  const params = '(a, b, o, list)';
  const text = `${BEGIN}${body}\nreturn [a, b, outer];`;
  const show = 'console.log(JSON.stringify(shown))';
  switch (form) {
    case 'async':
      return `${HELPERS}async function target${params} {\n${text}\n}\n(async () => { let shown; try { shown = await target${call}; } catch (error) { shown = String(error); } ${show}; })();`;
    case 'generator':
      return `${HELPERS}function* target${params} {\n${text}\n}\nlet shown = [];\ntry { const it = target${call}; for (let n = 0, next = it.next(); n < 40 && !next.done; n++) { shown.push(next.value); next = it.next(n); } } catch (error) { shown = String(error); }\n${show};`;
    case 'method':
      return `${HELPERS}class Some {\nn = 1;\n#hidden = 0;\nown(x) { this.n *= 2; return x; }\ntarget${params} {\n${text}\n}\n}\nlet shown;\ntry { shown = new Some().target${call}; } catch (error) { shown = String(error); }\n${show};`;
    default:
      return `${HELPERS}function target${params} {\n${text}\n}\nlet shown;\ntry { shown = target${call}; } catch (error) { shown = String(error); }\n${show};`;
  }
}

/** Programs whose function `target` ends, with whatever happens in between. */
export const generatedOracleProgram: fc.Arbitrary<string> = fc
  .constantFrom<Form>('plain', 'async', 'generator', 'method')
  .chain((form) => {
    const place = { depth: 0, isInLoop: false, form };
    const body = fc.array(statement(place), { minLength: 4, maxLength: 9 }).map((each) => scoped(each).join('\n'));
    return fc
      .tuple(body, fc.integer({ min: 0, max: 9 }), fc.integer({ min: -1, max: 5 }))
      .map(([text, a, b]) => programText(form, text, a, b));
  });
