import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { Rows, View, ViewRows } from './view-rows.ts';
import type { ViewState } from './view-state.ts';

/** Streams, sockets and other event emitters of Node. Runs in the debuggee: see {@link captureIntrinsics}. */
export function createStreamViews(i: Intrinsics, { state, hasOwn }: ViewState, rowsKit: ViewRows) {
  const { addOthers, addPrivates, record } = rowsKit;

  /** Adds the content that a stream holds back, after its named fields. */
  function addBuffers(rows: Rows, target: object): void {
    rows.known('readableLength', state(target, '_readableState', 'length'));
    rows.known('readableFlowing', state(target, '_readableState', 'flowing'));
    rows.known('writableLength', state(target, '_writableState', 'length'));
  }

  /** Adds the listeners by their events. */
  function addListeners(rows: Rows, target: object): void {
    const events = state(target, '_events');
    const names = typeof events === 'object' && events !== null ? i.keys(events) : [];
    const listeners = record((list) => {
      for (let at = 0; at < names.length && at < 20; at++) list.known(names[at] ?? '', state(events, names[at] ?? ''));
    });
    rows.known('_events', listeners);
  }

  const views: readonly View[] = [
    [
      'Socket',
      (rows, target) => {
        rows.known('remoteAddress', state(target, '_peername', 'address'));
        rows.known('remotePort', state(target, '_peername', 'port'));
        rows.known('host', state(target, '_host'));
        addOthers(rows, target, ' server parser on allowHalfOpen ');
        addBuffers(rows, target);
        addPrivates(rows, target);
      },
    ],
    [
      'Stream',
      (rows, target) => {
        addOthers(rows, target, ' allowHalfOpen ');
        addBuffers(rows, target);
        addPrivates(rows, target);
      },
    ],
    [
      'EventEmitter',
      (rows, target) => {
        addOthers(rows, target, '');
        addPrivates(rows, target);
        if (rows.names.length === 0 && hasOwn(target, '_events')) addListeners(rows, target);
      },
    ],
  ];
  return views;
}
