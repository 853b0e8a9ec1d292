import { type Runtime, Session } from 'node:inspector';
import { expect, it } from 'vitest';
import type { runningStack } from '../../../../../src/adapter/v8/hang/in-debuggee/running-stack.ts';
import runningStackText from '../../../../../src/adapter/v8/hang/in-debuggee/running-stack.ts?in-debuggee';
import { describedValue } from '../../../../../src/adapter/v8/hang/values.ts';
import type { RemoteObject } from '../../../../../src/adapter/v8/summary/remote-values.ts';
import { callBundled } from '../../../../../src/cdp/function-text.ts';
import { hostileRealm } from '../../../../fakes/hostile-realm.ts';

const ASK = callBundled<typeof runningStack>(runningStackText, 50);
/** Built-ins that it calls: it is sent while the program runs, and nothing could be saved before. */
const NEEDED = ['Object.getOwnPropertyDescriptor', 'Reflect.defineProperty', 'Reflect.deleteProperty'];

const SETUP = `
var hook = () => { called += 'prepareStackTrace '; return 'not a stack'; };
Error.stackTraceLimit = 1;
Error.prepareStackTrace = hook;
var original = Error;
function outer(text) { return (0, eval)(text); }
`;

it.each(['quiet', 'loud'] as const)('a running stack is reported, %s, without a call of the program', (manner) => {
  const realm = hostileRealm(SETUP);
  realm.poison([...NEEDED, 'Error.prepareStackTrace', 'Error.stackTraceLimit'], manner);
  const answer: unknown = realm.run(`outer(${JSON.stringify(ASK)})`);
  expect(realm.called()).toBe('');
  const [pid, sites] = fromRealm(answer);
  expect(pid).toBe(process.pid);
  expect(fromRealm(sites).map((site) => fromRealm(site)[0])).toContain('outer');
  expect(realm.run('Error.prepareStackTrace === hook && Error.stackTraceLimit === 1')).toBe(true);
});

it('where the program has replaced what it needs, it answers nothing, and nothing is thrown', () => {
  const realm = hostileRealm(SETUP);
  realm.poison([], 'loud');
  expect(fromRealm(realm.run(ASK))).toEqual([]);
});

it.each(['globalThis.process', 'Error'])('a getter in the place of %s does not break it', (path) => {
  const name = path.split('.').at(-1);
  const realm = hostileRealm(`Object.defineProperty(globalThis, '${name}', { get() { throw new TypeError('no'); } });`);
  expect(fromRealm(realm.run(ASK))).toEqual([]);
});

/** An array of another realm, whose own methods may be anything. */
function fromRealm(list: unknown): unknown[] {
  return Array.isArray(list) ? Array.from({ length: list.length }, (_, at): unknown => list[at]) : [];
}

/** Evaluates and describes as in a paused frame: V8 ends what would change anything. */
async function describedWithoutEffects(expression: string) {
  const session = new Session();
  session.connect();
  try {
    const request = { expression, throwOnSideEffect: true, generatePreview: true, silent: true };
    const reply = await new Promise<Runtime.EvaluateReturnType>((resolve) => {
      session.post('Runtime.evaluate', request, (_error, answer: Runtime.EvaluateReturnType) => resolve(answer));
    });
    return reply.exceptionDetails === undefined ? describedValue(reply.result as RemoteObject) : 'refused';
  } finally {
    session.disconnect();
  }
}

it('values are described by V8 without effects, and those that would have some are left out', async () => {
  const key = 'mcpDebuggerHostileValues';
  let called = '';
  const note = (what: string) => () => {
    called += what;
    return what;
  };
  const values = {
    count: 3,
    text: `a "text" ${'x'.repeat(60)}`,
    big: 10n,
    list: [1, 2],
    plain: { a: 1, b: 'two', c: {}, d: true, e: 5 },
    getter: Object.defineProperty({}, 'a', { enumerable: true, get: note('getter') }),
    proxy: new Proxy({}, { ownKeys: () => [note('proxy')()], get: note('proxy') }),
    spoken: { toString: note('toString'), toJSON: note('toJSON'), length: 1 },
    tag: Symbol('s'),
    none: null,
    act: note('act'),
  };
  Reflect.set(globalThis, key, values);
  try {
    const names = [...Object.keys(values).map((name) => `globalThis.${key}.${name}`), `globalThis.${key}.act()`];
    expect(await Promise.all(names.map(describedWithoutEffects))).toEqual([
      { text: '3', number: 3 },
      { text: `"a \\"text\\" ${'x'.repeat(35)}…" (69 chars)` },
      { text: '10n', number: 10 },
      { text: 'Array(2)', opaque: true },
      { text: '{a: 1, b: "two", d: true, e: 5, …}', opaque: true },
      { text: '{…}', opaque: true },
      { text: '{}', opaque: true },
      { text: '{length: 1, …}', opaque: true },
      { text: 'Symbol(s)' },
      { text: 'null' },
      { text: 'function', opaque: true },
      'refused',
    ]);
    expect(called).toBe('');
  } finally {
    Reflect.deleteProperty(globalThis, key);
  }
});
