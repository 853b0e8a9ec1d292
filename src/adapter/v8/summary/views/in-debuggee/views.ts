import type { HiddenState } from '../../in-debuggee/hidden-state.ts';
import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { ObjectReader } from '../../in-debuggee/object-reader.ts';
import type { Beside } from '../../in-debuggee/slot.ts';
import { createDocumentViews } from './document-views.ts';
import { createServerViews } from './server-views.ts';
import { createStreamViews } from './stream-views.ts';
import { createViewRows, type View } from './view-rows.ts';
import { createViewState } from './view-state.ts';
import { createWebViews } from './web-views.ts';

/**
 * The views of objects of Node and of well-known libraries: they show the meaning of an object, read from the state that it keeps
 * in private fields, symbols and underscored properties. It is data all the way, so that no code runs, of whatever class the
 * object is; missing fields are left out, and an object of which nothing is found is shown as any other: undefined.
 *
 * Runs in the debuggee: see {@link captureIntrinsics}.
 */
export function createViews(
  i: Intrinsics,
  reader: ObjectReader,
  hidden: HiddenState,
): (target: object) => Beside | undefined {
  const state = createViewState(i, reader, hidden);
  const rowsKit = createViewRows(i, reader, hidden, state);
  const servers = createServerViews(i, state, rowsKit);
  const all: View[] = [];

  /** The first that knows an object shows it: what is special comes before what is general. */
  function append(views: readonly View[]): void {
    for (let at = 0; at < views.length; at++) {
      const view = views[at];
      if (view !== undefined) i.append(all, view);
    }
  }

  append(servers.views);
  append(createWebViews(i, state, rowsKit));
  append(createDocumentViews(i, state, rowsKit));
  append(createStreamViews(i, state, rowsKit));

  return (target) => {
    const rows = rowsKit.newRows();
    const isKnown = () => rows.names.length > 0 || rows.isWhole;
    for (let at = 0; at < all.length && !isKnown(); at++) {
      const view = all[at];
      if (view !== undefined && state.hasClass(target, view[0])) view[1](rows, target);
    }
    if (!isKnown() && i.hasOwn(target, 'req')) servers.addHolder(rows, target);
    if (!isKnown()) return undefined;
    return { names: rows.names, slots: rows.slots, alone: true, title: rows.title };
  };
}
