import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { functionText } from '../../../cdp/function-text.ts';
import type { RemoteObjectId, ScriptId } from '../../../cdp/ids.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { Script } from '../scripts/script-table.ts';
import type { ExactPosition } from '../source/source-lines.ts';
import type { Summariser } from '../summary/summariser.ts';
import { callFinder, functionFinder } from './in-debuggee/find-functions.ts';

const GROUP = 'mcp-debugger-functions';
/** Closures of one function that are looked at. */
const MAX_FOUND = 40;

/** The members of a thread that the look at its function objects uses. */
export interface FunctionsOfThread {
  readonly session: Pick<CdpSession, 'send'>;
  readonly summariser: Pick<Summariser, 'make'>;
}

/** A function object of the debuggee, and where its code stands. */
export interface LoadedFunction {
  readonly objectId: RemoteObjectId;
  readonly at: FunctionPlace;
}

interface FunctionPlace extends ExactPosition {
  readonly scriptId: ScriptId;
}

/**
 * The function objects of a script whose text contains another one: a function and those around it.
 *
 * V8's word that it has taken a new text says nothing of the functions that exist. Where their code stands does: those that it has cut
 * off from a script stand in another one, which has a new id.
 *
 * @param orphans The ids of such scripts.
 * @see CDP Runtime.queryObjects, `[[FunctionLocation]]` of Runtime.getProperties
 */
export async function functionsWith(
  thread: FunctionsOfThread,
  script: Script,
  text: string,
  orphans: ReadonlySet<string>,
  options?: CallOptions,
): Promise<readonly LoadedFunction[]> {
  const { session } = thread;
  // Reading a property that the program has replaced by an accessor is refused, as it would run its code.
  const expression = 'Function.prototype';
  const quiet = { silent: true, throwOnSideEffect: true, disableBreaks: true };
  const ask = { expression, contextId: script.contextId, ...quiet, objectGroup: GROUP };
  const prototypeObjectId = (await session.send('Runtime.evaluate', ask, options)).result.objectId;
  if (prototypeObjectId === undefined) return [];
  const query = { prototypeObjectId, objectGroup: GROUP };
  const listId = (await session.send('Runtime.queryObjects', query, options)).objects.objectId;
  if (listId === undefined) return [];
  const finder = await thread.summariser.make(functionText(functionFinder), listId, GROUP, options);
  if (finder === undefined) return [];
  const call = {
    objectId: finder,
    functionDeclaration: functionText(callFinder),
    arguments: [{ objectId: listId }, { value: text }, { value: MAX_FOUND }],
    silent: true,
    objectGroup: GROUP,
  };
  const foundId = (await session.send('Runtime.callFunctionOn', call, options)).result.objectId;
  if (foundId === undefined) return [];
  const request = { objectId: foundId, ownProperties: true };
  const { result } = await session.send('Runtime.getProperties', request, options);
  const ids = result.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? value.objectId : []));
  const found = await Promise.all(ids.map((objectId) => located(session, objectId, options)));
  const isOfScript = ({ at }: LoadedFunction) => at.scriptId === script.id || orphans.has(at.scriptId);
  return found.filter((each) => each !== undefined).filter(isOfScript);
}

async function located(
  session: FunctionsOfThread['session'],
  objectId: RemoteObjectId,
  options?: CallOptions,
): Promise<LoadedFunction | undefined> {
  const at = await placeOf(session, objectId, options);
  return at && { objectId, at };
}

/** The place of a function object's code; undefined for built-in functions. */
export async function placeOf(
  session: FunctionsOfThread['session'],
  objectId: RemoteObjectId,
  options?: CallOptions,
): Promise<FunctionPlace | undefined> {
  const request = { objectId, ownProperties: true };
  const { internalProperties = [] } = await session.send('Runtime.getProperties', request, options);
  const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value;
  return decodePlace(place);
}

/** Lets go of what was found. */
export async function releaseFunctions({ session }: FunctionsOfThread, options?: CallOptions): Promise<void> {
  await session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }, options).catch(() => {});
}

type Internal = NonNullable<CdpResult<'Runtime.getProperties'>['internalProperties']>[number]['value'];

function decodePlace(place: Internal): FunctionPlace | undefined {
  const value: unknown = place?.value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('scriptId' in value && 'lineNumber' in value && 'columnNumber' in value)) return undefined;
  const { scriptId, lineNumber, columnNumber } = value;
  if (typeof scriptId !== 'string' || typeof lineNumber !== 'number' || typeof columnNumber !== 'number')
    return undefined;
  return { scriptId, lineNumber, columnNumber };
}
