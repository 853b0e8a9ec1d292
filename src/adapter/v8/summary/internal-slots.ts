import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { RemoteObject } from './remote-values.ts';

/** Kinds of objects that hold something which only the protocol can show, not JavaScript itself. */
const KINDS: ReadonlySet<string> = new Set(['promise', 'proxy', 'weakref']);

/** V8's names of slots, and the names under which they are shown. */
const NAMES: Readonly<Record<string, string>> = {
  '[[PromiseState]]': '[[PromiseState]]',
  '[[PromiseResult]]': '[[PromiseResult]]',
  '[[Target]]': '[[ProxyTarget]]',
  '[[Handler]]': '[[ProxyHandler]]',
  '[[IsRevoked]]': '[[IsRevoked]]',
  '[[WeakRefTarget]]': '[[WeakRefTarget]]',
};

/** True if an object of this kind has internal slots worth a look: it can be expanded although it has no properties. */
export function hasInternalSlots(kind: string): boolean {
  return KINDS.has(kind);
}

/**
 * A promise's state and result, a proxy's target and handler. Runs no code of the program: V8 does not ask a proxy for its
 * properties.
 *
 * @see CDP Runtime.getProperties, `internalProperties`
 */
export async function internalSlots(
  session: CdpSession,
  objectId: RemoteObjectId,
  options?: CallOptions,
): Promise<readonly { readonly name: string; readonly value: RemoteObject }[]> {
  const request = { objectId, ownProperties: true, nonIndexedPropertiesOnly: true };
  const { internalProperties = [] } = await session.send('Runtime.getProperties', request, options);
  return internalProperties.flatMap(({ name, value }) => {
    const shown = NAMES[name];
    return shown === undefined || value === undefined ? [] : { name: shown, value };
  });
}
