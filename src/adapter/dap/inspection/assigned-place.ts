import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapFrameId } from '../../../dap/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';

/** A place as DAP assigns to it: a name in its container. */
interface AssignedPlace {
  readonly variablesReference: number;
  readonly name: string;
}

/**
 * Finds what a name stands in: the first scope of the frame that has a variable of that name (locals, arguments, closures: an adapter
 * may have a scope for each), or, for a path, the value that its last part is in. Undefined where there is none.
 *
 * @see DAP scopes, variables
 */
export async function assignedPlace(
  connection: DapConnection,
  dapFrameId: DapFrameId,
  name: string,
  options: CallOptions | undefined,
): Promise<AssignedPlace | undefined> {
  const [, holder, member, index] = /^(.+?)(?:\.([^\s.[\]]+)|\[([^[\]]+)\])$/su.exec(name.trim()) ?? [];
  if (holder === undefined) {
    const { scopes } = await connection.request('scopes', { frameId: dapFrameId }, options);
    for (const { variablesReference } of scopes) {
      const found = await namedIn(connection, variablesReference, [name.trim()], options);
      if (found) return found;
    }
    return undefined;
  }
  const asked = { expression: holder, frameId: dapFrameId, context: 'watch' };
  const { variablesReference } = await connection.request('evaluate', asked, options);
  const names = member === undefined ? itemNames(index ?? '') : [member];
  return namedIn(connection, variablesReference, names, options);
}

/** Adapters call an item by its position, in brackets or not, or by its key as it is written or without quotes. */
function itemNames(index: string): readonly string[] {
  const bare = index.replace(/^(["'])(.*)\1$/s, '$2');
  return [`[${index}]`, index, bare, `[${bare}]`];
}

async function namedIn(
  connection: DapConnection,
  variablesReference: number,
  names: readonly string[],
  options: CallOptions | undefined,
): Promise<AssignedPlace | undefined> {
  if (variablesReference === 0) return undefined;
  const { variables } = await connection.request('variables', { variablesReference }, options);
  const found = variables.find((each) => names.includes(each.name));
  if (found) return { variablesReference, name: found.name };
  // What a pointer points to, where the adapter lists that as its one child.
  const [only, ...others] = variables;
  const isPointer = only?.name === '' && others.length === 0;
  return isPointer ? namedIn(connection, only.variablesReference, names, options) : undefined;
}
