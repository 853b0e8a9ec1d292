import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import { frameText } from '../../../support/frame-text.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const TOOLS = fileURLToPath(new URL('../../../../.cache/ts-tools/node_modules', import.meta.url));
const SOURCE = `interface Item {
  price: number;
}

export function total(items: Item[], rate: number = 2): number {
  let sum: number = 0;
  for (const { price } of items) sum += price;
  if (sum < 0) throw new Error('negative sum');
  return sum * rate;
}
`;
const EVENTS = [
  '(items = [{price: -3}], rate = 2)',
  ...['6 | sum = 0', '7 | price = -3', 'pass 1 of 7', '7 | sum: 0 → -3', '1 passes of 7'],
  ...['8', '  sum < 0? yes', '8', '  new Error("negative sum") → Error: negative sum', '! Error: negative sum'],
];
const WANTED = {
  kind: 'frame',
  place: { kind: 'function', name: 'total' },
  call: { kind: 'throws' },
} as const;
const folder = new ProgramFolder();
const [own, ...others] = nodeVersions();

beforeAll(async () => {
  await buildTracer();
  symlinkSync(TOOLS, join(folder.path, 'node_modules'));
});
afterAll(() => folder.remove());

/** Spaces in what a compiler wrote are its own. */
function eventsOf(records: readonly TraceRecord[]): string[] {
  const call = records.findLast((record) => record.kind === 'call' && record.isWanted);
  return call?.kind === 'call' ? frameText(call).map((line) => line.replace('sum<0', 'sum < 0')) : [];
}

test.each(['calls', 'frame'] as const)('arrows that end where what they are in ends, in mode %s', async (kind) => {
  const text =
    'const make = (f) => {\n  return (a) => (b) => f(a, [b].map((x) => x + 1));\n};\nmake(Math.max)(1)(2);\n';
  const file = folder.write(`arrows-${kind}.cjs`, text);
  const every = { ...WANTED, place: { kind: 'function', name: '*' }, inside: 'run' } as const;
  const { records } = await folder.traced(own?.path ?? process.execPath, [file], kind === 'calls' ? { kind } : every);
  expect(records.filter((each) => each.kind === 'note')).toEqual([]);
  expect(records.filter((each) => each.kind === 'function')).toHaveLength(4);
});

test('a package that ships maps without their sources is shown as what runs', async () => {
  const options = { loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: '../src/unshipped.ts' } as const;
  const file = folder.write('unshipped.cjs', transformSync(SOURCE, options).code);
  const main = folder.write('unshipped-main.cjs', "require('./unshipped.cjs').total([{ price: -3 }]);");
  const { records } = await folder.traced(own?.path ?? process.execPath, [main], WANTED);
  expect(records.find(({ kind }) => kind === 'function')).toMatchObject({ name: 'total', path: file });
});

const WITHOUT_BLANKS = [
  'async function*pairs(list){for(const item of[...list])yield[item,await`x`.length]}',
  'function kind(value){switch(typeof(value)){case"string":return"text";case`number`:return`number`}',
  'if(value===void[])return/none/.source;if(!value)throw"empty";else[value]=value;',
  'return[value,"a"in{a:1},value instanceof(Array)]}',
  '(async()=>{for await(const pair of(pairs("ab")))console.log(kind([pair]));',
  'console.log(kind("a"),kind(1),kind());try{kind(null)}catch(e){console.log(e)}})();',
].join('\n');

test.each([
  { kind: 'calls' },
  { kind: 'lines' },
  { ...WANTED, place: { kind: 'function', name: '*' }, inside: 'run' },
  { ...WANTED, place: { kind: 'function', name: 'kind' } },
] as const)('code without blanks does what it does: %j', async (wanted) => {
  const node = own?.path ?? process.execPath;
  const file = folder.write('without-blanks.cjs', WITHOUT_BLANKS);
  const { records, ...result } = await folder.traced(node, [file], wanted);
  expect(result).toEqual(await folder.plain(node, [file]));
  expect(records.length).toBeGreaterThan(1);
});

test.each([
  [1, '(anonymous)'],
  [2, '(top level)'],
] as const)('call %i on the only line of a program is made by %s', async (number, name) => {
  const file = folder.write('one-line.cjs', 'const run=(f)=>f();function kind(v){return v}run(()=>kind(1));kind(2);');
  const { records } = await folder.traced(own?.path ?? process.execPath, [file], {
    kind: 'frame',
    place: { kind: 'function', name: 'kind' },
    call: { kind: 'number', number },
  });
  expect(records).toContainEqual(expect.objectContaining({ kind: 'call', caller: { name, path: file, line: 1 } }));
});

describe('code that is not what was written, in its written lines', () => {
  test.each(nodeVersions())('compiled to CommonJS with a map, on Node $major', async ({ path }) => {
    folder.write('built.ts', SOURCE);
    const { code } = transformSync(SOURCE, {
      loader: 'ts',
      format: 'cjs',
      sourcemap: 'inline',
      sourcefile: 'built.ts',
    });
    folder.write('built.cjs', code);
    const main = folder.write(
      'main.cjs',
      "const { total } = require('./built.cjs'); total([{ price: 1 }]); total([{ price: -3 }]);",
    );
    const { records } = await folder.traced(path, [main], WANTED);
    expect(records).toContainEqual(expect.objectContaining({ path: join(folder.path, 'built.ts'), line: 5 }));
    expect(eventsOf(records)).toEqual(EVENTS);
  });

  test.each(others.filter(({ major }) => major >= 24))('types that Node $major strips', async ({ path }) => {
    folder.write('typed.mts', SOURCE);
    const main = folder.write(
      'main.mts',
      "import { total } from './typed.mts';\ntotal([{ price: 1 }]); total([{ price: -3 }]);",
    );
    const plain = await folder.plain(path, [main]);
    const { records, code, stderr } = await folder.traced(path, [main], WANTED);
    expect(eventsOf(records)).toEqual(EVENTS);
    expect([code, stderr.split('\n').slice(4)]).toEqual([plain.code, plain.stderr.split('\n').slice(4)]);
  });

  test.each(nodeVersions())('what tsx makes of ES modules, on Node $major', async ({ path }) => {
    folder.write('modules/package.json', '{ "type": "module" }');
    folder.write('modules/cart.ts', SOURCE);
    const main = folder.write(
      'modules/main.ts',
      "import { total } from './cart';\ntotal([{ price: 1 }]); total([{ price: -3 }]);",
    );
    const { records, stdout, stderr } = await folder.traced(path, [join(TOOLS, 'tsx/dist/cli.mjs'), main], WANTED);
    expect(eventsOf(records), stdout + stderr).toEqual(EVENTS);
  });

  test.each([
    ['tsx', ['tsx/dist/cli.mjs', 'cart-main.ts']],
    ['Vitest', ['vitest/vitest.mjs', 'run', 'cart.test.ts']],
    ['Jest', ['jest/bin/jest.js', 'cart.spec.js']],
  ])(
    'what %s makes of it',
    async (_tool, [script = '', ...args]) => {
      folder.write('cart.ts', SOURCE);
      folder.write(
        'cart-main.ts',
        "import { total } from './cart.ts';\ntotal([{ price: 1 }]); total([{ price: -3 }]);",
      );
      folder.write(
        'cart.test.ts',
        "import { expect, test } from 'vitest';\nimport { total } from './cart';\ntest('it', () => { expect(() => total([{ price: -3 }])).toThrow('negative'); });",
      );
      // Jest compiles no types by itself.
      folder.write(
        'cart-plain.js',
        transformSync(SOURCE, { loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: 'cart.ts' }).code,
      );
      folder.write('package.json', '{ "name": "cart", "jest": { "testMatch": ["**/*.spec.js"], "transform": {} } }');
      folder.write(
        'cart.spec.js',
        "const { total } = require('./cart-plain.js');\ntest('it', () => { expect(() => total([{ price: -3 }])).toThrow('negative'); });",
      );
      const { records, stdout, stderr } = await folder.traced(
        own?.path ?? '',
        [join(folder.path, 'node_modules', script), ...args],
        WANTED,
      );
      expect(eventsOf(records), stdout + stderr).toEqual(EVENTS);
    },
    60_000,
  );
});
