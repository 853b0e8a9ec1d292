import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../../model/evaluate-outcome.ts';
import type { ValueSummary, Variable } from '../../../model/variable.ts';
import type { ValueLimits } from '../../debug-adapter.ts';
import type { ExpressionQuirks } from '../recipe/adapter-quirks.ts';

/** The context in which an adapter's values become ours. */
export interface ValueReading {
  /** Gives a number of ours for one of the adapter's. */
  readonly allot: (reference: number) => number;
  readonly quirks: ExpressionQuirks | undefined;
}

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
  reading: ValueReading,
  options: CallOptions | undefined,
): Promise<readonly Variable[]> {
  const { start, maxChildren } = limits;
  // A page could be asked for only of the elements, and not by all adapters: so all is read, and the page cut out of it.
  const answer = await connection.request('variables', { variablesReference: reference }, options);
  const variables = (answer?.variables ?? []).filter(({ name }) => reading.quirks?.isHidden?.(name) !== true);
  const [only, ...others] = variables;
  // What a pointer points to has no name of its own: what is in it says more.
  if (only?.name === '' && others.length === 0 && only.variablesReference > 0)
    return readVariables(connection, only.variablesReference, limits, reading, options);
  const wanted = variables.slice(start, start + maxChildren);
  return Promise.all(
    wanted.map(async (variable) => ({
      name: variable.name,
      ...(await summaryOf(connection, { ...variable, text: variable.value }, limits, reading, options)),
    })),
  );
}

/** The outcome of an expression in a frame, in the adapter's own words. A refusal is the expression's failure. */
export async function evaluatePlainly(
  connection: DapConnection,
  question: Dap.EvaluateArguments,
  limits: ValueLimits,
  reading: ValueReading,
  options: CallOptions | undefined,
): Promise<EvaluateOutcome> {
  try {
    const body = await connection.request('evaluate', question, options);
    return {
      kind: 'value',
      ...(await summaryOf(connection, { ...body, text: body.result }, limits, reading, options)),
    };
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
  reading: ValueReading,
  options: CallOptions | undefined,
): Promise<ValueSummary> {
  const { variablesReference: reference, indexedVariables = 0, namedVariables = 0 } = value;
  const text = reading.quirks?.valueText?.(value.text, value.type ?? '') ?? value.text;
  const isCut = text.length > limits.maxTextLength;
  const childCount = indexedVariables + namedVariables;
  const deeper = { ...limits, depth: limits.depth - 1, start: 0 };
  const children =
    limits.depth > 0 && reference > 0
      ? await readVariables(connection, reference, deeper, reading, options)
      : undefined;
  return {
    type: value.type ?? '',
    value: oneLine(isCut ? `${text.slice(0, limits.maxTextLength - 1)}…` : text),
    variablesReference: reading.allot(reference),
    ...(childCount > 0 ? { childCount } : {}),
    ...(isCut ? { cut: true } : {}),
    ...(children === undefined ? {} : { children }),
  };
}

function oneLine(text: string): string {
  return text.replace(/\r?\n/g, '\\n');
}

/**
 * The failure of an expression: of what the adapter says, the line that a compiler calls the error, or else the last one, as it may be a
 * whole trace of the stack.
 */
function thrown(text: string) {
  const lines = text.trim().split('\n');
  const compiled = lines.find((each) => /^(<[^>]*>:\d+:\d+: )?error: ./.test(each))?.replace(/^<[^>]*>:\d+:\d+: /, '');
  const line = (compiled ?? lines.at(-1))?.trim() ?? text;
  const match = /^(?:[\w.]+\.)?(\w+): (.*)$/s.exec(line);
  const name = match?.[1] ?? 'error';
  const message = match?.[2] ?? line;
  const trace = line === text ? undefined : text;
  return { name, message, uncaught: false, value: { type: name, value: line, variablesReference: 0 }, trace };
}
