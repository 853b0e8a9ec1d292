import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { Variable } from '../../../model/variable.ts';
import type { Summariser } from './summariser.ts';
import type { SummaryLimits } from './summary-calls.ts';
import { toValueSummary, toVariable } from './to-variable.ts';

type CallFrame = CdpEventParams<'Debugger.paused'>['callFrames'][number];

/**
 * All variables of a paused frame's function and `this`, described without running code of the program. They cannot be expanded: the frame
 * goes on.
 */
export async function ownVariables(
  summariser: Summariser,
  { scopeChain, this: self }: CallFrame,
  limits: SummaryLimits,
  options: CallOptions,
): Promise<Variable[]> {
  const outer = scopeChain.findIndex((scope) => !isOwnScope(scope));
  const ids = scopeChain.slice(0, outer === -1 ? undefined : outer).flatMap(({ object }) => object.objectId ?? []);
  const [scopes, around] = await Promise.all([
    ids.length === 0 ? [] : summariser.scopes(ids, limits, options),
    self.objectId === undefined ? undefined : summariser.value(self, [], 0, limits, options),
  ]);
  const found = new Map<string, Variable>();
  for (const node of scopes.flatMap(({ variables }) => variables)) {
    if (!found.has(node.name))
      found.set(
        node.name,
        toVariable(node, [], () => 0),
      );
  }
  if (around?.kind === 'value') found.set('this', { name: 'this', ...toValueSummary(around.node, [], () => 0) });
  return [...found.values()];
}

/** True for the scopes of a frame's function; the variables that it closes over come after them. */
function isOwnScope({ type }: CallFrame['scopeChain'][number]): boolean {
  return type === 'local' || type === 'block' || type === 'catch';
}
