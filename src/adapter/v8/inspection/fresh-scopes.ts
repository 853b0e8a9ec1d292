import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { functionText } from '../../../cdp/function-text.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ValueLimits } from '../../debug-adapter.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import type { NamedNode } from '../summary/summary-node.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { EVALUATED_GROUP } from './evaluate-in-frame.ts';
import type { ScopeGroup } from './frame-scopes.ts';
import { readAll } from './in-debuggee/read-all.ts';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A variable as it was summarised, and the object that it is a property of. */
export interface Held {
  readonly node: NamedNode;
  readonly objectId: RemoteObjectId;
}

/** The present values of variables of a scope; without those that an inner scope hides, and those not initialised yet. */
export async function freshNodes(
  thread: V8Thread,
  frame: PausedFrame,
  group: ScopeGroup,
  found: ReadonlyMap<string, Held>,
  bounds: ValueLimits & { maxVariables: number },
  options?: CallOptions,
): Promise<ReadonlyMap<string, Held> | undefined> {
  const chain = frame.callFrame.scopeChain.flatMap(({ object }) => object.objectId ?? []);
  const inner = chain.slice(0, Math.max(0, chain.indexOf(group.objectIds[0] ?? '')));
  const hiding = await thread.summariser.scopes(inner, { ...bounds, depth: 0, maxVariables: 1_000 }, options);
  const hidden = new Set(hiding.flatMap(({ variables }) => variables.map(({ name }) => name)));
  const names = [...found.values()].flatMap(({ node }) =>
    hidden.has(node.name) || node.type === 'uninitialized' ? [] : node.name,
  );
  const objectId = await readAnew(thread.session, frame, names, options);
  if (objectId === undefined) return undefined;
  const [scope] = await thread.summariser.scopes([objectId], { ...bounds, maxVariables: names.length }, options);
  return new Map(scope?.variables.map((node) => [node.name, { node, objectId }]));
}

/**
 * Reads variables of a frame again, by their names, into an object of the debuggee; its id, or undefined where that is not
 * possible.
 *
 * The scope objects that come with a pause are copies, made at the moment of the pause: what was assigned since, by an evaluated
 * expression or by a function that it called, is not in them.
 *
 * @see CDP Debugger.evaluateOnCallFrame
 */
async function readAnew(
  session: CdpSession,
  frame: PausedFrame,
  names: readonly string[],
  options?: CallOptions,
): Promise<string | undefined> {
  const readable = names.filter((name) => IDENTIFIER.test(name) && name !== 'this' && name !== '__proto__');
  if (readable.length === 0) return undefined;
  // Functions, so that one variable that cannot be read does not hide the others.
  const readers = readable.map((name) => `${JSON.stringify(name)}: () => ${name}`);
  const expression = `({ __proto__: null, ${readers.join(', ')} })`;
  const { callFrameId } = frame.callFrame;
  const request = { callFrameId, expression, objectGroup: EVALUATED_GROUP, silent: true };
  const made = await session.send('Debugger.evaluateOnCallFrame', request, options);
  const { objectId } = made.result;
  if (made.exceptionDetails || objectId === undefined) return undefined;
  const call = { objectId, functionDeclaration: functionText(readAll), objectGroup: EVALUATED_GROUP, silent: true };
  return (await session.send('Runtime.callFunctionOn', call, options)).result.objectId;
}
