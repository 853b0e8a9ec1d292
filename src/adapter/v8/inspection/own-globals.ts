import type { CallOptions } from '../../../model/call-options.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { EVALUATED_GROUP } from './evaluate-in-frame.ts';
import { COLLECT_OWN_GLOBALS, type ScopeGroup } from './frame-scopes.ts';

/** Ids of the scopes of globals: an object with the own globals of the program, and the top-level `let` and `const` of classic scripts. */
export async function ownGlobals(thread: V8Thread, group: ScopeGroup, options?: CallOptions): Promise<string[]> {
  const globalId = group.objectIds.at(-1);
  if (globalId === undefined) return [];
  const ownId = await thread.summariser.make(COLLECT_OWN_GLOBALS, globalId, EVALUATED_GROUP, options);
  return [...group.objectIds.slice(0, -1), ...(ownId === undefined ? [] : [ownId])];
}
