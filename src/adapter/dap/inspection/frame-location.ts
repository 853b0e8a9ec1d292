import type { Dap } from '../../../dap/protocol.ts';
import type { SourceLocation } from '../../../model/source-location.ts';

/** The place of a frame; a frame without a source has only a name. */
export function locationOf({ source, name, line, column }: Dap.StackFrame): SourceLocation {
  return { path: source?.path ?? source?.name ?? `(${name})`, line: Math.max(1, line), column: Math.max(1, column) };
}
