import type { BlockedEventLoop, HangReport, KeepAlive } from '../../model/hang-report.ts';
import { seconds } from '../evaluate.ts';
import { displayLocation, displayPath, type PathContext } from '../paths.ts';
import { counted, oneLine, sentence } from '../plain-text.ts';
import { threadName } from '../program/thread-name.ts';
import { MAX_TEXT_CHARS } from './hang-words.ts';

/** The verdict of an examination in a sentence: hung or not, where, and why. */
export function headline(report: HangReport, context: PathContext): string {
  const where = 'location' in report && report.location ? ` at ${displayLocation(report.location, context)}` : '';
  const thread = 'thread' in report && report.thread.id > 1 ? ` in thread ${threadName(report.thread)}` : '';
  switch (report.kind) {
    case 'busy loop': {
      const { functionName, lines } = report.loop;
      const range = `${displayPath(lines.path, context)}:${lines.first}-${lines.last}`;
      return `Hung: busy loop in ${oneLine(functionName, MAX_TEXT_CHARS)}, ${range}${thread}.`;
    }
    case 'busy event loop':
      return `Hung: busy event loop, ${oneLine(report.functions[0]?.name ?? 'callbacks', MAX_TEXT_CHARS)} runs again and again${where}${thread}.`;
    case 'waiting':
      return waitingText(report, where, thread);
    case 'blocked call':
      if (report.eventLoop) return blockedLoopText(report, report.eventLoop, where, thread);
      return blockedText(report, where, thread) + awaitedText(report, context);
    case 'suspended':
      return `Hung: process ${report.pid} is stopped by a signal (SIGSTOP), and runs nothing${where}.`;
    case 'deadlock':
      return `Hung: deadlock of ${counted(report.threads.length, report.threads[0]?.task === undefined ? 'thread' : 'task')}${where}.`;
    case 'ended early':
      return `Not hung, but ended early: exit code ${report.exitCode ?? 'unknown'} while something was still awaited${where}.`;
    case 'finished':
      return `Not hung: it finished, ${report.signal === null ? `exit code ${report.exitCode ?? 'unknown'}` : `ended by ${report.signal}`}, after ${seconds(report.durationMs)}.`;
    case 'progressing':
      return `Not hung: it makes progress${where}${thread}: ${sentence(oneLine(report.evidence, MAX_TEXT_CHARS))}`;
    case 'busy': {
      const time = report.busyMs === undefined ? '' : ` for ${seconds(report.busyMs)}`;
      return `Perhaps hung: busy in ${oneLine(report.what, MAX_TEXT_CHARS)}${where}${thread}${time}; ${oneLine(report.evidence, MAX_TEXT_CHARS)}. Whether it ends cannot be seen.`;
    }
    case 'idle':
      return idleText(report, thread);
    case 'sleeping loop':
      return sleepingText(report, where, thread, context);
    case 'undecided':
      return `Not decided: it still ran${where}${thread} when the ${seconds(report.timeoutMs)} were over.`;
    case 'starting':
      return `Not decided: the command is still starting, no program that can be debugged ran within ${seconds(report.timeoutMs)}.`;
    case 'stopped':
      return `Not hung: it is stopped by the debugger${where}${thread}.`;
    case 'lost':
      return `The connection to the program was lost: ${sentence(report.cause)}`;
  }
}

/** A timer that fires within this time may be what the program waits for. */
const SOON_MS = 60_000;

/** Words a wait: nothing says whether the end of a child, of a timer or of a server's answers will come. */
function waitingText(
  { keptAliveBy, awaits }: Extract<HangReport, { kind: 'waiting' }>,
  where: string,
  thread: string,
): string {
  const child = keptAliveBy.find((each) => each.kind === 'child process');
  const others = keptAliveBy.filter((each) => each.kind !== 'child process' && each.kind !== 'other');
  if (child && others.length === 0) return `${untilEnd(child)}: waiting${where}${thread}; no code runs.`;
  const servers = keptAliveBy.flatMap((each) => (each.kind === 'server' ? [each.address] : []));
  const [first] = awaits;
  const isOwnClient = keptAliveBy.some(
    (each) => each.kind === 'socket' && each.remote !== undefined && servers.includes(each.remote),
  );
  const dueInMs = keptAliveBy.flatMap((each) =>
    each.kind === 'timer' && each.dueInMs !== undefined ? each.dueInMs : [],
  );
  const soonestMs = Math.min(...dueInMs);
  // What it sets going may be all that the program is to do for now.
  if (servers.length === 0 && soonestMs <= SOON_MS)
    return `Perhaps hung: waiting${where}${thread}, with a timer that fires in ${seconds(soonestMs)}; no code runs now.`;
  if (servers.length === 0 || !first || isOwnClient) return `Hung: waiting${where}${thread}; no code runs.`;
  const listens = `it listens on ${oneLine(servers.join(' and '), MAX_TEXT_CHARS)}`;
  return `Perhaps hung: ${listens}, and ${oneLine(first.name, MAX_TEXT_CHARS)} waits${where}${thread}; no code runs.`;
}

function blockedText(
  { call, system, busyMs }: Extract<HangReport, { kind: 'blocked call' }>,
  where: string,
  thread: string,
): string {
  const what = oneLine(call ?? 'a native call', MAX_TEXT_CHARS);
  const [child] = system?.children ?? [];
  // Its own work may have an end, as a child's may.
  const time = busyMs === undefined ? '' : ` for ${seconds(busyMs)}`;
  if (system?.computes === true)
    return `Perhaps hung: busy inside ${what}${where}${thread}${time}, which has not returned.`;
  if (child) return `${untilEnd(child)}: blocked in ${what}${where}${thread}.`;
  return `Hung: blocked in ${what}${where}${thread}.`;
}

function awaitedText({ awaitedBy }: Extract<HangReport, { kind: 'blocked call' }>, context: PathContext): string {
  if (!awaitedBy) return '';
  const { call, location } = awaitedBy;
  return ` ${oneLine(call, MAX_TEXT_CHARS)} at ${displayLocation(location, context)} waits for the end of its process.`;
}

function untilEnd({ pid, command, hasFullPipe, state }: Extract<KeepAlive, { kind: 'child process' }>): string {
  if (hasFullPipe || state === 'ended' || state === 'stopped') return 'Hung';
  return `Hung unless process ${pid} (${oneLine(command, MAX_TEXT_CHARS)}) ends`;
}

function blockedLoopText(
  { call }: Extract<HangReport, { kind: 'blocked call' }>,
  { blockedBy }: BlockedEventLoop,
  where: string,
  thread: string,
): string {
  const who = `${blockedBy.isCoroutine ? 'coroutine' : 'callback'} ${oneLine(blockedBy.name, MAX_TEXT_CHARS)}`;
  const what = oneLine(call ?? 'a native call', MAX_TEXT_CHARS);
  return `Hung: the event loop is blocked by ${what}, a synchronous call in ${who}${where}${thread}.`;
}

function idleText({ addresses, keptAliveBy }: Extract<HangReport, { kind: 'idle' }>, thread: string): string {
  const where = `on ${oneLine(addresses.join(' and '), MAX_TEXT_CHARS)}${thread}`;
  const sockets = keptAliveBy.filter(({ kind }) => kind === 'socket').length;
  const children = keptAliveBy.filter(({ kind }) => kind === 'child process').length;
  // A request without an answer looks like a connection that is kept for the next one.
  const others = [
    ...(sockets > 0 ? [counted(sockets, 'open connection')] : []),
    ...(children > 0 ? [children === 1 ? '1 child process' : `${children} child processes`] : []),
  ];
  return others.length === 0
    ? `Idle: waiting for requests ${where}.`
    : `Idle as far as can be seen: waiting for requests ${where}, with ${others.join(' and ')}.`;
}

function sleepingText(
  { loop, call, periodMs, seenRound }: Extract<HangReport, { kind: 'sleeping loop' }>,
  where: string,
  thread: string,
  context: PathContext,
): string {
  const { lines, functionName } = loop;
  const range = `${displayPath(lines.path, context)}:${lines.first}-${lines.last}`;
  const period = periodMs === undefined ? '' : `, about every ${seconds(periodMs)}`;
  const round = seenRound ? '' : '; no round ended while it was watched';
  const sleeps = `${call === undefined ? 'asleep' : `in ${oneLine(call, MAX_TEXT_CHARS)}`}${where}${thread}`;
  return `Not hung: a loop that sleeps and works in turns${period}: ${oneLine(functionName, MAX_TEXT_CHARS)}, ${range}, ${sleeps}${round}.`;
}
