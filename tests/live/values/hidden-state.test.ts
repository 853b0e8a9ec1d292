import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnRealms } from '../../../src/adapter/v8/realms/own-realm.ts';
import { Summariser } from '../../../src/adapter/v8/summary/summariser.ts';
import { Debuggee, LIMITS, localTexts } from '../../fakes/debuggee.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const PROGRAM = `
import { EventEmitter } from 'node:events';
import http from 'node:http';
let called = 0;
class Item { #id; constructor(id) { this.#id = id; } }
class Queue {
  static #made = [3];
  static #make() { called++; }
  #items = [new Item(1)];
  label = 'q';
  #later() { called++; }
  get #size() { called++; return 1; }
  get size() { called++; return this.#items.length; }
}
class Priority extends Queue { #rank = 2; }
class Bus extends EventEmitter { topic = 'orders'; #open = true; }
class Loud extends URL { get href() { called++; return 'no'; } }
class FakeHeaders { constructor() { this.headersList = new Proxy({}, { get() { called++; }, getOwnPropertyDescriptor() { called++; } }); } }
Object.defineProperty(FakeHeaders, 'name', { value: 'Headers' });
function fieldsOf() {
  const queue = new Queue(), priority = new Priority(), bus = new Bus(), list = [new Item(3)];
  const map = new (class Index extends Map { #kind = 'x'; })([['a', 1]]);
  debugger;
  return [queue, priority, bus, list, map];
}
fieldsOf();
function proxiesOf() {
  const traps = new Proxy({}, { get() { called++; } });
  const lines = new Proxy([1, 2], traps), queue = new Proxy(new Queue(), traps), call = new Proxy(function total(items) {}, traps);
  const inner = { name: 'in' }, outer = new Proxy({ inner: new Proxy(inner, traps) }, traps), twice = new Proxy(lines, traps);
  inner.back = outer;
  const gone = Proxy.revocable({}, traps);
  gone.revoke();
  const { proxy } = gone;
  const document = { lines, note: 'x' };
  debugger;
  return [lines, queue, call, outer, twice, proxy, document];
}
proxiesOf();
function promisesOf() {
  class Task extends Promise { #name = 'load'; }
  const pending = new Promise(() => {}), done = Promise.resolve({ id: 5, tags: ['a'] }), none = Promise.resolve();
  const failed = Promise.reject(new TypeError('late')), text = Promise.reject('no');
  for (const each of [failed, text]) each.catch(() => {});
  const list = [Promise.resolve(1), pending], held = { by: { name: Promise.resolve('x') } };
  const queued = Promise.resolve(new Queue()), task = new Task((resolve) => resolve(7));
  const ring = { name: 'ring' };
  const around = Promise.resolve(ring);
  ring.around = around;
  debugger;
  return [pending, done, none, failed, text, list, held, queued, task, around];
}
promisesOf();
function webOf() {
  const url = new URL('http://x/a?b=1'), params = url.searchParams, loud = new Loud('http://y/');
  const twice = new URLSearchParams('a=1&a=2');
  const headers = new Headers({ accept: 'text/html' });
  const request = new Request('http://x/y', { method: 'POST', body: 'hello', headers });
  const response = new Response('body', { status: 404 });
  const form = new FormData(); form.set('k', 'v');
  const controller = new AbortController(); controller.abort(new Error('late'));
  const blob = new Blob(['abc'], { type: 'text/plain' }), file = new File(['a'], 'n.txt');
  const fake = new FakeHeaders(), bytes = new Uint8Array([1, 2]);
  const failed = new Error('outer', { cause: new TypeError('inner') }), both = new AggregateError([new Error('one')], 'two');
  debugger;
  return [url, params, loud, twice, headers, request, response, form, controller, blob, file, fake, bytes, failed, both];
}
webOf();
function patchedOf(url, headers, blob) {
  debugger;
  return [url, headers, blob];
}
const server = http.createServer((req, res) => {
  req.user = { id: 7 };
  res.setHeader('X-Kind', 'test');
  debugger;
  res.end();
});
server.listen(0, '127.0.0.1', () => {
  http.get({ port: server.address().port, path: '/p?x=1', headers: { 'x-token-kind': 'none' } }, (answer) => { answer.resume(); server.close(); });
});
process.on('exit', () => {
  const url = new URL('http://p/'), headers = new Headers({ a: 'b' }), blob = new Blob(['abc']);
  for (const each of [URL, URLSearchParams, Headers, Request, Response, FormData, Blob, AbortSignal, AbortController])
    for (const name of Object.getOwnPropertyNames(each.prototype)) {
      const { configurable } = Object.getOwnPropertyDescriptor(each.prototype, name);
      if (name !== 'constructor' && configurable) Object.defineProperty(each.prototype, name, { get() { called++; }, set() { called++; } });
    }
  patchedOf(url, headers, blob);
});
`;

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  let program: Debuggee;
  let summariser: Summariser;

  beforeAll(async () => {
    program = await Debuggee.start(path, PROGRAM);
    summariser = new Summariser(program.cdp, new OwnRealms(program.cdp));
    await summariser.install();
  });
  afterAll(() => program.stop());

  /** The variables of the next pause by name. */
  async function nextVariables(): Promise<Record<string, string>> {
    return localTexts(summariser, await program.pause());
  }

  async function calls(): Promise<unknown> {
    return (await program.evaluate(program.lastFrame(), 'called')).value;
  }

  it('shows private fields, those of base classes and inside of others', async () => {
    expect(await nextVariables()).toEqual({
      queue: 'Queue {label: "q", #size: (getter), #items: [Item {#id: 1}]}',
      priority: 'Priority {label: "q", #size: (getter), #items: [Item {#id: 1}], #rank: 2}',
      bus: 'Bus {topic: "orders", #open: true}',
      list: '[Item {#id: 3}]',
      map: 'Index(1) {"a" → 1, #kind: "x"}',
    });
    expect(await calls()).toBe(0);
  });
  it('leads into them', async () => {
    const root = await program.evaluate(program.lastFrame(), 'queue');
    const path = [
      { kind: 'property', name: '#items' },
      { kind: 'property', name: '0' },
      { kind: 'property', name: '#id' },
    ] as const;
    expect(await summariser.value(root, path, 0, LIMITS)).toMatchObject({ kind: 'value', node: { text: '1' } });
    expect(await summariser.pick(root, path, 'test')).toMatchObject({ value: 1 });
    const made = await program.evaluate(program.lastFrame(), 'Queue');
    const whole = await summariser.value(made, [], 0, { ...LIMITS, maxChildren: 20 });
    const fields = whole.kind === 'value' ? whole.node.children?.map(({ name, text }) => `${name} = ${text}`) : [];
    expect(fields?.filter((each) => each.startsWith('#'))).toEqual(['#made = [3]']);
    const inside = [{ kind: 'property', name: '#made' } as const, { kind: 'property', name: '0' } as const];
    expect(await summariser.value(made, inside, 0, LIMITS)).toMatchObject({ kind: 'value', node: { text: '3' } });
    await program.resume();
  });

  it('shows what stands behind a proxy, and runs none of its traps', async () => {
    const { lines, queue, call, outer, twice, proxy, document } = await nextVariables();
    expect({ lines, queue, call, outer, twice, proxy, document }).toEqual({
      lines: 'Proxy(array) [1, 2]',
      queue: 'Proxy(object) Queue {label: "q", #size: (getter), #items: [Item {#id: 1}]}',
      call: 'Proxy(function) function total(items)',
      outer: 'Proxy(object) {inner: Proxy(object) {name: "in", back: Proxy(object) [Circular]}}',
      twice: 'Proxy(array) Proxy(array) [1, 2]',
      proxy: 'Proxy(revoked)',
      document: '{lines: Proxy(array) [1, 2], note: "x"}',
    });
    expect(await calls()).toBe(0);
    await program.resume();
  });

  it('shows what became of promises, wherever they are', async () => {
    expect(await nextVariables()).toMatchObject({
      pending: 'Promise {pending}',
      done: 'Promise {fulfilled: {id: 5, tags: ["a"]}}',
      none: 'Promise {fulfilled: undefined}',
      failed: 'Promise {rejected: TypeError: late}',
      text: 'Promise {rejected: "no"}',
      list: '[Promise {fulfilled: 1}, Promise {pending}]',
      held: '{by: {name: Promise {fulfilled: "x"}}}',
      queued: 'Promise {fulfilled: Queue {label: "q", #size: (getter), #items: [Item {…}]}}',
      task: 'Task {fulfilled: 7}',
      around: 'Promise {fulfilled: {name: "ring", around: Promise {fulfilled: [Circular]}}}',
    });
    expect(await calls()).toBe(0);
    await program.resume();
  });

  it('shows objects of the web by what they stand for', async () => {
    expect(await nextVariables()).toEqual({
      url: 'URL {href: "http://x/a?b=1"}',
      params: 'URLSearchParams {b: "1"}',
      loud: 'Loud [URL] {href: "http://y/"}',
      twice: 'URLSearchParams {a: ["1", "2"]}',
      headers: 'Headers {accept: "text/html"}',
      request:
        'Request {method: "POST", url: "http://x/y", headers: {accept: "text/html", "content-type": "text/plain;charset=UTF-8"}, body: "hello"}',
      response:
        'Response {status: 404, ok: false, headers: {"content-type": "text/plain;charset=UTF-8"}, body: "body"}',
      form: 'FormData {k: "v"}',
      controller: 'AbortController {signal: AbortSignal {aborted: true, reason: Error: late}}',
      blob: 'Blob {size: 3, type: "text/plain"}',
      file: 'File {name: "n.txt", size: 1}',
      fake: 'Headers {headersList: Proxy(object) {}}',
      bytes: 'Uint8Array(2) [1, 2]',
      failed: 'Error: outer {cause: TypeError: inner}',
      both: 'AggregateError: two {errors: [Error: one]}',
    });
    expect(await calls()).toBe(0);
    await program.resume();
  });

  it('shows requests and responses of a server without their machinery', async () => {
    const { req, res } = await nextVariables();
    expect(req).toMatch(
      /^IncomingMessage \{method: "GET", url: "\/p\?x=1", headers: \{"x-token-kind": "none".*\}, user: \{id: 7\}\}$/,
    );
    expect(res).toBe(
      'ServerResponse {statusCode: 200, headers: {"x-kind": "test"}, headersSent: false, finished: false}',
    );
    expect(await calls()).toBe(0);
    await program.resume();
  });

  it('calls nothing that the program has put in the place of their methods', async () => {
    expect(await nextVariables()).toEqual({
      url: 'URL {href: "http://p/"}',
      headers: 'Headers {a: "b"}',
      blob: 'Blob {size: 3}',
    });
    expect(await calls()).toBe(0);
    await program.resume();
  });
});
