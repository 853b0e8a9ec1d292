import type { Protocol } from 'devtools-protocol';
import { callText, functionText, verbatim } from '../../../cdp/function-text.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { ValueLimits } from '../../debug-adapter.ts';
import { callSummariser } from './in-debuggee/call-summariser.ts';
import { callWithHiddenState } from './in-debuggee/call-with-hidden-state.ts';
import type { PathStep } from './in-debuggee/path-steps.ts';
import { giving, ofText, ofTextWithIntrinsics, withIntrinsics } from './in-debuggee/with-intrinsics.ts';
import type { WireLimits } from './in-debuggee/work-budget.ts';
import { VIEWS_EXPRESSION } from './summariser-source.ts';

/** Bounds of one call. */
export interface SummaryLimits extends ValueLimits {
  /** Variables listed for one scope; 100 when left out. */
  readonly maxVariables?: number;
  /** Milliseconds in the debuggee after which values are shown by kind and size alone; 2,000 when left out. */
  readonly maxMs?: number;
}

/** A summariser in a world of the debuggee. */
export interface MadeSummariser {
  readonly objectId: RemoteObjectId;
  /** True if it has a realm of its own. */
  readonly isAlone: boolean;
}

/** The subject of a summary: an object of the debuggee, or a value that has no id. */
export type SummaryRoot = Pick<Protocol.Runtime.RemoteObject, 'objectId' | 'value' | 'unserializableValue'>;

const CALL = functionText(callSummariser);
const CALL_WITH_HIDDEN_STATE = functionText(callWithHiddenState);

/** Makes what shows Node's objects by their hidden state; needed where the summariser wants that of an object. */
export function viewsCall(summariser: MadeSummariser): Protocol.Runtime.CallFunctionOnRequest {
  return ownCall(summariser, VIEWS_EXPRESSION, ofText, giving);
}

/** The variables of several scopes in one call; decode with `decodeScopes`. `scopeIds` are those of CDP's `scopeChain[].object`. */
export function scopesCall(
  summariserId: RemoteObjectId,
  scopeIds: readonly string[],
  limits: SummaryLimits,
): Protocol.Runtime.CallFunctionOnRequest {
  const scopes = scopeIds.map((objectId) => ({ objectId }));
  return call(summariserId, [{ value: 'scopes' }, { value: wireLimits(limits) }, ...scopes], true);
}

/** A value at the end of a path, with its children from the `start`-th on; decode with `decodeValue`. */
export function valueCall(
  summariserId: RemoteObjectId,
  root: SummaryRoot,
  path: readonly PathStep[],
  start: number,
  limits: SummaryLimits,
): Protocol.Runtime.CallFunctionOnRequest {
  const mode = [{ value: 'value' }, { value: wireLimits(limits) }, { value: path }, { value: start }];
  return call(summariserId, [...mode, argumentOf(root)], true);
}

/**
 * The value at the end of a path as a remote object, for what only the protocol can show: a promise's state, a proxy's target,
 * private fields. Throws the text `accessor`, `uninitialized` or `missing` in the debuggee when there is none.
 */
export function pickCall(
  summariserId: RemoteObjectId,
  root: SummaryRoot,
  path: readonly PathStep[],
): Protocol.Runtime.CallFunctionOnRequest {
  return call(summariserId, [{ value: 'pick' }, { value: path }, argumentOf(root)], false);
}

/**
 * Runs another function of ours with the built-ins of the summariser, in its realm.
 *
 * @param run An expression for the function, which takes the `Intrinsics`.
 */
export function intrinsicsCall(summariser: MadeSummariser, run: string): Protocol.Runtime.CallFunctionOnRequest {
  return ownCall(summariser, run, ofTextWithIntrinsics, withIntrinsics);
}

/** Runs a text in the summariser's realm; without one, it is a part of the call. */
function ownCall(
  { objectId, isAlone }: MadeSummariser,
  text: string,
  inRealm: Parameters<typeof functionText>[0],
  beside: (value: never) => unknown,
): Protocol.Runtime.CallFunctionOnRequest {
  if (isAlone)
    return { objectId, functionDeclaration: functionText(inRealm), arguments: [{ value: text }], silent: true };
  return { objectId, functionDeclaration: callText(beside, verbatim(text)), silent: true };
}

/** Private fields as they go with a call: object, name, state and value of each. */
export type HiddenFields = readonly Protocol.Runtime.CallArgument[];

/**
 * The same call with private fields that were fetched for it.
 *
 * @param asks For the list of the objects of which more are wanted, as a remote object, in place of the answer.
 */
export function withHiddenState(
  request: Protocol.Runtime.CallFunctionOnRequest,
  viewsId: RemoteObjectId,
  fields: HiddenFields,
  asks: boolean,
): Protocol.Runtime.CallFunctionOnRequest {
  const extra = [{ objectId: viewsId }, { value: asks }, { value: fields.length / 4 }];
  return {
    ...request,
    functionDeclaration: CALL_WITH_HIDDEN_STATE,
    arguments: [...extra, ...(request.arguments ?? []), ...fields],
    returnByValue: !asks && request.returnByValue === true,
  };
}

/** `silent`: a debugger that stops at caught exceptions would stop in the summariser. */
function call(
  objectId: RemoteObjectId,
  args: Protocol.Runtime.CallArgument[],
  returnByValue: boolean,
): Protocol.Runtime.CallFunctionOnRequest {
  return { objectId, functionDeclaration: CALL, arguments: args, returnByValue, silent: true };
}

/** A value as an argument of `Runtime.callFunctionOn`. */
export function argumentOf({ objectId, value, unserializableValue }: SummaryRoot): Protocol.Runtime.CallArgument {
  if (objectId !== undefined) return { objectId };
  return unserializableValue === undefined ? { value } : { unserializableValue };
}

function wireLimits({ depth, maxChildren, maxTextLength, maxVariables = 100, maxMs }: SummaryLimits): WireLimits {
  return { depth, maxChildren, maxTextLength, maxVariables, maxMs };
}
