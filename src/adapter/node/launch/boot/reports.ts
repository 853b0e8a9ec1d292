import { basename } from 'node:path';

/** The fields of every report of a process. */
interface Reporter {
  readonly pid: number;
  /** The node binary, the script and its arguments; cut from the end when very long. */
  readonly argv: readonly string[];
}

/**
 * A Node process of the tree that is to be debugged: `waiting` stands before its first line, or before it loads a file that matters,
 * until a debugger has attached and sent `Runtime.runIfWaitingForDebugger`; `running` runs on.
 */
export interface Announcement extends Reporter {
  readonly kind: 'waiting' | 'running';
  readonly ppid: number;
  /** `ws://127.0.0.1:…` */
  readonly url: string;
  /** The address of its inspector, where the program's own options opened it to the network: `0.0.0.0:9229`. */
  readonly openAt?: string;
}

/** One line of a process to the server. */
export type ProcessReport =
  | Announcement
  /** The process runs without a debugger, as nothing in it matters so far. */
  | (Reporter & { readonly kind: 'begun'; readonly version: number })
  /** The process has read the settings of that version, and nothing that it has loaded matters. */
  | (Reporter & { readonly kind: 'reached'; readonly version: number })
  /** The process had no debugger, and ends by an uncaught error. */
  | (Reporter & { readonly kind: 'died'; readonly text: string })
  /** A worker thread of it has loaded the file `text`, which matters. */
  | (Reporter & { readonly kind: 'worker'; readonly text: string })
  | LeftProcess
  | RestoredProcess;

/** A process has started one that cannot be followed: `argv` and, where it is known, `child` are of that one. */
export interface LeftProcess extends Reporter {
  readonly kind: 'left';
  readonly child?: number | undefined;
  readonly reason: LeftReason;
}

/** A process whose NODE_OPTIONS were replaced has got ours back from the `node` on PATH. */
export interface RestoredProcess extends Reporter {
  readonly kind: 'restored';
  readonly ppid: number;
}

/** `permission`: the permission model keeps it from loading our file. `environment`: our variables are taken away from it. */
export type LeftReason = 'permission' | 'environment';

/** Undefined for anything but the bootloader's own line: every process of this user can write into the FIFO. */
export function parseReport(line: string): ProcessReport | undefined {
  let facts: unknown;
  try {
    facts = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof facts !== 'object' || facts === null) return undefined;
  const field = (name: string): unknown => Reflect.get(facts, name);
  const [kind, pid, ppid, given] = [field('kind'), field('pid'), field('ppid'), field('argv')];
  if (typeof pid !== 'number' || typeof ppid !== 'number' || !Array.isArray(given)) return undefined;
  const [url, version, text, child] = [field('url'), field('version'), field('text'), field('child')];
  const reporter = { pid, argv: given.map(String) };
  if (kind === 'waiting' || kind === 'running')
    return typeof url === 'string' ? { ...reporter, kind, ppid, ...reachedAt(url) } : undefined;
  if (kind === 'begun' || kind === 'reached')
    return typeof version === 'number' ? { ...reporter, kind, version } : undefined;
  if (kind === 'died' || kind === 'worker') return typeof text === 'string' ? { ...reporter, kind, text } : undefined;
  if (kind === 'restored') return { ...reporter, kind, ppid };
  if (kind !== 'left') return undefined;
  const reason = field('reason') === 'permission' ? 'permission' : 'environment';
  return { ...reporter, kind, child: typeof child === 'number' ? child : undefined, reason };
}

/** An inspector that listens at all addresses answers at the machine's own; at `0.0.0.0` it refuses clients that name that. */
function reachedAt(url: string): Pick<Announcement, 'url' | 'openAt'> {
  const [, host = '', port = ''] = /^ws:\/\/(\[[^\]]*\]|[^:/]*):(\d+)\//.exec(url) ?? [];
  if (host === '' || /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(host)) return { url };
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '[::]' ? '[::1]' : host;
  return { url: url.replace(host, own), openAt: `${host}:${port}` };
}

/** The name of the script that a process runs; undefined where it has none (`node -e`). */
export function programName({ argv: [, script] }: Pick<ProcessReport, 'argv'>): string | undefined {
  return script === undefined ? undefined : basename(script);
}
