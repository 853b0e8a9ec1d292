import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { ValueLimits } from '../../debug-adapter.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { bundledNames } from '../scripts/bundled-names.ts';
import type { Summariser } from '../summary/summariser.ts';
import type { NamedNode } from '../summary/summary-node.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import type { ScopeGroup } from './frame-scopes.ts';

/** A scope as it is shown, and what of it: in a bundle, the variables of one source are set apart from those of the others. */
export interface ShownScope {
  readonly group: ScopeGroup;
  /** The only names to show of the top level, in this order. */
  readonly only?: ReadonlySet<string>;
  /** All but these. */
  readonly without?: ReadonlySet<string>;
}

/** The scopes of a frame; in a bundle, those of other sources than the frame's stand last. */
export async function shownScopes(
  thread: V8Thread,
  frame: PausedFrame,
  groups: readonly ScopeGroup[],
  options?: CallOptions,
): Promise<readonly ShownScope[]> {
  const map = thread.scripts.mapOf(frame.script);
  // At the top level, its variables are the locals.
  const group = groups.find(({ kind }) => kind === (frame.name === MODULE_FRAME ? 'local' : 'module'));
  if (!map || !group || map.sources.length < 2 || !map.sources.includes(frame.location.path)) {
    return groups.map((each) => ({ group: each }));
  }
  const text = await thread.texts.of(frame.script.id, options);
  const names = bundledNames(map, text, frame.location.path);
  if (!names) return groups.map((each) => ({ group: each }));
  const shown = groups.map((each) => (each === group ? { group, only: names.own } : { group: each }));
  const rest: ScopeGroup = {
    ...group,
    kind: 'module',
    name: 'Module (other sources)',
    objectIds: group.objectIds.slice(-1),
  };
  return [...shown, { group: rest, without: names.own }];
}

/** The variables of a scope that have these names; without those that V8 does not have there. */
export async function namedNodes(
  summariser: Summariser,
  objectId: RemoteObjectId,
  names: readonly string[],
  limits: ValueLimits,
  options?: CallOptions,
): Promise<readonly NamedNode[]> {
  const found = await Promise.all(
    names.map(async (name): Promise<readonly NamedNode[]> => {
      const step = { kind: 'property', name } as const;
      const named = { name, step, hidden: false, isElement: false };
      const answer = await summariser.value({ objectId }, [step], 0, limits, options);
      if (answer.kind === 'uninitialized') return [{ ...NOT_YET, ...named }];
      if (answer.kind !== 'value') return [];
      const { node } = answer;
      return [
        { ...node, ...named, children: limits.depth === 0 ? undefined : node.children?.filter((each) => !each.hidden) },
      ];
    }),
  );
  return found.flat();
}

const NOT_YET = {
  type: 'uninitialized',
  text: '<not initialized yet, or optimized away>',
  childCount: undefined,
  expandable: false,
  cut: false,
  children: undefined,
};
