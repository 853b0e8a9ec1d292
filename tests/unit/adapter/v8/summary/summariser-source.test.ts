import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { CONSOLE_REQUIRE } from '../../../../../src/adapter/v8/summary/console-require.ts';
import type { createSummariser } from '../../../../../src/adapter/v8/summary/in-debuggee/create-summariser.ts';
import { installCall } from '../../../../../src/adapter/v8/summary/summary-calls.ts';
import { callBundled } from '../../../../../src/cdp/function-text.ts';
import { makeSummariser, nodeOf } from '../../../../fakes/in-process.ts';
import { debuggeeText } from '../../../../support/debuggee-texts.ts';

const ENTRY = new URL('../../../../../src/adapter/v8/summary/in-debuggee/create-summariser.ts', import.meta.url);
/**
 * The size from which messages travel alone (`src/wire/inspector-limits.ts`, on Linux), which costs each start three round trips.
 */
const LARGE_MESSAGE_BYTES = 28_000;

/** The expression as the bundled product sends it. */
async function bundled(options: { readonly minify: boolean }): Promise<string> {
  return callBundled<typeof createSummariser>(await debuggeeText(fileURLToPath(ENTRY), options), CONSOLE_REQUIRE);
}

it.each([{ minify: true }, { minify: false }])('works after bundling with minify $minify', async (options) => {
  const from = makeSummariser(vm.createContext({ process }), await bundled(options));
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
  const expression = await bundled({ minify: true });
  const message = JSON.stringify({ id: 999, method: 'Runtime.evaluate', params: { ...installCall(), expression } });
  expect(Buffer.byteLength(message)).toBeLessThan(LARGE_MESSAGE_BYTES);
});
