import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { Rows, View, ViewRows } from './view-rows.ts';
import type { ViewState } from './view-state.ts';

/**
 * Requests and responses of `node:http`, and what Express, Fastify and Koa make of them: what came in and what goes out, without
 * their machinery. Runs in the debuggee: see {@link captureIntrinsics}.
 */
export function createServerViews(
  i: Intrinsics,
  { state, symbolState, isPlain, hasOwn, hasClass, items, textOf }: ViewState,
  { record, addOthers }: ViewRows,
) {
  /** `[name, value, name, value]`, as it came over the wire. */
  function addRawHeaders(rows: Rows, list: unknown): void {
    const flat = items(list);
    for (let at = 0; at + 1 < flat.length; at += 2) rows.add(i.lowerCase(textOf(flat[at])), flat[at + 1]);
  }

  /** The headers that are going to be sent: `{lowercase: [Name, value]}`. */
  function addOutgoing(rows: Rows, headers: unknown): void {
    const names = isPlain(headers) ? i.keys(headers) : [];
    for (let at = 0; at < names.length && at < 100; at++) {
      const pair = items(state(headers, names[at] ?? ''));
      rows.add(names[at] ?? '', pair.length < 2 ? undefined : pair[1]);
    }
  }

  /** Adds the fields of an incoming message: a request, or the answer to one. */
  function addIncoming(rows: Rows, message: unknown): void {
    rows.known('method', state(message, 'method'));
    rows.known('url', state(message, 'originalUrl') ?? state(message, 'url'));
    rows.known('statusCode', state(message, 'statusCode'));
    rows.known('statusMessage', state(message, 'statusMessage'));
    const headers = state(message, 'kHeaders') ?? record((list) => addRawHeaders(list, state(message, 'rawHeaders')));
    rows.known('headers', headers);
  }

  /** Adds the fields that Express and its kin put into a request. */
  function addContent(rows: Rows, request: unknown): void {
    rows.known('params', state(request, 'params'));
    rows.known('query', state(request, 'query'));
    rows.known('body', state(request, 'body'));
  }

  function addResponse(rows: Rows, response: unknown, more?: unknown): void {
    rows.known('statusCode', state(response, 'statusCode'));
    rows.known('statusMessage', state(response, 'statusMessage'));
    const headers = record((list) => addOutgoing(list, state(response, 'kOutHeaders')));
    rows.known('headers', isPlain(more) && i.keys(more).length > 0 ? more : headers);
    const header = state(response, '_header');
    if (header !== undefined) rows.add('headersSent', typeof header === 'string');
    rows.known('finished', state(response, 'finished'));
  }

  function addFastifyRequest(rows: Rows, target: object): void {
    if (!hasClass(state(target, 'raw'), 'IncomingMessage')) return;
    rows.title = 'Request';
    addIncoming(rows, state(target, 'raw'));
    addContent(rows, target);
    addOthers(rows, target, ' raw log server ');
  }

  function addFastifyReply(rows: Rows, target: object): void {
    if (!hasClass(state(target, 'raw'), 'ServerResponse')) return;
    rows.title = 'Reply';
    addResponse(rows, state(target, 'raw'), symbolState(target, 'fastify.reply.headers'));
    addOthers(rows, target, ' raw log server request ');
  }

  /** A context of Koa, with what the application put beside the request and the response. */
  function addKoaContext(rows: Rows, target: object): void {
    const request = state(target, 'request');
    const response = state(target, 'response');
    rows.known('method', state(target, 'req', 'method'));
    rows.known('url', state(target, 'originalUrl') ?? state(target, 'req', 'url'));
    rows.known('status', state(target, 'res', 'statusCode'));
    rows.known('params', state(target, 'params'));
    rows.known(
      'body',
      isPlain(response) && hasOwn(response, '_body') ? state(response, '_body') : state(target, 'body'),
    );
    addOthers(rows, target, ' app req res ctx request response originalUrl cookie matched router ');
    rows.known('request', request);
  }

  /** Koa's own request and response, which know each other and their context. */
  function addKoaPart(rows: Rows, target: object): void {
    const machinery = ' app req res ctx request response originalUrl rawBody ';
    if (hasOwn(target, 'response')) addIncoming(rows, state(target, 'req'));
    else {
      addResponse(rows, state(target, 'res'));
      rows.known('body', state(target, '_body'));
    }
    addOthers(rows, target, machinery);
  }

  const views: readonly View[] = [
    ['Request', addFastifyRequest],
    ['Reply', addFastifyReply],
    [
      'IncomingMessage',
      (rows, target) => {
        addIncoming(rows, target);
        addContent(rows, target);
        addOthers(
          rows,
          target,
          ' socket client httpVersion httpVersionMajor httpVersionMinor complete rawHeaders rawTrailers joinDuplicateHeaders aborted upgrade req res next method url statusCode statusMessage originalUrl baseUrl route length ',
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
      'ClientRequest',
      (rows, target) => {
        const names = ['method', 'protocol', 'host', 'path'];
        for (let at = 0; at < names.length; at++) rows.known(names[at] ?? '', state(target, names[at] ?? ''));
        rows.known(
          'headers',
          record((list) => addOutgoing(list, state(target, 'kOutHeaders'))),
        );
        rows.known('finished', state(target, 'finished'));
        rows.known('res', state(target, 'res'));
      },
    ],
  ];

  /** An object of no class of these that holds a request and a response. */
  function addHolder(rows: Rows, target: object): void {
    if (!hasClass(state(target, 'req'), 'IncomingMessage')) return;
    if (hasOwn(target, 'request') && hasOwn(target, 'response')) addKoaContext(rows, target);
    else if (hasOwn(target, 'ctx')) addKoaPart(rows, target);
  }

  return { views, addHolder };
}
