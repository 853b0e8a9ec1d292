import type { HiddenState } from '../../in-debuggee/hidden-state.ts';
import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { ObjectReader } from '../../in-debuggee/object-reader.ts';
import type { Beside } from '../../in-debuggee/slot.ts';
import type { createDocumentViews } from './document-views.ts';
import type { createServerViews } from './server-views.ts';
import type { createStreamViews } from './stream-views.ts';
import type { createViewRows, View } from './view-rows.ts';
import type { createViewState } from './view-state.ts';
import type { createWebViews } from './web-views.ts';

/** Makes what shows an object by what it stands for; undefined for one that is shown as any other. */
export type CreateViews = (
  i: Intrinsics,
  reader: ObjectReader,
  hidden: HiddenState,
) => (target: object) => Beside | undefined;

/**
 * The views of objects of Node and of well-known libraries: they show the meaning of an object, read from the state that it keeps
 * in private fields, symbols and underscored properties. It is data all the way, so that no code runs, of whatever class the
 * object is; missing fields are left out, and an object of which nothing is found is shown as any other.
 *
 * Runs in the debuggee, from its own source text, as do the functions that it is given: see {@link captureIntrinsics}.
 */
export function createViews(
  viewState: typeof createViewState,
  viewRows: typeof createViewRows,
  webViews: typeof createWebViews,
  serverViews: typeof createServerViews,
  documentViews: typeof createDocumentViews,
  streamViews: typeof createStreamViews,
): CreateViews {
  return (i, reader, hidden) => {
    const state = viewState(i, reader, hidden);
    const rowsKit = viewRows(i, reader, hidden, state);
    const servers = serverViews(i, state, rowsKit);
    const all: View[] = [];

    /** The first that knows an object shows it: what is special comes before what is general. */
    function append(views: readonly View[]): void {
      for (let at = 0; at < views.length; at++) {
        const view = views[at];
        if (view !== undefined) i.append(all, view);
      }
    }

    append(servers.views);
    append(webViews(i, state, rowsKit));
    append(documentViews(i, state, rowsKit));
    append(streamViews(i, state, rowsKit));

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
  };
}
