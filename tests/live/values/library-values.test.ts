import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnRealms } from '../../../src/adapter/v8/realms/own-realm.ts';
import { Summariser } from '../../../src/adapter/v8/summary/summariser.ts';
import { Debuggee, localTexts } from '../../fakes/debuggee.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Objects that keep their state where the libraries of the same names do; whatever they ran would be counted. */
const PROGRAM = `
import { EventEmitter } from 'node:events';
import http from 'node:http';
import stream from 'node:stream';
let called = 0;
const calls = { get() { called++; }, getPrototypeOf() { called++; return null; }, getOwnPropertyDescriptor() { called++; } };
function engineOf() {
  const money = new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }), day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' });
  const plural = new Intl.PluralRules('en', { type: 'ordinal' }), locale = new Intl.Locale('de-CH-1996');
  const has = typeof Temporal === 'object', instant = has && Temporal.Instant.from('2024-01-02T03:04:05Z');
  const zoned = has && Temporal.ZonedDateTime.from('2024-01-02T03:04+01:00[Europe/Paris]'), length = has && Temporal.Duration.from('PT2H');
  const fake = Object.create(Intl.NumberFormat.prototype), behind = Object.setPrototypeOf({}, new Proxy(money, calls));
  for (const each of [Intl.NumberFormat, Intl.DateTimeFormat, Intl.PluralRules, Intl.Locale])
    for (const name of ['resolvedOptions', 'formatToParts', 'toString'])
      Object.defineProperty(each.prototype, name, { get() { called++; } });
  debugger;
  return [money, day, plural, locale, instant, zoned, length, fake, behind];
}
engineOf();
function streamsOf() {
  class Upper extends stream.Transform { prefix = 'x'; #inner = 1; }
  const upper = new Upper(), pass = new stream.PassThrough({ objectMode: true }), from = stream.Readable.from(['a']);
  pass.write({ a: 1 });
  const web = new ReadableStream(), reader = web.getReader(), written = new WritableStream();
  const emitter = new EventEmitter().on('data', () => {}), bare = new EventEmitter(), event = new Event('load'), decoder = new TextDecoder();
  debugger;
  return [upper, pass, from, web, reader, written, emitter, bare, event, decoder];
}
streamsOf();
function documentsOf() {
  class Document { constructor(doc) { this.$__ = {}; this.$isNew = true; this._doc = doc; } get name() { called++; } }
  const User = class model extends Document { static modelName = 'User'; };
  class ObjectId { i0 = 0x6b028d; i1 = 0x5a; i2 = 0x8c586b; i3 = 1; }
  class Model { constructor(dataValues) { this.dataValues = dataValues; this._previousDataValues = {}; this.uniqno = 1; this.isNewRecord = true; } get total() { called++; } }
  class Order extends Model { note = 'x'; }
  class Query { _mongooseOptions = {}; op = 'find'; model = { modelName: 'User' }; _conditions = { age: 3 }; options = {}; }
  class MongooseMap extends Map { $__schemaType = {}; $__parent = {}; }
  const user = new User({ name: 'Zoe', _id: new ObjectId() }), order = new Order({ id: 1, total: 5 }), query = new Query(), meta = new MongooseMap([['k', 'v']]);
  class Decimal2 { constructor(s, e, d) { this.s = s; this.e = e; this.d = d; } toString() { called++; return '?'; } get [Symbol.toStringTag]() { called++; return 'Decimal'; } }
  const decimals = [[1, 0, [1, 5000000]], [-1, 7, [1, 2345678, 9000000]], [1, -3, [12300]], [1, 30, [12]], [1, -9, [5000000]], [1, 2, [120]], [-1, 0, [0]]].map((parts) => new Decimal2(...parts));
  const result = new Proxy({ id: 1, [Symbol.for('nodejs.util.inspect.custom')]: () => called++ }, { get() { called++; } });
  class Decimal { s = 'small'; }
  const own = new Decimal();
  const inner = Object.defineProperties(Object.create(Document.prototype, Object.getOwnPropertyDescriptors(user)), { $__isNested: { value: true }, city: { enumerable: true, get() { called++; } } });
  debugger;
  return [user, inner, order, query, meta, decimals, result, own];
}
documentsOf();
function plainOf() {
  class Document { pages = 3; }
  class Model { layers = 2; }
  class Query { text = 'q'; }
  class Event { type = 'made'; payload = 1; }
  class Request { raw = 'text'; url = '/a'; }
  const all = [new Document(), new Model(), new Query(), new Event(), new Request()];
  const pair = { req: 1, res: 2 }, odd = { req: new Proxy({}, calls), ctx: 1, res: 2 };
  debugger;
  return [all, pair, odd];
}
plainOf();
const server = http.createServer((req, res) => {
  res.setHeader('X-Kind', 'test');
  class Request { constructor() { this.id = 'req-1'; this.params = { id: '4' }; this.raw = req; this.query = {}; this.server = {}; this.body = { name: 'pen' }; this.log = {}; } }
  class Reply { constructor(request) { this.raw = res; this.request = request; this.log = {}; this[Symbol('fastify.reply.headers')] = { 'x-kind': 'made' }; } }
  const request = new Request(), reply = new Reply(request);
  const koaRequest = { req, res, app: {}, body: { name: 'pen' } }, koaResponse = { req, res, app: {}, _body: { ok: true } };
  const ctx = { app: {}, req, res, request: koaRequest, response: koaResponse, state: { user: 7 }, params: { id: '4' } };
  Object.assign(koaRequest, { ctx, response: koaResponse });
  Object.assign(koaResponse, { ctx, request: koaRequest });
  Object.assign(req, { route: { path: '/p' }, next() {}, params: { id: '4' }, body: { name: 'pen' } });
  debugger;
  res.end();
  return [request, reply, ctx, koaRequest, koaResponse];
});
server.listen(0, '127.0.0.1', () => {
  const out = http.request({ port: server.address().port, path: '/p?x=1', headers: { 'X-Made': 'yes' } }, (answer) => {
    debugger;
    answer.resume();
    server.close();
    return [out, answer];
  });
  out.end();
});
`;

describe.each(nodeVersions())('on Node $major', ({ major, path }) => {
  let program: Debuggee;
  let summariser: Summariser;
  let documents: Record<string, string> = {};

  beforeAll(async () => {
    program = await Debuggee.start(path, PROGRAM);
    summariser = new Summariser(program.cdp, new OwnRealms(program.cdp));
    await summariser.install();
  });
  afterAll(() => program.stop());

  /** The variables of the next pause by name; the program goes on. None of its code has run for them. */
  async function nextVariables(): Promise<Record<string, string>> {
    const frame = await program.pause();
    const texts = await localTexts(summariser, frame);
    expect((await program.evaluate(frame, 'called')).value).toBe(0);
    await program.resume();
    return texts;
  }

  it('shows what the engine keeps without properties', async () => {
    const { money, has, instant, zoned, length, ...others } = await nextVariables();
    expect(money).toMatch(/^NumberFormat \[Intl\.NumberFormat\] \{locale: "de", .*style: "currency", currency: "EUR"/);
    expect(others).toEqual({
      day: 'DateTimeFormat [Intl.DateTimeFormat] {locale: "en-GB", calendar: "gregory", numberingSystem: "latn", timeZone: "UTC", year: "numeric", month: "2-digit", day: "2-digit"}',
      plural: expect.stringContaining('PluralRules [Intl.PluralRules] {locale: "en", type: "ordinal", '),
      locale: 'Intl.Locale de-CH-1996',
      fake: 'NumberFormat [Intl.NumberFormat] {}',
      behind: '{}',
    });
    expect(has).toBe(String(major >= 26));
    if (has === 'true')
      expect({ instant, zoned, length }).toEqual({
        instant: 'Temporal.Instant 2024-01-02T03:04:05Z',
        zoned: 'Temporal.ZonedDateTime 2024-01-02T03:04:00+01:00[Europe/Paris]',
        length: 'Temporal.Duration PT2H',
      });
  });

  it('shows streams, emitters and events without their machinery', async () => {
    const { Upper, reader, ...others } = await nextVariables();
    expect(others).toEqual({
      upper: 'Upper {prefix: "x", readableLength: 0, writableLength: 0, #inner: 1}',
      pass: 'PassThrough {readableLength: 1, writableLength: 0}',
      from: 'Readable {readableLength: 0}',
      web: 'ReadableStream {state: "readable", locked: true}',
      written: 'WritableStream {state: "writable", locked: false}',
      emitter: expect.stringMatching(/^EventEmitter \{_events: .*\{data: \(\) => …\}\}$/),
      bare: 'EventEmitter {}',
      event: 'Event {type: "load"}',
      decoder: 'TextDecoder {encoding: "utf-8", fatal: false}',
    });
  });

  it('shows documents and rows as their data', async () => {
    documents = await nextVariables();
    const { user, inner, order, query, meta } = documents;
    expect({ user, inner, order, query, meta }).toEqual({
      user: 'User {name: "Zoe", _id: ObjectId {hex: "6b028d00005a8c586b000001"}}',
      inner: '{city: (getter)}',
      order: 'Order {id: 1, total: 5, note: "x"}',
      query: 'Query {op: "find", modelName: "User", _conditions: {age: 3}, options: {}}',
      meta: 'MongooseMap(1) {"k" → "v"}',
    });
  });

  it('shows numbers of decimal.js as they are written, and results of Prisma without how the console shows them', () => {
    const { decimals, result, own } = documents;
    const texts = ['1.5', '-12345678.9', '0.00123', '1.2e+30', '5e-9', '120', '-0'];
    expect(decimals).toBe(`[${texts.map((text) => `Decimal {value: "${text}"}`).join(', ')}]`);
    expect({ result, own }).toEqual({ result: 'Proxy(object) {id: 1}', own: 'Decimal {s: "small"}' });
  });

  it('shows objects of the program that only have such a name as any other', async () => {
    const { all, pair, odd } = await nextVariables();
    expect({ all, pair, odd }).toEqual({
      all: '[Document {pages: 3}, Model {layers: 2}, Query {text: "q"}, Event {type: "made", payload: 1}, Request {raw: "text", url: "/a"}]',
      pair: '{req: 1, res: 2}',
      odd: '{req: Proxy(object) {}, ctx: 1, res: 2}',
    });
  });

  it('shows what frameworks make of a request by what came in and goes out', async () => {
    const { req, request, reply, ctx, koaRequest, koaResponse } = await nextVariables();
    expect(req).toMatch(/headers: \{.*\}, params: \{id: "4"\}, body: \{name: "pen"\}\}$/);
    expect(request).toMatch(
      /^Request \{method: "GET", url: "\/p\?x=1", headers: \{.*\}, params: \{id: "4"\}, query: \{\}, body: \{name: "pen"\}, id: "req-1"\}$/,
    );
    expect(reply).toBe('Reply {statusCode: 200, headers: {"x-kind": "made"}, headersSent: false, finished: false}');
    expect(ctx).toMatch(
      /^\{method: "GET", url: "\/p\?x=1", status: 200, params: \{id: "4"\}, body: \{ok: true\}, state: \{user: 7\}, request: \{method: "GET", /,
    );
    expect(koaRequest).toMatch(/^\{method: "GET", url: "\/p\?x=1", headers: \{.*\}, .*body: \{name: "pen"\}\}$/);
    expect(koaResponse).toBe(
      '{statusCode: 200, headers: {"x-kind": "test"}, headersSent: false, finished: false, body: {ok: true}}',
    );
  });

  it("shows a client's request and the answer to it", async () => {
    const { answer } = await nextVariables();
    expect(answer).toMatch(
      /^IncomingMessage \{statusCode: 200, statusMessage: "OK", headers: \{"x-kind": "test", date: .*\}\}$/,
    );
  });
});
