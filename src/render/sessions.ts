import { type ActionNames, wordAdvice } from '../model/advice.ts';
import type { SessionState, SessionSummary } from '../model/session-summary.ts';
import { displayLocation, displayPath, type PathContext } from './paths.ts';
import { counted, oneLine } from './plain-text.ts';
import { reasonWord } from './stop.ts';

const MAX_PROGRAM_CHARS = 160;
const MAX_THREADS = 8;

/** A line per session; for none, how to get one. */
export function renderSessions(sessions: readonly SessionSummary[], actions: ActionNames): string {
  if (sessions.length === 0) {
    return ['No debug sessions.', wordAdvice([{ action: 'start' }, ' starts one.'], actions) ?? []].flat().join(' ');
  }
  return sessions.map(sessionLine).join('\n');
}

/** `Debugger started for app.js (node). Ready for breakpoints.` */
export function renderLaunched(program: string, language: string, context: PathContext): string {
  return `Debugger started for ${programText(program, context)} (${language}). Ready for breakpoints.`;
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
    session.language,
    programText(session.program, session),
    stateText(session.state, session),
    session.breakpointCount === 0 ? '' : counted(session.breakpointCount, 'breakpoint'),
    threadsText(session.threads),
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
      if (state.signal !== null) return `killed by ${state.signal}`;
      return state.exitCode === null ? 'exited' : `exited with code ${state.exitCode}`;
    case 'lost':
      return `lost: ${oneLine(state.cause, 120)}`;
  }
}

/** One thread is the rule and goes without saying, apart from its process id. */
function threadsText(threads: SessionSummary['threads']): string {
  const [only] = threads;
  if (only === undefined) return '';
  if (threads.length === 1) return only.pid === undefined ? '' : `pid ${only.pid}`;
  const shown = threads.slice(0, MAX_THREADS).map(({ id, name, pid }) => {
    const process = pid === undefined ? '' : ` (pid ${pid})`;
    return `${id} ${oneLine(name, 40)}${process}`;
  });
  const hidden = threads.length - shown.length;
  return `threads: ${shown.join(', ')}${hidden > 0 ? `, … ${hidden} more` : ''}`;
}

function programText(program: string, context: PathContext): string {
  return oneLine(displayPath(program, context), MAX_PROGRAM_CHARS);
}
