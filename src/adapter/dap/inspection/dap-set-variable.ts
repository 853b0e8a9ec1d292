import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { FrameId } from '../../../model/ids.ts';
import type { ValueSummary } from '../../../model/variable.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import { assignedPlace } from './assigned-place.ts';
import type { DapInspection } from './dap-inspection.ts';

const LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 200 };

interface Assignment {
  readonly frameId: FrameId;
  /** A variable, or a path below one. */
  readonly name: string;
  readonly expression: string;
}

/**
 * Assigns the value of an expression to a variable of a frame, or to a path below one, and reads what is there then.
 *
 * @throws DebugError `invalid_argument` when either does not parse, or the program refuses; `unsupported`
 * @see DAP setExpression, setVariable
 */
export async function setVariable(
  inspection: DapInspection,
  { expressions: language }: AdapterQuirks,
  { frameId, name, expression }: Assignment,
  options: CallOptions | undefined,
): Promise<ValueSummary> {
  const { target, dapFrameId } = inspection.frame(frameId);
  const { connection } = target;
  // Reading what can only be called would call it.
  const texts = [[language?.assignable?.(name) ?? name], [expression]];
  const [nameError, expressionError] = (await language?.errors?.(texts, { ...options })) ?? [];
  const error = nameError ?? expressionError;
  if (error !== undefined) throw refused(name, error);
  const read = () => inspection.evaluate({ expression: name, frameId, readOnly: false, ...LIMITS }, options);
  // An assignment would make the variable where there is none.
  const before = await read();
  if (before.kind === 'thrown') throw refused(name, `${before.exception.name}: ${before.exception.message}`);
  const { supportsSetExpression, supportsSetVariable } = connection.capabilities;
  const assignment = language?.assignment?.(name, expression);
  if (assignment !== undefined) {
    const made = await inspection.evaluate({ expression: assignment, frameId, readOnly: false, ...LIMITS }, options);
    if (made.kind === 'thrown') throw refused(name, `${made.exception.name}: ${made.exception.message}`);
    if (made.kind === 'timeout') throw refused(name, 'the assignment did not end in time');
  } else if (supportsSetExpression) {
    const call = connection.request(
      'setExpression',
      { frameId: dapFrameId, expression: name, value: expression },
      options,
    );
    await call.catch((cause: unknown) => rethrow(name, cause));
  } else if (supportsSetVariable) {
    const place = await assignedPlace(connection, dapFrameId, name, options);
    if (!place) throw refused(name, 'the debug adapter lists no such variable');
    const call = connection.request('setVariable', { ...place, value: expression }, options);
    await call.catch((cause: unknown) => rethrow(name, cause));
  } else {
    throw new DebugError('unsupported', 'This debug adapter cannot set variables.');
  }
  const after = await read();
  if (after.kind === 'value') return after;
  throw refused(name, 'it cannot be read any more');
}

function rethrow(name: string, cause: unknown): never {
  if (cause instanceof DebugError && cause.code === 'protocol_error') {
    throw refused(name, String(cause.details.message ?? cause.message));
  }
  throw cause;
}

function refused(name: string, why: string): DebugError {
  return new DebugError('invalid_argument', `${name} could not be set: ${why}.`, {
    advice: [{ action: 'variables' }, ' lists the variables of the frame.'],
    details: { argument: 'name' },
  });
}
