import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { aloneExpression, type OwnCode } from '../../../../../src/adapter/v8/realms/own-realm.ts';
import { makeSummariser, nodeOf } from '../../../../fakes/in-process.ts';
import { debuggeeText } from '../../../../support/debuggee-texts.ts';

const ENTRY = new URL('../../../../../src/adapter/v8/summary/in-debuggee/create-summariser.ts', import.meta.url);
/**
 * The size from which messages travel alone (`src/wire/inspector-limits.ts`, on Linux), which costs each start three round trips.
 */
const LARGE_MESSAGE_BYTES = 28_000;

/** The code as the bundled product sends it. */
async function bundled(options: { readonly minify: boolean }): Promise<OwnCode> {
  return { text: await debuggeeText(fileURLToPath(ENTRY), options), args: [] };
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
  const expression = aloneExpression(await bundled({ minify: true }));
  const params = { includeCommandLineAPI: true, silent: true, disableBreaks: true, expression, contextId: 1 };
  const message = JSON.stringify({ id: 999, method: 'Runtime.evaluate', params });
  expect(Buffer.byteLength(message)).toBeLessThan(LARGE_MESSAGE_BYTES);
});
