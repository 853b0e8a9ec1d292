import { expect, it } from 'vitest';
import type { installOutputCounter } from '../../../../src/adapter/node/control/in-debuggee/output-counter.ts';
import counterText from '../../../../src/adapter/node/control/in-debuggee/output-counter.ts?in-debuggee';
import { HELD, HELD_PLACE } from '../../../../src/adapter/v8/realms/held.ts';
import { aloneExpression, type Further, ownCode } from '../../../../src/adapter/v8/realms/own-realm.ts';
import { type HostileRealm, hostileRealm } from '../../../fakes/hostile-realm.ts';

/** Streams as Node makes them: a handle under a symbol, which counts, and a list of what waits. */
const SETUP = `
var asked = '';
var sent = '';
globalThis.__binding = (message) => { sent += message; };
var Buffer = { byteLength: (text) => text.length };
class Handle { get bytesWritten() { return 7; } }
function streamOf(name) {
  asked += name;
  const waiting = { length: 9, writelen: 4, bufferedIndex: 1, [Symbol('list')]: [{ chunk: 'gone' }, { chunk: 'ab' }, { chunk: 'cde' }] };
  return { [Symbol('handle')]: new Handle(), _writableState: waiting };
}
var process = {
  get stdout() { return streamOf('stdout '); },
  get stderr() { return streamOf('stderr '); },
  getBuiltinModule: process.getBuiltinModule,
};
for (const [name, text] of [['stdout', 'getStdout'], ['stderr', 'getStderr']]) {
  Object.defineProperty(Object.getOwnPropertyDescriptor(process, name).get, 'name', { value: text });
}
for (const name of ['debug', 'undebug']) Object.defineProperty(globalThis, name, { value: () => {}, configurable: true });
`;

function installed(counted: readonly [boolean, boolean] = [true, true]): HostileRealm {
  const realm = hostileRealm(SETUP);
  const args = ['__binding', HELD_PLACE, HELD, 5, counted] as const;
  expect(realm.run(aloneExpression(ownCode<Further<typeof installOutputCounter>>(counterText, ...args)))).toBe(true);
  return realm;
}

/** Without the times in it. */
function written(realm: HostileRealm): unknown {
  const [pid, , ...streams]: unknown[] = JSON.parse(String(realm.run(`${HELD}.written()`)));
  return [pid, ...streams.map((each) => (Array.isArray(each) ? [each[0], each[2]] : each))];
}

it.each(['quiet', 'loud'] as const)('bytes are counted, %s, without a call of the program', (manner) => {
  const realm = installed();
  realm.poison(['BigInt.prototype.__mcpDebugger'], manner);
  expect(written(realm)).toEqual([5, [0, 0], [0, 0]]);
  expect(realm.run('asked')).toBe('');
  realm.run(`${HELD}.asked(0)`);
  // Given to the system, and waiting to be.
  expect(written(realm)).toEqual([5, [12, 0], [0, 0]]);
  expect(written(realm)).toEqual([5, [12, 0], [0, 0]]);
  expect(realm.run('asked')).toBe('stdout ');
  expect(realm.run('sent')).toBe('0');
  expect(realm.called()).toBe('');
});

it('a stream that goes elsewhere is not counted', () => {
  expect(written(installed([false, true]))).toEqual([5, null, [0, 0]]);
});
