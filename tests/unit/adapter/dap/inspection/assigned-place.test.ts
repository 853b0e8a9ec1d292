import { expect, test } from 'vitest';
import { assignedPlace } from '../../../../../src/adapter/dap/inspection/assigned-place.ts';
import { DapConnection } from '../../../../../src/dap/dap-connection.ts';
import { connectFakeDapPeer } from '../../../../fakes/fake-dap-peer.ts';

const SCOPES = [
  { name: 'Locals', variablesReference: 10, expensive: false },
  { name: 'Arguments', variablesReference: 11, expensive: false },
  { name: 'Nothing', variablesReference: 0, expensive: false },
  { name: 'Closure', variablesReference: 12, expensive: false },
];
const VARIABLES: Readonly<Record<number, readonly string[]>> = {
  10: ['here', 'cart'],
  11: ['n', 'here'],
  12: ['seen'],
  20: ['total', '[0]', '1', 'key', "'quoted'"],
};
/** Values that expressions come to. */
const VALUES: Readonly<Record<string, number>> = { cart: 20, 'cart.items': 20, n: 0 };

test.each([
  ['here', { variablesReference: 10, name: 'here' }],
  [' n ', { variablesReference: 11, name: 'n' }],
  ['seen', { variablesReference: 12, name: 'seen' }],
  ['nowhere', undefined],
  ['cart.total', { variablesReference: 20, name: 'total' }],
  ['cart.items[0]', { variablesReference: 20, name: '[0]' }],
  ['cart.items[1]', { variablesReference: 20, name: '1' }],
  ['cart["key"]', { variablesReference: 20, name: 'key' }],
  ["cart['quoted']", { variablesReference: 20, name: "'quoted'" }],
  ['cart.missing', undefined],
  // There is nothing in it.
  ['n.x', undefined],
])('%s is assigned to where it stands', async (name, place) => {
  const { transport, adapter } = await connectFakeDapPeer();
  const connection = new DapConnection(transport);
  const answered = (async () => {
    for (;;) {
      const asked = await adapter.request('variables');
      const names = VARIABLES[Number(asked.arguments.variablesReference)] ?? [];
      adapter.answer(asked, { variables: names.map((each) => ({ name: each, value: '1', variablesReference: 0 })) });
    }
  })();
  answered.catch(() => {});
  void adapter.request('evaluate').then((asked) => {
    const variablesReference = VALUES[String(asked.arguments.expression)] ?? 0;
    adapter.answer(asked, { result: '', variablesReference });
  });
  adapter.serve({ scopes: { scopes: SCOPES } });
  expect(await assignedPlace(connection, 1, name, undefined)).toEqual(place);
  connection.close();
});
