import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import { pidListeningOn } from '../../process/listening-ports.ts';
import { familyOf, processTable } from '../../process/process-table.ts';
import { commandOf } from '../../process/system-evidence.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import type { ProgramOutcome } from './wait-watching.ts';

/** The process that listens at a port which a program wanted for itself. */
type PortHolder =
  | { readonly kind: 'process'; readonly pid: number; readonly command: string }
  /** A program that this server debugs; its own one where it asked for a port twice. */
  | { readonly kind: 'session'; readonly pid: number; readonly session: DebugSession };

/** The words in which runtimes and servers say that a port is taken, with the port if they name it. */
const TAKEN: readonly RegExp[] = [
  // Node.js: listen EADDRINUSE: address already in use :::3000
  /\bEADDRINUSE\b[^\n]{0,500}?:(\d+)\b/,
  // uvicorn: [Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use
  /\bbind on address \('[^']*', (\d+)/,
  // gunicorn: Connection in use: ('127.0.0.1', 8000)
  /\bConnection in use: \('[^']*', (\d+)\)/,
  // Flask, Vite, Next.js: Port 5000 is in use
  /\b[Pp]ort (\d+) is (?:already )?in use\b/,
];
/** The same without the port. */
const SOME_TAKEN = /\bEADDRINUSE\b|\bAddress already in use\b|\bport is already in use\b/i;
const PORT_WORD = /(?<![\w.])(\d{2,5})(?![\w.])/g;
const MAX_PORT = 65_535;
/** Characters of output, from the end, that are looked through. */
const MAX_OUTPUT_CHARS = 8_000;

/**
 * The ports that a program may have been refused, by its own words; the likeliest first.
 *
 * @param commandLine Where the text names no port, one that the program was started with.
 */
export function takenPorts(text: string, commandLine: string): number[] {
  const named = TAKEN.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  if (named.length > 0) return [...new Set(named.map(Number))];
  if (!SOME_TAKEN.test(text)) return [];
  const given = [...commandLine.matchAll(PORT_WORD)].map((match) => Number(match[1]));
  return given.filter((port) => port > 0 && port <= MAX_PORT);
}

/** A port that a program was refused, with its holder. */
interface TakenPort {
  readonly port: number;
  readonly holder: PortHolder;
}

/** The ports that answers named for a run. */
const saidOf = new WeakMap<DebugAdapter, Set<number>>();

/**
 * The port that a session's program was refused, where it says so at the end, in an exception or in what it wrote lately, and where a
 * process listens there now. Each port once in a run.
 */
export async function newlyTakenPort(
  session: DebugSession,
  outcome: ProgramOutcome,
  sessions: readonly DebugSession[],
): Promise<TakenPort | undefined> {
  const { adapter, request, output } = session;
  if (request.kind !== 'launch' || outcome.kind === 'lost') return undefined;
  if (outcome.kind === 'stopped' && outcome.exception === undefined) return undefined;
  const thrown = outcome.kind === 'stopped' ? [outcome.exception?.message ?? ''] : [];
  const written = output.since(0, MAX_OUTPUT_CHARS).chunks.map(({ text }) => text);
  const said = saidOf.get(adapter) ?? new Set();
  saidOf.set(adapter, said);
  const text = [...thrown, written.join('')].join('\n');
  for (const port of takenPorts(text, [request.program, ...request.args].join(' '))) {
    const holder = said.has(port) ? undefined : await holderOf(port, sessions);
    if (holder === undefined) continue;
    said.add(port);
    return { port, holder };
  }
  return undefined;
}

/** The process that listens at a port of this machine now; undefined when no process of this user does. */
async function holderOf(port: number, sessions: readonly DebugSession[]): Promise<PortHolder | undefined> {
  const pid = await pidListeningOn(port);
  if (pid === undefined) return undefined;
  const session = await sessionOf(pid, sessions);
  return session ? { kind: 'session', pid, session } : { kind: 'process', pid, command: commandOf(pid) };
}

async function sessionOf(pid: number, sessions: readonly DebugSession[]): Promise<DebugSession | undefined> {
  const table = await processTable().catch(() => []);
  return sessions.find(({ ended, adapter }) => {
    if (ended || adapter.processes === undefined) return false;
    return familyOf([adapter.processes.root], table).some((each) => each.pid === pid);
  });
}
