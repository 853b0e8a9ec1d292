import { SHAPES, type Shape } from './function-shapes.ts';
import { randomOf } from './random.ts';

/** A program that calls functions one after another, each of which counts when it begins and ends, and writes the counts and results. */
export interface GeneratedRestarts {
  readonly text: string;
  readonly names: readonly string[];
}

/** Functions that V8 restarts only in part, or never. */
const OTHERS: readonly (Shape & { readonly isConstructor?: boolean })[] = [
  { text: (name, body) => `async function ${name}() {${body}}`, call: (name) => `${name}()` },
  { text: (name, body) => `async function ${name}() {\n  await null;${body}}`, call: (name) => `${name}()` },
  {
    text: (name, body) => `async function* ${name}() {${body}}`,
    call: (name) => `${name}().next().then(({ value }) => value)`,
  },
  {
    text: (name, body) => `class C${name} {\n  kept = 1;\n  constructor() {${body}}\n}`,
    call: (name) => `new C${name}().made`,
    isConstructor: true,
  },
  {
    text: (name, body) => `class C${name} {\n  #kept = 1;\n  constructor() {${body}}\n}`,
    call: (name) => `new C${name}().made`,
    isConstructor: true,
  },
  {
    text: (name, body) => `class C${name} extends Map {\n  constructor() {\n    super();${body}}\n}`,
    call: (name) => `new C${name}().made`,
    isConstructor: true,
  },
  {
    text: (name, body) => `class C${name} {\n  static made = (() => {${body}})();\n}`,
    call: (name) => `C${name}.made`,
    isArrow: true,
  },
  { text: (name, body) => `const ${name} = () => [1].map(() => {${body}})[0];`, call: (name) => `${name}()` },
  { text: (name, body) => `const ${name} = () => JSON.parse('1', () => {${body}});`, call: (name) => `${name}()` },
];

/** Ways to a value, with variables that a second run of the call has to make again. */
const WAYS: readonly ((value: number) => string)[] = [
  (value) => `const value = ${value};`,
  (value) => `let value = 0;\n  for (let i = 0; i < ${value}; i++) value += 1;`,
  (value) => `let value = 0;\n  value += ${value};\n  const read = () => value;\n  read();`,
  (value) => `var value = value === undefined ? ${value} : ${value};`,
  (value) => `const made = { value: ${value} };\n  const { value } = made;\n  made.value = -1;`,
  (value) =>
    `let value = -1;\n  try { throw ${value}; } catch (thrown) { value = thrown; } finally { shared.count = 0; }`,
  (value) => `const list = [];\n  list.push(${value});\n  const value = list.length === 1 ? list[0] : -1;`,
  (value) => `function hoisted() { return ${value}; }\n  const value = hoisted();`,
  (value) => `const value = eval('${value}');`,
  (value) => `let value = -1;\n  switch (1) { case 1: { let v = ${value}; value = (() => v)(); } }`,
  (value) => `class Local { #v = ${value}; get v() { return this.#v; } }\n  const value = new Local().v;`,
];

/** The program of a seed, with that many functions; the result of each is its index. */
export function generatedRestarts(seed: number, count: number): GeneratedRestarts {
  const random = randomOf(seed);
  const shapes: typeof OTHERS = [...SHAPES, ...OTHERS];
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const parts = names.map((name, index) => {
    const shape = shapes[Math.floor(random() * shapes.length)] ?? shapes[0];
    const way = WAYS[Math.floor(random() * WAYS.length)] ?? WAYS[0];
    if (!shape || !way) throw new Error('there are no shapes');
    const finish = shape.isConstructor ? 'this.made = value;' : 'return value;';
    const body = `\n  begun.${name} += 1;\n  ${way(index)}\n  ended.${name} += 1;\n  ${finish}\n`;
    // A class with static fields runs them where it stands, which is in the call then.
    return `calls.${name} = () => {\n${shape.text(name, body)}\nreturn ${shape.call(name)};\n};\n`;
  });
  const counts = `{ ${names.map((name) => `${name}: 0`).join(', ')} }`;
  const text = `const shared = {}, begun = ${counts}, ended = ${counts}, calls = {}, results = {};
function last(each) { let step; do step = each.next(); while (!step.done); return step.value; }
${parts.join('')}(async () => {
  for (const [name, run] of Object.entries(calls)) results[name] = await run();
  console.log(JSON.stringify({ begun, ended, results }));
})();
`;
  return { text, names };
}
