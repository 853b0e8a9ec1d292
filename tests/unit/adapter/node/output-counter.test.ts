import { expect, it } from 'vitest';
import { installOutputCounter } from '../../../../src/adapter/node/control/in-debuggee/output-counter.ts';
import { callText, verbatim } from '../../../../src/cdp/function-text.ts';
import { type HostileRealm, hostileRealm } from '../../../fakes/hostile-realm.ts';

/** Streams as Node makes them: a handle under a symbol, which counts, and a list of what waits. */
const SETUP = `
var asked = '';
var sent = '';
globalThis.__binding = (message) => { sent += message; };
var holder = { __proto__: null };
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
};
for (const [name, text] of [['stdout', 'getStdout'], ['stderr', 'getStderr']]) {
  Object.defineProperty(Object.getOwnPropertyDescriptor(process, name).get, 'name', { value: text });
}
var onCall = () => {};
`;

function installed(counted: readonly [boolean, boolean] = [true, true]): HostileRealm {
  const realm = hostileRealm(SETUP);
  const call = verbatim('onCall');
  realm.run(callText(installOutputCounter, '__binding', verbatim('holder'), 'holder', 5, counted, call, call));
  return realm;
}

/** Without the times in it. */
function written(realm: HostileRealm): unknown {
  const [pid, , ...streams]: unknown[] = JSON.parse(String(realm.run('holder.written()')));
  return [pid, ...streams.map((each) => (Array.isArray(each) ? [each[0], each[2]] : each))];
}

it.each(['quiet', 'loud'] as const)('bytes are counted, %s, without a call of the program', (manner) => {
  const realm = installed();
  realm.poison([], manner);
  expect(written(realm)).toEqual([5, [0, 0], [0, 0]]);
  expect(realm.run('asked')).toBe('');
  realm.run('holder.asked(0)');
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
