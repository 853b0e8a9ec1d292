import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { installCall } from '../../../../../src/adapter/v8/summary/summary-calls.ts';
import { makeSummariser, nodeOf } from '../../../../fakes/in-process.ts';

const ENTRY = fileURLToPath(new URL('../../../../../src/adapter/v8/summary/summariser-source.ts', import.meta.url));
/**
 * The size from which messages travel alone (`src/wire/inspector-limits.ts`, on Linux), which costs each start three round trips.
 */
const LARGE_MESSAGE_BYTES = 28_000;
/** Names in the whole bundle are longer than in one of this file alone. */
const LONGER_NAMES_BYTES = 1_000;

/** The expression as the bundled product sends it. */
async function bundled(options: { minify: boolean; keepNames: boolean }): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    ...options,
    target: 'node20',
    format: 'iife',
    globalName: 'bundle',
    write: false,
  });
  return vm.runInNewContext(`${outputFiles[0]?.text}; bundle.SUMMARISER_EXPRESSION`, {});
}

it.each([
  { minify: true, keepNames: false },
  { minify: false, keepNames: true },
])('works after bundling with $minify minify and $keepNames keepNames', async (options) => {
  const expression = await bundled(options);
  const from = makeSummariser(vm.createContext({ process }), expression);
  const value = {
    list: [1, { a: new Map([['k', /x/g]]) }],
    f: (x: number) => x,
    when: new Date(0),
    big: 1n,
    s: 'x'.repeat(300),
  };
  expect(nodeOf(value, { depth: 3 }, from)).toEqual(nodeOf(value, { depth: 3 }));
});

it('fits into one ordinary message to the inspector', async () => {
  const expression = await bundled({ minify: true, keepNames: false });
  const message = JSON.stringify({ id: 999, method: 'Runtime.evaluate', params: { ...installCall(), expression } });
  expect(Buffer.byteLength(message)).toBeLessThan(LARGE_MESSAGE_BYTES - LONGER_NAMES_BYTES);
});
