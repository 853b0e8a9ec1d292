import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CdpParams, CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { argumentOf, type HiddenFields, withHiddenState } from './summary-calls.ts';
import { wantsHiddenState } from './summary-node.ts';

/** Private fields may hold objects with private fields. */
const MAX_ROUNDS = 4;
/** Bounds a call's arguments. */
const MAX_FIELDS = 500;

type Call = CdpParams<'Runtime.callFunctionOn'>;
type Properties = CdpResult<'Runtime.getProperties'>;

/** A call of the summariser, and the private fields that were fetched for it. */
interface CompletedCall {
  readonly value: unknown;
  readonly fields: HiddenFields;
}

let lastGroup = 0;

/**
 * Calls the summariser, and again with the private fields of the objects that it wants, the targets of the proxies and what became of
 * the promises, until it wants none. Only the protocol can see those; no code of the program runs.
 *
 * @param views The id of what makes views of hidden state, asked for where it is needed.
 * @param use Gets the private fields before they are released.
 * @see CDP Runtime.getProperties, `privateProperties`
 */
export async function callCompletely<T>(
  session: CdpSession,
  call: Call,
  views: () => Promise<string>,
  use: (completed: CompletedCall) => T | Promise<T>,
  options?: CallOptions,
): Promise<T> {
  const first = (await session.send('Runtime.callFunctionOn', call, options)).result.value;
  if (!wantsHiddenState(first)) return use({ value: first, fields: [] });
  const objectGroup = `mcp-debugger-hidden-${++lastGroup}`;
  try {
    const viewsId = await views();
    const fields: HiddenFields[number][] = [];
    let value = first;
    for (let round = 0; round < MAX_ROUNDS && fields.length < MAX_FIELDS * 4 && wantsHiddenState(value); round++) {
      const asking = { ...withHiddenState(call, viewsId, fields, true), objectGroup };
      const { result: wanted } = await session.send('Runtime.callFunctionOn', asking, options);
      fields.push(...(await privateFieldsOfAll(session, wanted.objectId ?? '', options)));
      const complete = withHiddenState(call, viewsId, fields, false);
      const answer = await session.send('Runtime.callFunctionOn', complete, options);
      // What cannot be shown whole is shown as far as it was.
      if (answer.exceptionDetails !== undefined) break;
      value = answer.result.value;
    }
    return await use({ value, fields });
  } finally {
    // A failure means that the thread has ended, and its objects with it.
    session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {});
  }
}

async function privateFieldsOfAll(
  session: CdpSession,
  listId: RemoteObjectId,
  options?: CallOptions,
): Promise<HiddenFields> {
  const { result } = await session.send('Runtime.getProperties', { objectId: listId, ownProperties: true }, options);
  const ids = result.flatMap(({ name, value }) => (/^\d+$/.test(name) ? (value?.objectId ?? []) : []));
  return (await Promise.all(ids.map((id) => privateFields(session, id, options)))).flat();
}

async function privateFields(
  session: CdpSession,
  objectId: RemoteObjectId,
  options?: CallOptions,
): Promise<HiddenFields> {
  const request = { objectId, ownProperties: true, nonIndexedPropertiesOnly: true };
  const answer = await session.send('Runtime.getProperties', request, options);
  const { privateProperties = [], internalProperties = [] } = answer;
  const seen = [{ objectId }, { value: '' }, { value: 'seen' }, {}];
  const fields = privateProperties.flatMap(({ name, value }) => {
    if (value === undefined) return [{ objectId }, { value: name }, { value: 'accessor' }, {}];
    return isMethod(name, value.description)
      ? []
      : [{ objectId }, { value: name }, { value: 'data' }, argumentOf(value)];
  });
  return [...seen, ...fields, ...behind(objectId, internalProperties)];
}

/** The target of a proxy, or the result of a promise, which goes by its state; nothing for other objects. */
function behind(objectId: RemoteObjectId, slots: NonNullable<Properties['internalProperties']>): HiddenFields {
  const slot = (named: string) => slots.find(({ name }) => name === named)?.value;
  const state: unknown = slot('[[PromiseState]]')?.value;
  const value = slot(state === undefined ? '[[Target]]' : '[[PromiseResult]]') ?? { type: 'undefined' };
  if (state === undefined && value.objectId === undefined) return [];
  return [{ objectId }, { value: state ?? '' }, { value: 'target' }, argumentOf(value)];
}

/** V8 lists private methods like fields; their text begins with their name. */
function isMethod(name: string, text = ''): boolean {
  return text.replace(/^(async\s*)?\*?\s*/, '').startsWith(`${name}(`);
}
