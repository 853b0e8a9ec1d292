import { type ActionNames, wordAdvice } from '../model/advice.ts';
import type { ProcessIdentity, ProcessSummary, SessionState, SessionSummary } from '../model/session-summary.ts';
import { displayLocation, displayPath, type PathContext } from './paths.ts';
import { counted, oneLine } from './plain-text.ts';
import { threadName } from './program/thread-name.ts';
import { reasonWord } from './stop.ts';

const MAX_PROGRAM_CHARS = 160;
const MAX_THREADS = 8;
const MAX_PROCESSES = 20;
const MAX_JOINED = 4;
const MAX_NAME_CHARS = 40;

/**
 * A line per session, and one for each process where it has several; for none, how to get one.
 *
 * @param parents Which process has started which.
 */
export function renderSessions(
  sessions: readonly SessionSummary[],
  actions: ActionNames,
  parents: ReadonlyMap<number, number> = new Map(),
): string {
  if (sessions.length === 0) {
    return ['No debug sessions.', wordAdvice([{ action: 'start' }, ' starts one.'], actions) ?? []].flat().join(' ');
  }
  return sessions.flatMap((session) => [sessionLine(session), ...processLines(session, parents)]).join('\n');
}

/** `Debugger started for app.js (node). Ready for breakpoints.` */
export function renderLaunched(program: string, languages: readonly string[], context: PathContext): string {
  return `Debugger started for ${programText(program, context)} (${languages.join(', ')}). Ready for breakpoints.`;
}

/** `Debugger attached to process 1234 (node). Ready for breakpoints.` */
export function renderAttached(target: string, language: string): string {
  return `Debugger attached to ${oneLine(target, MAX_PROGRAM_CHARS)} (${language}). Ready for breakpoints.`;
}

/** `Debug session ended.` */
export function renderEnded(): string {
  return 'Debug session ended.';
}

function sessionLine(session: SessionSummary): string {
  const parts = [
    session.id,
    session.languages.join(', '),
    programText(session.program, session),
    stateText(session.state, session),
    session.breakpointCount === 0 ? '' : counted(session.breakpointCount, 'breakpoint'),
    session.processes.length > 1 ? '' : threadsText(session.threads),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

function stateText(state: SessionState, context: PathContext): string {
  switch (state.kind) {
    case 'created':
    case 'starting':
    case 'running':
      return state.kind;
    case 'stopped':
      return `stopped (${reasonWord(state.reason)}) at ${displayLocation(state.location, context)}`;
    case 'exited':
      if (state.signal !== null) return `ended by ${state.signal}`;
      return state.exitCode === null ? 'exited' : `exited with code ${state.exitCode}`;
    case 'lost':
      return `lost: ${oneLine(state.cause, 120)}`;
  }
}

/** The processes of a session below those that have started them. */
function processLines(session: SessionSummary, parents: ReadonlyMap<number, number>): string[] {
  const { processes } = session;
  if (processes.length < 2 || session.state.kind === 'exited' || session.state.kind === 'lost') return [];
  const shown = processes.slice(0, MAX_PROCESSES);
  const pids = new Set(shown.map(({ pid }) => pid));
  const parentOf = ({ pid }: ProcessSummary) => {
    const parent = parents.get(pid);
    return parent !== undefined && pids.has(parent) ? parent : undefined;
  };
  const below = (parent: number | undefined, indent: string): string[] =>
    shown
      .filter((each) => parentOf(each) === parent)
      .flatMap((each) => [`${indent}${processText(each, session)}`, ...below(each.pid, `${indent}  `)]);
  const hidden = processes.length - shown.length;
  return [...below(undefined, '  '), ...(hidden > 0 ? [`  … ${hidden} more processes`] : [])];
}

function processText({ pid, name, language, doing }: ProcessSummary, session: SessionSummary): string {
  const what = [oneLine(name, MAX_NAME_CHARS), ...(language === undefined ? [] : [`(${language})`])].join(' ');
  const state =
    doing.kind === 'stopped'
      ? `stopped (${reasonWord(doing.reason)}) at ${displayLocation(doing.location, session)}`
      : doing.kind === 'unadopted'
        ? 'not looked into'
        : doing.kind;
  return `pid ${pid}  ${what}  ${state}`;
}

/** `Process 4711 (python, worker.py) joined.`, for processes of other languages. */
export function renderJoined(joined: readonly ProcessIdentity[]): string[] {
  if (joined.length === 0) return [];
  const shown = joined.slice(0, MAX_JOINED).map(({ pid, name, language }) => {
    const facts = [
      ...(language === undefined ? [] : [language]),
      ...(name === '' ? [] : [oneLine(name, MAX_NAME_CHARS)]),
    ];
    return `${pid} (${facts.join(', ')})`;
  });
  const hidden = joined.length - shown.length;
  const more = hidden > 0 ? ` and ${hidden} more` : '';
  return [`${joined.length === 1 ? 'Process' : 'Processes'} ${shown.join(', ')}${more} joined.`];
}

/** One thread is the rule and goes without saying, apart from its process id. */
function threadsText(threads: SessionSummary['threads']): string {
  const [only] = threads;
  if (only === undefined) return '';
  if (threads.length === 1) return only.pid === undefined ? '' : `pid ${only.pid}`;
  const shown = threads.slice(0, MAX_THREADS).map((thread) => {
    const named = threadName(thread);
    return thread.pid === undefined ? named : `${named.slice(0, -1)}, pid ${thread.pid})`;
  });
  const hidden = threads.length - shown.length;
  return `threads: ${shown.join(', ')}${hidden > 0 ? `, … ${hidden} more` : ''}`;
}

function programText(program: string, context: PathContext): string {
  return oneLine(displayPath(program, context), MAX_PROGRAM_CHARS);
}
