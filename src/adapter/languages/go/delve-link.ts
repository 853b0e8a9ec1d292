import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { type DebuggeeProcess, startProcess } from '../../../process/debuggee-process.ts';
import { listenForStreams } from '../../../wire/stream/stream-listener.ts';
import type { Transport } from '../../../wire/transport.ts';

const CONNECT_MS = 15_000;

/** A delve that serves one session, and the wire to it. */
interface ReachedDelve {
  readonly process: DebuggeeProcess;
  readonly transport: Transport<string>;
}

/**
 * Starts delve, which connects to a port of ours: one that it chose itself would have to be read from its output, and one that we chose
 * for it may be taken by then. The caller owns both.
 *
 * @throws DebugError `launch_failed` where it does not connect, `cancelled`
 */
export async function startDelve(
  delve: string,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  { timeoutMs = CONNECT_MS, signal }: CallOptions,
): Promise<ReachedDelve> {
  let connected: (transport: Transport<string>) => void = () => {};
  const arrived = new Promise<Transport<string>>((resolve) => {
    connected = resolve;
  });
  const listener = await listenForStreams({ nudge: false, onTransport: (transport) => connected(transport) });
  const args = ['dap', `--client-addr=${listener.host}:${listener.port}`];
  try {
    const process = startProcess({ ...place, command: delve, args });
    let said = '';
    process.onOutput((_stream, text) => {
      said = (said + text).slice(-1_000);
    });
    const late = AbortSignal.timeout(Math.min(timeoutMs, CONNECT_MS));
    const cut = signal === undefined ? late : AbortSignal.any([signal, late]);
    const stopped = new Promise<'cut'>((resolve) => cut.addEventListener('abort', () => resolve('cut')));
    const first = await Promise.race([arrived, process.exited.then(() => 'ended' as const), stopped]);
    if (typeof first === 'object') return { process, transport: first };
    await process.kill();
    if (signal?.aborted) throw new DebugError('cancelled', 'The start was cancelled.');
    const why = first === 'ended' ? 'it ended before it had connected' : 'it did not connect in time';
    throw new DebugError(
      'launch_failed',
      `Delve (${delve}) cannot be used: ${why}.${said === '' ? '' : `\n${said.trim()}`}`,
      {
        advice: 'Run it with "version" in a terminal, and install it again with the Go that builds the program.',
        details: { program: delve },
      },
    );
  } finally {
    listener.close();
  }
}
