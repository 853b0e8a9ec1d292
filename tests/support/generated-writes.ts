/** A program that writes a variable in generated ways, and what an instrumented copy of it is to record. */
interface GeneratedWrites {
  /** The program's text, which stands at its `debugger` statement where the variable exists. */
  readonly program: string;
  /** The same lines, with a call of `rec` behind each write; `log` holds the changes as pairs of line and change. */
  readonly copy: string;
}

/** Numbers from a seed, below a limit. */
type Next = (limit: number) => number;

/** A line as the program has it, and as the copy has it. */
type Line = readonly [program: string, copy: string];

function numbersFrom(seed: number): Next {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return (state >> 8) % limit;
  };
}

const both = (text: string): Line => [text, text];
/** A statement with one write, which is recorded when it is over. */
const write = (expression: string): Line => [`${expression};`, `${expression}; rec(HERE);`];
/** A write that is part of an expression. */
const inside = (before: string, expression: string, after: string): Line => [
  `${before}${expression}${after}`,
  `${before}rec(HERE, ${expression})${after}`,
];

/** Each gives some lines. Those that need a function around the variable make it shared. */
const SIMPLE: readonly ((n: Next) => readonly Line[])[] = [
  (n) => [write(`x = ${n(4)}`)],
  (n) => [write(`x += ${n(2)}`)],
  () => [write('x++')],
  (n) => [write(`x ||= ${n(4)}`)],
  (n) => [write(`[x] = [${n(4)}]`)],
  (n) => [write(`({ x } = { x: ${n(4)} })`)],
  (n) => [inside('keep(', `x = ${n(4)}`, ', x);')],
  (n) => [inside(`keep(${n(2)}) ? keep(`, `x = ${n(4)}`, ') : 0;')],
  (n) => [inside(`for (let i = 0; i < 2; i++) keep(`, `x = i * ${n(3)}`, ');')],
  (n) => [inside('while (', `(x = keep(x - ${n(2) + 1}))`, ' > 0 && keep(1));')],
  (n) => [both(`{ let x = ${n(9)}; x++; keep(x); }`)],
  (n) => [
    both(`switch (${n(3)}) {`),
    inside('case 0: keep(', `x = ${n(4)}`, ');'),
    inside('case 1: keep(', `x = ${n(4)}`, '); break;'),
    inside('default: keep(', `x = ${n(4)}`, ');'),
    both('}'),
  ],
];
const SHARED: typeof SIMPLE = [
  (n) => [write(`x = f(${n(4)})`)],
  (n) => [write(`x = x + f(${n(3)})`)],
  (n) => [inside('[1, 2].forEach((v) => keep(', `x = v * ${n(3)}`, '));')],
  (n) => [inside('(() => { keep(', `x = ${n(4)}`, '); })();')],
  (n) => [inside('for (const v of each()) keep(', `x = v + ${n(2)}`, ');')],
  (n) => [inside(`((a = (`, `x = ${n(4)}`, ')) => keep(a))();')],
  (n) => [both(`try { f(${n(4)}); fail(); } catch { keep(2); }`)],
];

function block(n: Next, kinds: typeof SIMPLE, depth: number): Line[] {
  return Array.from({ length: 2 + n(3) }, () => statement(n, kinds, depth)).flat();
}

function statement(n: Next, kinds: typeof SIMPLE, depth: number): readonly Line[] {
  const kind = n(kinds.length + (depth > 0 ? 6 : 0));
  const simple = kinds[kind];
  if (simple) return simple(n);
  const inner = () => block(n, kinds, depth - 1);
  switch (kind - kinds.length) {
    case 0:
      return [both(`if (keep(${n(2)})) {`), ...inner(), both('} else {'), ...inner(), both('}')];
    case 1:
      return [both('for (let j = 0; j < 2; j++) {'), ...inner(), both('}')];
    case 2:
      return [[`for (x of [${n(4)}, ${n(4)}]) {`, 'for (x of [A, B]) { rec(HERE);'], ...inner(), both('}')];
    case 3:
      return [
        both('try {'),
        ...inner(),
        both(n(2) === 0 ? 'fail();' : 'keep(1);'),
        both('} catch {'),
        ...inner(),
        both('} finally {'),
        ...inner(),
        both('}'),
      ];
    case 4:
      return [both(`out${depth}: for (;;) {`), ...inner(), both(`for (;;) break out${depth};`), both('}')];
    default:
      return [both('do {'), ...inner(), both('} while (keep(0));')];
  }
}

/** Records a change, where a condition holds. */
function recorder(condition: string): string {
  const change = "last + ' → ' + x";
  return `const rec = (line, v) => { if (${condition} && !Object.is(last, x)) log.push([line, ${change}]); last = x; return v; };`;
}

const HELPERS = [
  'const keep = (v) => v, fail = () => { throw 1; };',
  'const log = [];',
  'const each = function* () { yield 1; yield 2; };',
];

/** A program of about fifty writes. @param isShared Whether functions share the variable, of which there are two. */
export function generatedWrites(seed: number, isShared: boolean): GeneratedWrites {
  const n = numbersFrom(seed);
  const body = Array.from({ length: 6 }, () => block(n, isShared ? [...SIMPLE, ...SHARED] : SIMPLE, 2)).flat();
  const lines: readonly Line[] = isShared
    ? [
        ...HELPERS.map(both),
        both('function make(id) {'),
        ['let x = 0;', `let x = 0, last = 0; ${recorder('id === 1')}`],
        ['function f(v) { x = v + 1; return v; }', 'function f(v) { x = v + 1; rec(HERE); return v; }'],
        both('function body() {'),
        ...body,
        both('}'),
        ['if (id === 1) debugger;', ''],
        both('return body;'),
        both('}'),
        both('const one = make(1), two = make(2);'),
        both('two(); one(); two();'),
      ]
    : [
        ...HELPERS.map(both),
        both('function body(depth) {'),
        ['let x = 0;', `let x = 0, last = 0; ${recorder('depth === 1')}`],
        ['if (depth === 1) debugger;', ''],
        both('if (depth < 2) body(depth + 1);'),
        ...body,
        both('}'),
        both('body(0);'),
      ];
  const program = lines.map(([text]) => text);
  const copy = lines.map(([text, instrumented], index) => {
    const [a = '', b = ''] = /\[(\d), (\d)\]/.exec(text)?.slice(1) ?? [];
    return instrumented.replace('[A, B]', `[${a}, ${b}]`).replaceAll('HERE', `${index + 1}`);
  });
  return { program: program.join('\n'), copy: `${copy.join('\n')}\nlog` };
}
