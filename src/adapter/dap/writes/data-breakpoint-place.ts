import type { DapDataId, DapFrameId } from '../../../dap/ids.ts';
import type { Dap, DapArguments } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { CANNOT_WATCH, type PlaceQuestion, type WatchablePlace } from '../../write-watches.ts';
import type { DapTarget } from '../session/dap-target.ts';

/** A place that the adapter can watch, as it reports the place. */
interface FoundPlace {
  readonly kind: 'place';
  /** The adapter's own name for it. */
  readonly dapDataId: DapDataId;
  /** True if the place lies in the memory of the call, and is something else when the call has returned. */
  readonly isInFrame: boolean;
}

type Refused = Extract<WatchablePlace, { kind: 'refused' }>;
type Info = DapArguments<'dataBreakpointInfo'>;

const NAMES_NONE = 'it names no variable, and no member or element of what can be evaluated';

/**
 * Asks an adapter whether a place can be watched, by the variable or the member that it is. An expression by itself means its value as an
 * address to some (lldb-dap), which would be another place.
 *
 * @see DAP dataBreakpointInfo
 */
export async function askedPlace(
  target: DapTarget,
  dapFrameId: DapFrameId,
  { expression, access }: Pick<PlaceQuestion, 'expression' | 'access'>,
  options: CallOptions,
): Promise<FoundPlace | Refused> {
  if (target.connection.capabilities.supportsDataBreakpoints !== true) return CANNOT_WATCH;
  let why = NAMES_NONE;
  for (const { question, isInFrame } of await questionsFor(target, dapFrameId, expression.trim(), options)) {
    const answer = await answered(target, question, options);
    if (answer.dataId === null || answer.dataId === undefined) {
      if (answer.description) why = answer.description.trim().replace(/\.$/, '');
      continue;
    }
    const { accessTypes = [access] } = answer;
    if (!accessTypes.includes(access) && !accessTypes.includes('readWrite'))
      return { kind: 'refused', why: `its debugger reports no ${access}s of it` };
    return { kind: 'place', dapDataId: answer.dataId, isInFrame };
  }
  return { kind: 'refused', why };
}

interface Asked {
  readonly question: Info;
  readonly isInFrame: boolean;
}

/** The ways to ask for a place, the best first. */
async function questionsFor(
  target: DapTarget,
  dapFrameId: DapFrameId,
  expression: string,
  options: CallOptions,
): Promise<readonly Asked[]> {
  const { scopes } = await target.connection.request('scopes', { frameId: dapFrameId }, options);
  const isLocal = ({ name, presentationHint }: Dap.Scope) =>
    presentationHint === 'locals' || presentationHint === 'arguments' || /^(?:locals?|arguments)$/i.test(name);
  if (/^[\p{L}\p{N}_$]+$/u.test(expression)) {
    return scopes
      .filter(({ variablesReference }) => variablesReference > 0)
      .map((scope) => ({
        question: { variablesReference: scope.variablesReference, name: expression },
        isInFrame: isLocal(scope),
      }));
  }
  const member = memberOf(expression);
  if (!member) return [];
  const owner = await evaluatedIn(target, dapFrameId, member.owner, options);
  if (!owner || owner.variablesReference === 0) return [];
  const isPointer = /^[*&]|[*&]$/.test(owner.type?.trim() ?? '');
  const variablesReference = isPointer
    ? await targetOf(target, owner.variablesReference, options)
    : owner.variablesReference;
  return [{ question: { variablesReference, name: member.name }, isInFrame: !isPointer && !member.isIndirect }];
}

/** The reference of a value's members: for a pointer, which has its target as the only child without a name, that child's. */
async function targetOf({ connection }: DapTarget, reference: number, options: CallOptions): Promise<number> {
  const answer = await unlessRefused(connection.request('variables', { variablesReference: reference }, options));
  const [only, ...others] = answer?.variables ?? [];
  return only?.name === '' && others.length === 0 && only.variablesReference > 0 ? only.variablesReference : reference;
}

/** `total` of `cart->total`, `[0]` of `items[0]`, `*p`: the name of a child as adapters list it. */
function memberOf(expression: string): { owner: string; name: string; isIndirect: boolean } | undefined {
  const pointed = /^\*\s*([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(expression);
  if (pointed?.[1]) return { owner: pointed[1], name: `*${pointed[1]}`, isIndirect: true };
  const member = /(?:\.|->)\s*([\p{L}_$@][\p{L}\p{N}_$]*)$/u.exec(expression);
  const owner = expression.slice(0, member?.index).trimEnd();
  if (member?.[1] && owner !== '') return { owner, name: member[1], isIndirect: expression.includes('->') };
  const element = /^(.+)(\[\d+\])$/s.exec(expression);
  return element?.[1] && element[2]
    ? { owner: element[1], name: element[2], isIndirect: expression.includes('->') }
    : undefined;
}

/** The outcome of an expression in a frame; undefined where it cannot be evaluated. */
export async function evaluatedIn(
  { connection }: DapTarget,
  dapFrameId: DapFrameId,
  expression: string,
  options: CallOptions,
): Promise<Dap.EvaluateResponse['body'] | undefined> {
  // As a person would see it: some adapters take what is asked in a console for a command.
  return unlessRefused(connection.request('evaluate', { expression, frameId: dapFrameId, context: 'watch' }, options));
}

async function answered(
  { connection }: DapTarget,
  question: Info,
  options: CallOptions,
): Promise<Partial<Dap.DataBreakpointInfoResponse['body']>> {
  try {
    return await connection.request('dataBreakpointInfo', question, options);
  } catch (error) {
    if (error instanceof DebugError && error.code === 'protocol_error')
      return { description: String(error.details.message ?? '') };
    throw error;
  }
}

async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
    throw error;
  }
}
