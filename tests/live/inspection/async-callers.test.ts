import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const WORK = `interface Item {
  price: number;
}

async function total(item: Item): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return item.price;
}

interface Order {
  item: Item;
}

async function pay(order: Order): Promise<void> {
  const sum = await total(order.item);
  console.log(sum);
}

pay({ item: { price: 2 } });
`;

/** As a test runner does it: compiled as it is loaded, under the name of its source. */
function files(setup: string): Record<string, string> {
  const { code } = transformSync(WORK, { loader: 'ts', format: 'cjs', sourcefile: 'work.ts', sourcemap: 'inline' });
  const load = `new (require('node:vm').Script)(require('node:fs').readFileSync(__dirname + '/work.out', 'utf8'), { filename: __dirname + '/work.ts' }).runInThisContext();\n`;
  return { 'main.cjs': `${setup}\n${load}`, 'work.ts': WORK, 'work.out': code };
}

describe.each(nodeVersions())('on Node $major a caller that awaits stands where it was written', ({ path: node }) => {
  test.each([
    ['in a program that maps nothing', ''],
    ['where Node maps stacks', 'process.setSourceMapsEnabled(true);'],
    ['where the program formats its stacks', "Error.prepareStackTrace = () => 'nothing';"],
  ])('%s', async (_where, setup) => {
    const options = { breakpoints: [{ at: 'return item.price', file: 'work.ts' }] };
    const command = { program: 'sh', args: ['-c', `${node} main.cjs`] };
    await using program = await DebuggedProgram.start(node, files(setup), { ...options, command });
    expect(await program.firstStop()).toBe('breakpoint [1] work.ts:7');
    const callers = (await program.session.inspection.stack()).filter(({ presentation }) => presentation === 'async');
    expect(callers).toMatchObject([{ name: 'pay', location: { path: program.path('work.ts'), line: 15 } }]);
  });
});
