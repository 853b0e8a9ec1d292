import type { Beside, HiddenState } from './hidden-state.ts';
import type { Intrinsics } from './intrinsics.ts';
import type { ObjectReader } from './object-reader.ts';
import type { Slot } from './slot.ts';

/**
 * How objects of Node and of well-known libraries are shown: by what they stand for, read from the state that they keep in private
 * fields, symbols and underscored properties. It is data all the way, so that no code runs, whoever made the object; whatever is not
 * there is left out, and an object of which nothing is found is shown as any other.
 *
 * Runs in the debuggee: see {@link captureIntrinsics}.
 */
export function createViews(i: Intrinsics, reader: ObjectReader, hidden: HiddenState) {
  const most = 100;

  function ownState(target: object, name: string): Slot | undefined {
    // A default may stand in a prototype.
    const plain = reader.lookup(target, name);
    if (plain.state === 'data') return plain;
    const symbols = i.symbols(target);
    for (let at = 0; at < symbols.length; at++) {
      const symbol = symbols[at];
      if (symbol !== undefined && i.symbolText(symbol) === `Symbol(${name})`) return reader.slot(target, symbol);
    }
    const field = hidden.field(target, `#${name}`);
    if (field === undefined) hidden.want(target);
    return field;
  }

  /** State at the end of a path of names: properties, symbols or private fields of these names. */
  function state(target: unknown, ...path: string[]): unknown {
    let value = target;
    for (let at = 0; at < path.length; at++) {
      if (!reader.isObject(value) || reader.isOpaque(value)) return undefined;
      const found = ownState(value, path[at] ?? '');
      if (found?.state !== 'data') return undefined;
      value = found.value;
    }
    return value;
  }

  function isPlain(value: unknown): value is object {
    return reader.isObject(value) && !reader.isOpaque(value);
  }

  /** The first items of a list. */
  function items(list: unknown): unknown[] {
    const found: unknown[] = [];
    if (!isPlain(list) || !i.isArray(list)) return found;
    for (let at = 0; at < list.length && at < most; at++) {
      const item = reader.slot(list, at);
      i.append(found, item.state === 'data' ? item.value : undefined);
    }
    return found;
  }

  /** Names with their values; one that occurs again gets a list of values. */
  function createRows() {
    const names: string[] = [];
    const slots = i.newMap<PropertyKey, Slot>();
    const listed = i.newMap<string, unknown[]>();

    function add(name: string, value: unknown): void {
      const lists = i.mapGet(listed, name);
      if (lists !== undefined) i.append(lists, value);
      else {
        const list: unknown[] = [];
        i.append(list, value);
        i.mapSet(listed, name, list);
        i.append(names, name);
      }
      const shown = lists === undefined ? value : lists;
      i.mapSet(slots, name, { state: 'data', value: shown, hidden: false });
    }

    return {
      names,
      slots,
      add,
      /** Left out where nothing is known. */
      known(name: string, value: unknown): void {
        if (value !== undefined && value !== null && value !== '') add(name, value);
      },
      has: (name: string) => i.mapGet(listed, name) !== undefined,
    };
  }

  type Rows = ReturnType<typeof createRows>;

  /** Pairs in a flat list, as `URLSearchParams` keeps them. */
  function addPairs(rows: Rows, list: unknown): void {
    const flat = items(list);
    for (let at = 0; at + 1 < flat.length; at += 2) rows.add(`${textOf(flat[at])}`, flat[at + 1]);
  }

  function textOf(value: unknown): string {
    return typeof value === 'string' ? value : '';
  }

  /** What a `HeadersList` of fetch keeps: a Map of its own records by their names. */
  function addHeaders(rows: Rows, list: unknown): void {
    const map = state(list, 'headersMap') ?? state(list, 'headers map');
    if (!isPlain(map) || !i.types?.isMap(map)) return;
    const entries = i.mapEntries(map);
    for (let next = i.mapNext(entries); !next.done && rows.names.length < most; next = i.mapNext(entries)) {
      rows.add(textOf(next.value[0]), state(next.value[1], 'value'));
    }
  }

  function addOwn(rows: Rows, target: unknown): void {
    if (!isPlain(target)) return;
    const names = i.keys(target);
    for (let at = 0; at < names.length && at < most; at++) {
      const name = names[at] ?? '';
      const found = reader.slot(target, name);
      if (rows.has(name)) continue;
      rows.add(name, undefined);
      i.mapSet(rows.slots, name, found);
    }
  }

  /** The headers that a response of `node:http` is going to send: `{lowercase: [Name, value]}`. */
  function addOutgoing(rows: Rows, headers: unknown): void {
    if (!isPlain(headers)) return;
    const names = i.keys(headers);
    for (let at = 0; at < names.length && at < most; at++) {
      const pair = items(state(headers, names[at] ?? ''));
      rows.add(names[at] ?? '', pair.length < 2 ? undefined : pair[1]);
    }
  }

  /** Rows as an object of their own, to stand inside another one. */
  function record(fill: (rows: Rows) => void): object | undefined {
    const rows = createRows();
    fill(rows);
    if (rows.names.length === 0) return undefined;
    const made: object = {};
    for (let at = 0; at < rows.names.length; at++) {
      const found = i.mapGet(rows.slots, rows.names[at] ?? '');
      if (found?.state !== 'data') continue;
      const property = { value: found.value, enumerable: true, configurable: true, writable: true };
      i.defineProperty(made, rows.names[at] ?? '', property);
    }
    return made;
  }

  /** What comes after the rows: own properties that say something. */
  function addOthers(rows: Rows, target: object, machinery: string): void {
    const names = i.keys(target);
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? '';
      if (name[0] === '_' || rows.has(name) || i.indexOf(machinery, ` ${name} `) >= 0) continue;
      const found = reader.slot(target, name);
      if (found.state === 'data' && typeof found.value === 'function') continue;
      rows.add(name, undefined);
      i.mapSet(rows.slots, name, found);
    }
  }

  /** What came in: a request of `node:http`, with what Express and its kin put into it. */
  function addIncoming(rows: Rows, message: unknown): void {
    rows.known('method', state(message, 'method'));
    rows.known('url', state(message, 'originalUrl') ?? state(message, 'url'));
    rows.known('statusCode', state(message, 'statusCode'));
    rows.known('statusMessage', state(message, 'statusMessage'));
    const headers = state(message, 'kHeaders');
    rows.known('headers', headers ?? record((inner) => addPairs(inner, state(message, 'rawHeaders'))));
    rows.known('params', state(message, 'params'));
    rows.known('query', state(message, 'query'));
    rows.known('body', state(message, 'body'));
  }

  function addResponse(rows: Rows, response: unknown): void {
    rows.known('statusCode', state(response, 'statusCode'));
    rows.known('statusMessage', state(response, 'statusMessage'));
    rows.known(
      'headers',
      record((inner) => addOutgoing(inner, state(response, 'kOutHeaders'))),
    );
    const header = state(response, '_header');
    if (header !== undefined) rows.add('headersSent', typeof header === 'string');
    rows.known('finished', state(response, 'finished'));
  }

  /** A `Request` or a `Response` of fetch. */
  function addFetch(rows: Rows, inner: unknown): void {
    rows.known('method', state(inner, 'method'));
    rows.known('status', state(inner, 'status'));
    rows.known('statusText', state(inner, 'statusText'));
    const urls = items(state(inner, 'urlList'));
    rows.known('url', urls.length === 0 ? undefined : state(urls[urls.length - 1], 'context', 'href'));
    rows.known(
      'headers',
      record((list) => addHeaders(list, state(inner, 'headersList'))),
    );
    rows.known('body', state(inner, 'body', 'source'));
  }

  const views: readonly (readonly [name: string, fill: (rows: Rows, target: object) => void])[] = [
    [
      'URL',
      (rows, target) => {
        rows.known('href', state(target, 'context', 'href'));
        // Then the address is put together anew when it is asked for.
        if (state(target, 'searchParamsModified') === true) rows.known('searchParams', state(target, 'searchParams'));
      },
    ],
    ['URLSearchParams', (rows, target) => addPairs(rows, state(target, 'searchParams'))],
    ['Headers', (rows, target) => addHeaders(rows, state(target, 'headersList') ?? state(target, 'headers list'))],
    [
      'Request',
      (rows, target) => {
        const raw = reader.slot(target, 'raw');
        if (raw.state !== 'data') return addFetch(rows, state(target, 'state'));
        addIncoming(rows, raw.value);
        rows.known('params', state(target, 'params'));
        rows.known('query', state(target, 'query'));
        rows.known('body', state(target, 'body'));
        addOthers(rows, target, ' raw log server ');
      },
    ],
    [
      'Reply',
      (rows, target) => {
        addResponse(rows, state(target, 'raw'));
        addOthers(rows, target, ' raw log server request ');
      },
    ],
    ['Response', (rows, target) => addFetch(rows, state(target, 'state'))],
    [
      'FormData',
      (rows, target) => {
        const entries = items(state(target, 'state'));
        for (let at = 0; at < entries.length; at++)
          rows.add(textOf(state(entries[at], 'name')), state(entries[at], 'value'));
      },
    ],
    [
      'Blob',
      (rows, target) => {
        rows.known('name', state(target, 'name') ?? state(target, 'state', 'name'));
        rows.known('size', state(target, 'kLength'));
        rows.known('type', state(target, 'kType'));
      },
    ],
    ['AbortController', (rows, target) => rows.known('signal', state(target, 'signal'))],
    [
      'AbortSignal',
      (rows, target) => {
        rows.known('aborted', state(target, 'kAborted'));
        rows.known('reason', state(target, 'kReason'));
      },
    ],
    [
      'IncomingMessage',
      (rows, target) => {
        addIncoming(rows, target);
        addOthers(
          rows,
          target,
          ' socket client httpVersion httpVersionMajor httpVersionMinor complete rawHeaders rawTrailers joinDuplicateHeaders aborted upgrade res next statusCode statusMessage originalUrl baseUrl ',
        );
      },
    ],
    [
      'ServerResponse',
      (rows, target) => {
        addResponse(rows, target);
        addOthers(
          rows,
          target,
          ' socket req outputData outputSize writable destroyed chunkedEncoding shouldKeepAlive maxRequestsOnConnectionReached useChunkedEncodingByDefault sendDate strictContentLength statusMessage ',
        );
      },
    ],
    [
      'Document',
      (rows, target) => addOwn(rows, reader.slot(target, '_doc').state === 'data' ? state(target, '_doc') : undefined),
    ],
    [
      'Model',
      (rows, target) =>
        addOwn(rows, reader.slot(target, 'dataValues').state === 'data' ? state(target, 'dataValues') : undefined),
    ],
    [
      'Socket',
      (rows, target) => {
        rows.known('remoteAddress', state(target, '_peername', 'address'));
        rows.known('remotePort', state(target, '_peername', 'port'));
        addOthers(rows, target, ' server parser on allowHalfOpen ');
      },
    ],
    [
      'EventEmitter',
      (rows, target) => {
        addOthers(rows, target, '');
        const own = hidden.privatesOf(target);
        for (let at = 0; own !== undefined && at < own.names.length; at++) {
          const name = own.names[at] ?? '';
          const found = i.mapGet(own.slots, name);
          if (typeof name !== 'string' || found === undefined) continue;
          rows.add(name, undefined);
          i.mapSet(rows.slots, name, found);
        }
      },
    ],
  ];

  function hasClass(target: object, name: string): boolean {
    let holder = i.prototypeOf(target);
    for (let level = 0; holder !== null && level < 12 && !reader.isOpaque(holder); level++) {
      const maker = reader.slot(holder, 'constructor');
      const own =
        maker.state === 'data' && typeof maker.value === 'function' ? reader.ownText(maker.value, 'name') : undefined;
      // Some of Node's own are called _Headers: that is what its bundler left.
      if (own === name || own === `_${name}`) return true;
      holder = i.prototypeOf(holder);
    }
    return false;
  }

  /** A context of Koa: a request and a response with what the application put beside them. */
  function addContext(rows: Rows, target: object): void {
    addIncoming(rows, state(target, 'req'));
    rows.known('statusCode', state(target, 'res', 'statusCode'));
    rows.known('body', state(target, 'request', 'body') ?? state(target, 'body'));
    addOthers(rows, target, ' app req res ctx request response originalUrl cookie ');
  }

  return (target: object): Beside | undefined => {
    const rows = createRows();
    for (let at = 0; at < views.length && rows.names.length === 0; at++) {
      const view = views[at];
      if (view !== undefined && hasClass(target, view[0])) view[1](rows, target);
    }
    if (rows.names.length === 0 && i.hasOwn(target, 'req') && i.hasOwn(target, 'res')) addContext(rows, target);
    return rows.names.length === 0 ? undefined : { names: rows.names, slots: rows.slots, alone: true };
  };
}
