import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { type DebuggeeProcess, startProcess } from '../../../process/debuggee-process.ts';
import { connectStream } from '../../../wire/stream/stream-connect.ts';
import type { Transport } from '../../../wire/transport.ts';
import type { AdapterLink } from '../../dap/recipe/adapter-link.ts';
import { adapterStreams } from '../../dap/session/adapter-transport.ts';
import type { AdapterReach } from './configured-language.ts';
import { filledWords, type TemplateValues } from './template.ts';

/** An adapter may be a program of a virtual machine, which takes its time. */
const LISTEN_TIMEOUT_MS = 15_000;
const RETRY_MS = 20;

/** A debug adapter that is reached: its wire, and the process that was started for it. */
export interface ReachedAdapter {
  readonly transport: Transport<string>;
  readonly process: DebuggeeProcess | undefined;
  readonly stderrTail?: AdapterLink['stderrTail'];
}

/** The folder and the environment of an adapter's start. */
interface StartPlace {
  /** Absolute. */
  readonly cwd: string;
  /** Whole. */
  readonly env: Readonly<Record<string, string>>;
  /** The values of the names in the adapter's arguments, beside the port. */
  readonly values: TemplateValues;
}

/**
 * Starts a debug adapter, where that is needed, and connects to it. The caller owns both, also the process after a failure of
 * what comes later.
 *
 * @throws DebugError `launch_failed` when it does not start or does not listen, `attach_refused`, `cancelled`
 */
export async function reachAdapter(
  reach: AdapterReach,
  { values, ...place }: StartPlace,
  options: CallOptions,
): Promise<ReachedAdapter> {
  switch (reach.kind) {
    case 'stdio':
      return overPipes(
        startProcess({ ...place, command: reach.command, args: filledWords(reach.args, values), stdin: 'open' }),
      );
    case 'server':
      return await overSocket(reach, { ...place, values }, options);
    case 'port':
      return { transport: await connectStream({ ...options, ...reach, nudge: false }), process: undefined };
  }
}

function overPipes(process: DebuggeeProcess): ReachedAdapter {
  return { ...adapterStreams(process), process };
}

async function overSocket(
  reach: Extract<AdapterReach, { kind: 'server' }>,
  { values, ...place }: StartPlace,
  options: CallOptions,
): Promise<ReachedAdapter> {
  const port = reach.port ?? (await freePort());
  const args = filledWords(reach.args, { ...values, port: String(port) });
  const process = startProcess({ ...place, command: reach.command, args });
  try {
    return { transport: await connectWhenItListens(process, reach.command, port, options), process };
  } catch (error) {
    await process.kill();
    throw error;
  }
}

async function connectWhenItListens(
  process: DebuggeeProcess,
  command: string,
  port: number,
  options: CallOptions,
): Promise<Transport<string>> {
  const written: string[] = [];
  process.onOutput((_stream, text) => written.push(text));
  const exit = process.exited.then((info) => info);
  const deadline = Date.now() + Math.min(options.timeoutMs ?? LISTEN_TIMEOUT_MS, LISTEN_TIMEOUT_MS);
  for (;;) {
    try {
      return await connectStream({ ...options, host: '127.0.0.1', port, nudge: false });
    } catch (error) {
      if (!(error instanceof DebugError) || error.code !== 'attach_refused') throw error;
    }
    const ended = await Promise.race([exit, sleep(RETRY_MS)]);
    const said = written.join('').trim().slice(-500);
    if (ended) throw notListening(command, `it ended with exit code ${ended.exitCode}`, said);
    if (Date.now() > deadline) throw notListening(command, `nothing listens on port ${port}`, said);
  }
}

function notListening(command: string, why: string, said: string): DebugError {
  const wrote = said === '' ? 'it wrote nothing' : `it wrote: ${said}`;
  return new DebugError('launch_failed', `The debug adapter "${command}" cannot be used: ${why}; ${wrote}`, {
    advice: 'Run its command in a terminal, and correct command, args and port in mcp-debugger.json.',
    details: { program: command },
  });
}

/** Another program may take it before the adapter does; the adapter then says so and ends. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new DebugError('internal', 'The system gave a server no port.'));
      });
    });
  });
}
