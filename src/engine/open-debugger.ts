import { openAddress } from '../process/listening-ports.ts';
import type { DebugSession } from '../session/debug-session.ts';
import { targetPort } from './attached-process.ts';

/** Warns a person that the network can reach the debugger of an attached program; undefined if the network cannot. */
export function openDebuggerWarning({ request, adapter }: DebugSession): string | undefined {
  if (request.kind !== 'attach') return undefined;
  const { target } = request;
  const ports = target.kind === 'pid' ? (adapter.processes?.debuggerPorts ?? []) : (targetPort(target) ?? []);
  const open = [ports]
    .flat()
    .map(openAddress)
    .find((each) => each !== undefined);
  if (open === undefined) return undefined;
  return `Warning: its debugger listens at ${open}: whoever reaches this machine over the network can run code in the program. Started with 127.0.0.1 as the address, it is reached from here alone.`;
}
