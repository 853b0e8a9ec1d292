import { V8DebugAdapter } from '../v8/v8-debug-adapter.ts';
import { NodeProcesses } from './node-processes.ts';
import { nodeScriptNaming } from './script-naming.ts';

/** How the adapter reaches the debuggee; for tests and diagnosis. */
export interface NodeAdapterOptions {
  /** Takes each protocol message as a line of JSON. */
  readonly traceWire?: ((line: string) => void) | undefined;
  /** False: conditions of breakpoints are never edited into the program, so that V8 evaluates each of them at each pass. */
  readonly liveEdit?: boolean | undefined;
}

/** A Node.js debuggee over the V8 inspector: a process, or the tree of processes that a command starts. */
export class NodeAdapter extends V8DebugAdapter {
  constructor({ traceWire, liveEdit }: NodeAdapterOptions = {}) {
    super({ naming: nodeScriptNaming, liveEdit }, (debuggee) => new NodeProcesses(debuggee, traceWire));
  }
}
