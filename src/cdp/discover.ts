import { get, type IncomingMessage } from 'node:http';
import type { CallOptions } from '../model/call-options.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';

const DEFAULT_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 4_000_000;

/** Something that an inspector's HTTP port offers to debug. */
export interface InspectorTarget {
  /** The ws: URL to connect to. */
  readonly url: string;
  readonly title: string;
  /** `node`, `page`, `worker`, … */
  readonly type: string;
  /** Known only where the title says it (`node[4711]`). */
  readonly pid?: number;
  /** The peer's product and version: `node.js/v20.20.2`, `Chrome/140.0.0.0`. */
  readonly product: string;
}

/**
 * Asks an inspector's HTTP port what can be debugged there. Default limit 3 s.
 *
 * @throws DebugError `attach_refused` (nothing listens there, or no inspector does), `request_timeout`, `cancelled`
 */
export async function listInspectorTargets(
  host: string,
  port: number,
  options: CallOptions = {},
): Promise<InspectorTarget[]> {
  const [product, listed] = await Promise.all([
    inspectorProduct(host, port, options),
    getJson(host, port, '/json/list', options),
  ]);
  if (!Array.isArray(listed)) throw refused(host, port, 'its /json/list is not a list');
  return listed.flatMap((entry) => targetOf(entry, product));
}

/**
 * The product behind an inspector's HTTP port: `node.js/v20.20.2`. Limit and errors as for {@link listInspectorTargets}.
 */
export async function inspectorProduct(host: string, port: number, options: CallOptions = {}): Promise<string> {
  const browser = property(await getJson(host, port, '/json/version', options), 'Browser');
  if (typeof browser !== 'string') throw refused(host, port, 'its /json/version names no product');
  return browser;
}

function targetOf(entry: unknown, product: string): InspectorTarget[] {
  const url = property(entry, 'webSocketDebuggerUrl');
  // Chrome leaves the URL out when another client holds the target.
  if (typeof url !== 'string') return [];
  const title = String(property(entry, 'title') ?? '');
  const pid = /\[(\d+)\]$/.exec(title)?.[1];
  const target = { url, title, type: String(property(entry, 'type') ?? ''), product };
  return [pid === undefined ? target : { ...target, pid: Number(pid) }];
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

async function getJson(host: string, port: number, path: string, options: CallOptions): Promise<unknown> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const limit = AbortSignal.timeout(timeoutMs);
  const target = `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
  let text: string;
  try {
    text = await readBody(target, signal === undefined ? limit : AbortSignal.any([limit, signal]));
  } catch (error) {
    if (signal?.aborted) throw new DebugError('cancelled', `Asking ${target} was cancelled.`, { details: { target } });
    if (limit.aborted) throw timedOut(target, timeoutMs);
    throw refused(host, port, messageOf(error), error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(host, port, `${path} does not answer with JSON`, error);
  }
}

function readBody(target: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    // A connection of its own: a kept one would hold the inspector's port open.
    const request = get(target, { signal, agent: false }, (response: IncomingMessage) => {
      if (response.statusCode !== 200) {
        reject(new Error(`HTTP status ${response.statusCode}`));
        request.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) request.destroy(new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`));
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

function refused(host: string, port: number, why: string, cause?: unknown): DebugError {
  const target = `${host}:${port}`;
  return new DebugError('attach_refused', `No inspector answers at ${target}: ${why}.`, {
    advice: `Start the program with node --inspect=${target}, or check the port.`,
    details: { target },
    cause,
  });
}

function timedOut(target: string, timeoutMs: number): DebugError {
  return new DebugError('request_timeout', `${target} did not answer within ${timeoutMs} ms.`, {
    advice:
      'Something listens there but does not answer: check that the port is an inspector and its process is not stopped.',
    details: { method: `GET ${target}`, timeoutMs },
  });
}
