import { basename } from 'node:path';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import { pidListeningOn } from '../../process/listening-ports.ts';
import { descendantsOf, processTable } from '../../process/process-table.ts';
import { programOf } from '../../process/running-program.ts';
import { type PortGreeting, portGreeting } from '../../wire/stream/port-greeting.ts';
import type { Transport } from '../../wire/transport.ts';
import type { AttachRequest } from '../debug-adapter.ts';
import type { Language } from '../language.ts';

/** A language whose debuggers may speak first. */
export interface GreetingLanguage extends Language {
  /**
   * The language over a connection that is open already, when what came from there first says that it is one of its programs. That
   * connection is the session's then: a debugger may not stand one that comes and goes.
   */
  greeted(text: string, transport: Transport<string>): Language | undefined;
}

/** Limit for the first word of a debugger that speaks first; one that is silent for this long waits for a question. */
const GREETING_MS = 500;
/** A busy machine may keep the debugger of a program from its first word. */
const BUSY_GREETING_MS = 2_000;

/**
 * The language of a program that runs already, found without touching it: by the file that the process runs, or by what speaks at
 * a port. Undefined when nothing says it: the process is gone or another user's, or what listens is silent.
 *
 * @throws DebugError `attach_refused` for a program of no language, and for a port where nothing listens; `cancelled`
 */
export async function runningLanguage(
  target: AttachRequest,
  languages: readonly (Language | GreetingLanguage)[],
  options: CallOptions,
): Promise<Language | undefined> {
  switch (target.kind) {
    case 'url':
      return undefined;
    case 'pid':
      return await languageOfProcess(target.pid, languages);
    case 'port':
      return await languageAtPort(target, languages, options);
  }
}

async function languageOfProcess(
  pid: number,
  languages: readonly (Language | GreetingLanguage)[],
): Promise<Language | undefined> {
  const program = await programOf(pid);
  if (program === undefined) return undefined;
  const found = interpreterOf(program, languages);
  if (found !== undefined) return found;
  const known = languages.flatMap(({ titles, isInterpreter, isExecutable }) =>
    isInterpreter || isExecutable ? titles.slice(0, 1) : [],
  );
  const inside = await programsBelow(pid, languages);
  const advice =
    inside.length > 0
      ? `Pass the pid of a program that it started: ${inside.join(', ')}.`
      : 'Pass the pid of the program itself, not that of a shell or a tool around it, or its language.';
  throw new DebugError(
    'attach_refused',
    `Cannot attach to process ${pid}: it runs ${program}, which is not ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`,
    { advice, details: { target: String(pid) } },
  );
}

/** The processes that a process started, as far as they can be debugged: `4711 (python3.11)`. */
async function programsBelow(pid: number, languages: readonly (Language | GreetingLanguage)[]): Promise<string[]> {
  const table = await processTable().catch(() => []);
  const below = descendantsOf(pid, table);
  const programs = await Promise.all(
    below.map(async (each) => ({ pid: each.pid, program: await programOf(each.pid) })),
  );
  return programs.flatMap(({ pid: each, program }) =>
    program !== undefined && interpreterOf(program, languages) ? `${each} (${basename(program)})` : [],
  );
}

async function languageAtPort(
  { host, port }: PortTarget,
  languages: readonly (Language | GreetingLanguage)[],
  options: CallOptions,
): Promise<Language | undefined> {
  const owner = isHere(host) ? await pidListeningOn(port).catch(() => undefined) : undefined;
  const program = owner === undefined ? undefined : await programOf(owner);
  const byProgram = program === undefined ? undefined : interpreterOf(program, languages);
  // Its debuggers wait to be asked: there is nothing to wait for.
  if (byProgram !== undefined && !('greeted' in byProgram)) return byProgram;
  const limitMs = byProgram === undefined ? GREETING_MS : BUSY_GREETING_MS;
  const timeoutMs = Math.min(limitMs, options.timeoutMs ?? limitMs);
  const greeting = await portGreeting({ host, port, timeoutMs, signal: options.signal });
  switch (greeting.kind) {
    case 'refused':
      throw nothingListens({ host, port }, greeting.why, languages);
    case 'said': {
      const found = greetedBy(greeting, languages);
      if (found !== undefined) return found;
      greeting.transport.close();
      break;
    }
    case 'silent':
      if (byProgram === undefined) return undefined;
  }
  throw noDebugger({ host, port }, owner === undefined ? undefined : `process ${owner} (${program})`, languages);
}

function greetedBy(
  { text, transport }: Extract<PortGreeting, { kind: 'said' }>,
  languages: readonly (Language | GreetingLanguage)[],
): Language | undefined {
  for (const each of languages) {
    const found = 'greeted' in each ? each.greeted(text, transport) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

type PortTarget = Extract<AttachRequest, { kind: 'port' }>;

function interpreterOf(
  program: string,
  languages: readonly (Language | GreetingLanguage)[],
): Language | GreetingLanguage | undefined {
  return (
    languages.find((each) => each.isInterpreter?.(basename(program))) ??
    languages.find((each) => each.isExecutable?.(program))
  );
}

function isHere(host: string): boolean {
  return /^(localhost|127\..*|\[?::1\]?)$/i.test(host);
}

function nothingListens(
  { host, port }: PortAddress,
  why: string,
  languages: readonly (Language | GreetingLanguage)[],
): DebugError {
  return new DebugError('attach_refused', `Nothing can be attached to at ${host}:${port}: ${why}.`, {
    advice: `Check the port, or start the program with ${listenCommands(languages, { host, port })}.`,
    details: { target: `${host}:${port}` },
  });
}

function noDebugger(
  { host, port }: PortAddress,
  owner: string | undefined,
  languages: readonly (Language | GreetingLanguage)[],
): DebugError {
  const who = owner === undefined ? 'something' : owner;
  return new DebugError(
    'attach_refused',
    `No debugger answers at ${host}:${port}: ${who} listens there for something else.`,
    {
      advice: `Attach by its pid, name the language of its debug adapter, or start the program with ${listenCommands(languages, { host, port })}.`,
      details: { target: `${host}:${port}` },
    },
  );
}

type PortAddress = Pick<PortTarget, 'host' | 'port'>;

function listenCommands(languages: readonly (Language | GreetingLanguage)[], { host, port }: PortAddress): string {
  return languages.flatMap((each) => each.listenCommand?.(`${host}:${port}`) ?? []).join(', or ');
}
