import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { DapTarget } from '../session/dap-target.ts';

/** From where instructions are read: from inside of one, the reading may miss the right ones for some time. */
const BYTES_BEFORE = [64n, 63n, 62n, 61n, 60n];
const MOST_BYTES = 64;

/**
 * The line of the instruction before the one at which a thread stands: processors report an access when it has been made. Undefined where
 * that is not known, or where it is the line of the frame.
 *
 * @see DAP disassemble
 */
export async function accessLine(
  { connection }: DapTarget,
  frame: Dap.StackFrame | undefined,
  options: CallOptions,
): Promise<SourceLocation | undefined> {
  const address = frame && addressOf(frame.instructionPointerReference);
  if (connection.capabilities.supportsDisassembleRequest !== true || address === undefined) return undefined;
  for (const bytes of BYTES_BEFORE) {
    const request = { memoryReference: `0x${(address - bytes).toString(16)}`, instructionCount: MOST_BYTES };
    const answer = await connection.request('disassemble', request, options).catch(() => undefined);
    const found = lineBefore(answer?.instructions ?? [], address);
    if (found === undefined) continue;
    const path = found.location?.path ?? frame?.source?.path;
    const { line = 0, column = 1 } = found;
    return path === undefined || line === frame?.line ? undefined : { path, line, column };
  }
  return undefined;
}

/** An instruction without a line belongs to the last one before it that has one. */
function lineBefore(
  instructions: readonly Dap.DisassembledInstruction[],
  address: bigint,
): Dap.DisassembledInstruction | undefined {
  const index = instructions.findIndex((each) => addressOf(each.address) === address);
  const before = instructions.slice(0, Math.max(index, 0)).reverse();
  return before.find(({ line }) => line !== undefined && line > 0);
}

function addressOf(reference: string | undefined): bigint | undefined {
  return reference !== undefined && /^0x[\da-f]+$/i.test(reference) ? BigInt(reference) : undefined;
}
