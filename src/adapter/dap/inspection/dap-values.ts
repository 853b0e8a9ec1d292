import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../../model/evaluate-outcome.ts';
import type { ValueSummary, Variable } from '../../../model/variable.ts';
import type { ValueLimits } from '../../debug-adapter.ts';

/** Gives a number of ours for one of the adapter's. */
type Allot = (reference: number) => number;

interface PageLimits extends ValueLimits {
  /** Skip this many. */
  readonly start: number;
}

/**
 * The children of a reference, as many levels deep as asked, each level in one round trip. Bounded here, because many
 * adapters do not page.
 *
 * @see DAP variables
 */
export async function readVariables(
  connection: DapConnection,
  reference: number,
  limits: PageLimits,
  allot: Allot,
  options: CallOptions | undefined,
): Promise<readonly Variable[]> {
  const { start, maxChildren } = limits;
  // A page could be asked for only of the elements, and not by all adapters: so all is read, and the page cut out of it.
  const { variables } = await connection.request('variables', { variablesReference: reference }, options);
  const wanted = variables.slice(start, start + maxChildren);
  return Promise.all(
    wanted.map(async (variable) => ({
      name: variable.name,
      ...(await summaryOf(connection, { ...variable, text: variable.value }, limits, allot, options)),
    })),
  );
}

/** What an expression comes to in a frame, in the adapter's own words. A refusal is the expression's failure. */
export async function evaluatePlainly(
  connection: DapConnection,
  { expression, frameId }: { readonly expression: string; readonly frameId: number },
  limits: ValueLimits,
  allot: Allot,
  options: CallOptions | undefined,
): Promise<EvaluateOutcome> {
  try {
    const body = await connection.request('evaluate', { expression, frameId, context: 'repl' }, options);
    return { kind: 'value', ...(await summaryOf(connection, { ...body, text: body.result }, limits, allot, options)) };
  } catch (error) {
    if (error instanceof DebugError && error.code === 'protocol_error') {
      return { kind: 'thrown', exception: thrown(String(error.details.message ?? error.message)) };
    }
    throw error;
  }
}

async function summaryOf(
  connection: DapConnection,
  value: Pick<Dap.Variable, 'type' | 'variablesReference' | 'indexedVariables' | 'namedVariables'> & { text: string },
  limits: ValueLimits,
  allot: Allot,
  options: CallOptions | undefined,
): Promise<ValueSummary> {
  const { variablesReference: reference, indexedVariables = 0, namedVariables = 0 } = value;
  const isCut = value.text.length > limits.maxTextLength;
  const childCount = indexedVariables + namedVariables;
  const deeper = { ...limits, depth: limits.depth - 1, start: 0 };
  const children =
    limits.depth > 0 && reference > 0 ? await readVariables(connection, reference, deeper, allot, options) : undefined;
  return {
    type: value.type ?? '',
    value: oneLine(isCut ? `${value.text.slice(0, limits.maxTextLength - 1)}…` : value.text),
    variablesReference: allot(reference),
    ...(childCount > 0 ? { childCount } : {}),
    ...(isCut ? { cut: true } : {}),
    ...(children === undefined ? {} : { children }),
  };
}

function oneLine(text: string): string {
  return text.replace(/\r?\n/g, '\\n');
}

/** The failure of an expression: the last line of what the adapter says, which may be a whole trace of the stack. */
function thrown(text: string) {
  const line = text.trim().split('\n').at(-1)?.trim() ?? text;
  const match = /^(?:[\w.]+\.)?(\w+): (.*)$/s.exec(line);
  const name = match?.[1] ?? 'error';
  const message = match?.[2] ?? line;
  const trace = line === text ? undefined : text;
  return { name, message, uncaught: false, value: { type: name, value: line, variablesReference: 0 }, trace };
}
