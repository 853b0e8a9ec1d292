import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { Rows, View, ViewRows } from './view-rows.ts';
import type { ViewState } from './view-state.ts';

/** The objects that Node has in common with browsers. Runs in the debuggee: see {@link captureIntrinsics}. */
export function createWebViews(
  i: Intrinsics,
  { most, state, behindProxy, symbolState, isPlain, items, textOf }: ViewState,
  { record }: ViewRows,
) {
  /** Pairs in a flat list, as `URLSearchParams` keeps them. */
  function addPairs(rows: Rows, list: unknown): void {
    const flat = items(list);
    for (let at = 0; at + 1 < flat.length; at += 2) rows.add(textOf(flat[at]), flat[at + 1]);
  }

  /** Adds the content of a `HeadersList` of fetch: a Map of its own records by their names. */
  function addHeaders(rows: Rows, list: unknown): void {
    const map = state(list, 'headersMap') ?? state(list, 'headers map');
    if (!isPlain(map) || !i.types?.isMap(map)) return;
    const entries = i.mapEntries(map);
    for (let next = i.mapNext(entries); !next.done && rows.names.length < most; next = i.mapNext(entries)) {
      rows.add(textOf(next.value[0]), state(next.value[1], 'value'));
    }
  }

  /** A `Request` or a `Response` of fetch. */
  function addFetch(rows: Rows, inner: unknown): void {
    rows.known('method', state(inner, 'method'));
    const status = state(inner, 'status');
    rows.known('status', status);
    if (typeof status === 'number') rows.add('ok', status >= 200 && status < 300);
    rows.known('statusText', state(inner, 'statusText'));
    const urls = items(state(inner, 'urlList'));
    rows.known('url', urls.length === 0 ? undefined : state(urls[urls.length - 1], 'context', 'href'));
    rows.known(
      'headers',
      record((list) => addHeaders(list, state(inner, 'headersList'))),
    );
    rows.known('body', state(inner, 'body', 'source'));
  }

  /** A stream of the web: whether it can be read or written, and whether it has a reader or writer. */
  function addWebStream(rows: Rows, target: object, holder: 'reader' | 'writer'): void {
    const inner = symbolState(target, 'kState');
    if (inner === undefined) return;
    rows.known('state', state(inner, 'state'));
    rows.add('locked', isPlain(state(inner, holder)));
    rows.known('storedError', state(inner, 'storedError'));
  }

  const views: readonly View[] = [
    [
      'URL',
      (rows, target) => {
        rows.known('href', state(target, 'context', 'href'));
        // Then the address is put together again when it is asked for.
        if (state(target, 'searchParamsModified') === true) rows.known('searchParams', state(target, 'searchParams'));
      },
    ],
    ['URLSearchParams', (rows, target) => addPairs(rows, state(target, 'searchParams'))],
    ['Headers', (rows, target) => addHeaders(rows, state(target, 'headersList') ?? state(target, 'headers list'))],
    ['Request', (rows, target) => addFetch(rows, state(target, 'state'))],
    // One that was fetched is seen through a filter.
    ['Response', (rows, target) => addFetch(rows, behindProxy(state(target, 'state')))],
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
    ['ReadableStream', (rows, target) => addWebStream(rows, target, 'reader')],
    ['WritableStream', (rows, target) => addWebStream(rows, target, 'writer')],
    [
      'TransformStream',
      (rows, target) => {
        rows.known('readable', state(symbolState(target, 'kState'), 'readable'));
        rows.known('writable', state(symbolState(target, 'kState'), 'writable'));
      },
    ],
    [
      'Event',
      (rows, target) => {
        const type = symbolState(target, 'type');
        if (type === undefined) return;
        rows.add('type', type);
        rows.known('detail', symbolState(target, 'detail'));
        rows.known('target', symbolState(target, 'kTarget'));
      },
    ],
    [
      'TextDecoder',
      (rows, target) => {
        rows.known('encoding', symbolState(target, 'encoding'));
        rows.known('fatal', symbolState(target, 'kFatal'));
      },
    ],
    [
      'PerformanceEntry',
      (rows, target) => {
        rows.known('name', symbolState(target, 'PerformanceEntry.Name'));
        rows.known('entryType', symbolState(target, 'PerformanceEntry.EntryType'));
        rows.known('startTime', symbolState(target, 'PerformanceEntry.StartTime'));
        rows.known('duration', symbolState(target, 'PerformanceEntry.Duration'));
        rows.known('detail', symbolState(target, 'kDetail'));
      },
    ],
  ];
  return views;
}
