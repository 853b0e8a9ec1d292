import type { ChildFollower, FollowRequest } from '../child-follower.ts';
import { V8DebugAdapter } from '../v8/v8-debug-adapter.ts';
import { InspectorNoise } from './launch/inspector-noise.ts';
import { NodeProcesses } from './node-processes.ts';
import { nodeScriptNaming } from './script-naming.ts';

/** Options of the link to the debuggee; for tests and diagnosis. */
export interface NodeAdapterOptions {
  /** Takes each protocol message as a line of JSON. */
  readonly traceWire?: ((line: string) => void) | undefined;
}

/** A Node.js debuggee over the V8 inspector: a process, or the tree of processes that a command starts. */
export class NodeAdapter extends V8DebugAdapter<NodeProcesses> {
  constructor({ traceWire }: NodeAdapterOptions = {}) {
    super({ naming: nodeScriptNaming }, (debuggee) => new NodeProcesses(debuggee, traceWire));
  }

  /** The Node processes below a program that another adapter starts; to be called instead of `launch` and `attach`. */
  follow(request: FollowRequest): Promise<Readonly<Record<string, string>>> {
    return this.host.follow(request);
  }
}

/** Follows the Node processes below a program of another language. */
export function nodeFollower(options: NodeAdapterOptions): ChildFollower {
  const adapter = new NodeAdapter(options);
  return { adapter, noise: new InspectorNoise(), follow: (request) => adapter.follow(request) };
}
