import type { CallOptions } from '../../../../model/call-options.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import { connectStream } from '../../../../wire/stream/stream-connect.ts';
import type { Transport } from '../../../../wire/transport.ts';
import type { AdapterLink } from '../../../dap/recipe/adapter-link.ts';
import type { AdapterRecipe } from '../../../dap/recipe/adapter-recipe.ts';
import type { AttachRequest } from '../../../debug-adapter.ts';
import { attachToPid } from './by-pid/attach-pid.ts';
import { ATTACHED, debugpyArguments } from './debugpy-arguments.ts';
import { debugpyChild } from './launch-with-adapter.ts';
import { SessionQueue } from './session-queue.ts';

/**
 * Gets to a Python program that runs already: one that listens (`python -m debugpy --listen`), or any by its pid.
 *
 * @throws DebugError `attach_refused`, `unsupported`, `request_timeout`, `cancelled`
 */
export async function attachToDebugpy(request: AttachRequest, options: CallOptions): Promise<AdapterLink> {
  if (request.kind === 'pid') return attachToPid(request.pid, options);
  if (request.kind === 'url') {
    throw new DebugError('unsupported', 'A Python program is not reached by a URL.', {
      advice: 'Give host and port of a program that was started with: python -m debugpy --listen 5678 app.py',
      details: { target: request.url },
    });
  }
  const { host, port } = request;
  const transport = await connectStream({ host, port, nudge: false, ...options }).catch((error: unknown) => {
    throw explained(error, port);
  });
  return linkOver(transport, request);
}

/** The time for which a connection is kept for the attach that it was opened for. */
const UNUSED_MS = 30_000;

/**
 * Attaches over a connection to a port that is open already; to anything else, and a second time, as {@link attachToDebugpy}.
 *
 * @throws DebugError as {@link attachToDebugpy}
 */
export function attachOver(transport: Transport<string>): AdapterRecipe['attach'] {
  let open: Transport<string> | undefined = transport;
  const unused = setTimeout(() => transport.close(), UNUSED_MS).unref();
  return async (request, options) => {
    const own = open;
    open = undefined;
    clearTimeout(unused);
    return own !== undefined && request.kind === 'port' ? linkOver(own, request) : attachToDebugpy(request, options);
  };
}

function linkOver(transport: Transport<string>, { host, port, pathMappings }: PortRequest): AdapterLink {
  const sessions = new SessionQueue();
  const session = debugpyArguments({ stopOnEntry: false, programFile: undefined, pathMappings });
  sessions.add({
    transport,
    command: 'attach',
    arguments: { ...session, connect: { host, port }, ...ATTACHED },
  });
  return {
    started: undefined,
    label: `${host}:${port}`,
    onSession: (take) => sessions.onSession(take),
    childSession: debugpyChild,
    childEvent: 'debugpyAttach',
    close: () => {},
  };
}

type PortRequest = Extract<AttachRequest, { kind: 'port' }>;

function explained(error: unknown, port: number): unknown {
  if (!(error instanceof DebugError) || error.code !== 'attach_refused') return error;
  return new DebugError('attach_refused', error.message, {
    advice: `Start the program with: python -m debugpy --listen ${port} app.py (add --wait-for-client to hold it at its start).`,
    details: error.details,
    cause: error,
  });
}
