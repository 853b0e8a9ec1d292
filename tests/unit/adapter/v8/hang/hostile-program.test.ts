import { type Runtime, Session } from 'node:inspector';
import { expect, it } from 'vitest';
import { describeValues } from '../../../../../src/adapter/v8/hang/in-debuggee/describe-values.ts';
import type { runningStack } from '../../../../../src/adapter/v8/hang/in-debuggee/running-stack.ts';
import runningStackText from '../../../../../src/adapter/v8/hang/in-debuggee/running-stack.ts?in-debuggee';
import { callBundled, callText, functionText, verbatim } from '../../../../../src/cdp/function-text.ts';
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

/** Evaluates as a paused frame would: V8 ends what would change anything. */
async function withoutEffects(expression: string): Promise<unknown> {
  const session = new Session();
  session.connect();
  try {
    const request = { expression, throwOnSideEffect: true, returnByValue: true, silent: true };
    return await new Promise((resolve) => {
      session.post('Runtime.evaluate', request, (_error, { result, exceptionDetails }: Runtime.EvaluateReturnType) =>
        resolve(exceptionDetails === undefined ? result.value : 'refused'),
      );
    });
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
  };
  Reflect.set(globalThis, key, values);
  try {
    const readers = Object.keys(values).map((name) => `() => globalThis.${key}.${name}`);
    const describe = (texts: readonly string[]) => withoutEffects(callText(describeValues, verbatim(`[${texts}]`)));
    const answers = await Promise.all(readers.map((reader) => describe([reader, `() => { throw 1 }`])));
    expect(answers).toEqual([
      [['3', 3, false], null],
      [[`"a \\"text\\" ${'x'.repeat(51)}…"`, null, false], null],
      [['10n', 10, false], null],
      [['Array(2)', null, true], null],
      [['{a: 1, b: "two", d: true, …}', null, true], null],
      [['{…}', null, true], null],
      expect.anything(),
      [['{length: 1, …}', null, true], null],
      [['Symbol(s)', null, false], null],
    ]);
    expect(called).toBe('');
  } finally {
    Reflect.deleteProperty(globalThis, key);
  }
});

it.each(['quiet', 'loud'] as const)('values are described, %s, without a call of the program', (manner) => {
  const realm = hostileRealm(`var describe = ${functionText(describeValues)}; var big = { a: 1, b: 'x' };`);
  const needed = ['Object.keys', 'Object.getOwnPropertyDescriptor', 'Array.isArray', 'JSON.stringify'];
  // The program's setters on the indices of arrays are reached by no other way of making the list.
  const indices = [0, 1, 2, 3, 4].map((at) => `Array.prototype.${at}`);
  realm.poison([...needed, ...indices], manner);
  const described = fromRealm(realm.run('describe([() => 1, () => "text", () => big])')).map(fromRealm);
  expect(realm.called()).toBe('');
  expect(described).toEqual([
    ['1', 1, false],
    ['"text"', null, false],
    ['{a: 1, b: "x"}', null, true],
  ]);
});
