import { NO_FACTS } from '../../adapter/hang-evidence.ts';
import type { AwaitedObject, EndedPart, HangFinding, ObservedLoop, ObservedValue } from '../../model/hang-report.ts';

/** Limit for the examination of a program at the end of a watch. */
export const EXAMINATION_MS = 4_000;

/** In so much time a program has been examined, if it can be: more of it shows nothing else. */
export const ENOUGH_MS = 3 * EXAMINATION_MS;

/** Advice about a finding, as a sentence that names no tool. */
export function nextStepOf(finding: HangFinding, { ended, awaited } = NO_FACTS): string {
  const missed = finding.hung ? ended.find(({ isMissed }) => isMissed) : undefined;
  if (missed) return missedStep(missed);
  const full = awaited.filter(({ isFull }) => isFull);
  if (finding.hung && full.length > 0) return fullStep(full);
  const wanted =
    finding.kind === 'blocked call' ? awaited.find(({ name }) => finding.call?.startsWith(`${name}.`)) : undefined;
  return wanted ? awaitedStep(wanted) : stepOf(finding);
}

function missedStep({ kind, name, error, place, advice }: EndedPart): string {
  if (advice !== undefined) return `${advice}.`;
  const where = place === undefined ? '' : ` at line ${place.location.line}`;
  const what = error === undefined ? `Find out what ended ${name}` : `Find out why ${name} ended by ${error}${where}`;
  return `${what}, and have its end noticed: ${kind === 'process' ? 'what is waited for may be its work' : 'it used what is waited for'}.`;
}

function fullStep(full: readonly AwaitedObject[]): string {
  const names = full.map(({ name }) => name).join(' and ');
  const [it, is] = full.length > 1 ? ['them', 'they are'] : ['it', 'it is'];
  return `Have something take from ${names} while ${is} filled, or give ${it} more room: nothing takes from ${it} now.`;
}

function awaitedStep({ name, state, usedBy: [user] }: AwaitedObject): string {
  const who = user === undefined ? 'no other call uses it' : `${user.who} uses it, too`;
  return `Find what should go on with ${name} (${state}): ${who}.`;
}

function stepOf(finding: HangFinding): string {
  switch (finding.kind) {
    case 'busy loop':
      return loopStep(finding.loop);
    case 'busy event loop':
      return `Find what should stop ${finding.functions[0]?.name ?? 'it'} from being called again${namesOf(finding.values)}.`;
    case 'waiting':
      return waitStep(finding);
    case 'blocked call':
      return blockedStep(finding);
    case 'suspended':
      return `kill -CONT ${finding.pid} lets it go on; find out who stopped it: a shell (Ctrl-Z), another program, or the program itself.`;
    case 'deadlock':
      return deadlockStep(finding);
    case 'ended early':
      return finding.awaits.length > 0
        ? 'Find what should settle the awaited promise: nothing was left that could.'
        : 'Find the await at the top level whose promise nothing settles.';
    case 'finished':
      return 'Nothing is stuck: if it is slow, measure where its time goes.';
    case 'progressing':
      return 'Give it more time; if it should be done by now, compare these values with what they should be.';
    case 'busy':
      return 'Give it more time, or count its rounds with a log message: if there are more than there should be, it does not end.';
    case 'idle':
      return 'If it is a server, nothing is wrong; else close the server when its work is done.';
    case 'sleeping loop':
      return `If it should be done by now: ${lowered(loopStep(finding.loop))}`;
    case 'undecided':
      return undecidedStep(finding);
    case 'starting':
      return startStep(finding);
    case 'stopped':
      return 'Let it go on, and watch it then.';
    case 'lost':
      return 'Start it again.';
  }
}

function undecidedStep({ timeoutMs, location }: Extract<HangFinding, { kind: 'undecided' }>): string {
  if (timeoutMs < ENOUGH_MS)
    return `Ask again with a longer timeoutMs: to find out why takes up to ${EXAMINATION_MS / 1_000} s.`;
  const where = location === undefined ? 'where it runs' : `at line ${location.line}`;
  return `It runs, and did not let itself be looked into: pause it, or set a log point ${where}, to see which values change.`;
}

function startStep({ keptAliveBy: [last] }: Extract<HangFinding, { kind: 'starting' }>): string {
  const longer = 'Ask again with a longer timeoutMs, or name the program that the command starts';
  return last?.kind === 'child process'
    ? `${longer}; if that is late, find out what process ${last.pid} does.`
    : `${longer}.`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function deadlockStep({ threads }: Extract<HangFinding, { kind: 'deadlock' }>): string {
  const [first] = threads;
  if (threads.length === 1)
    return `Do not wait in ${first?.call ?? 'it'} for a lock that is held already: release it before.`;
  const who = first?.task === undefined ? 'threads' : 'tasks';
  return `Let all ${who} take their locks in the same order, or give each wait a time limit.`;
}

function loopStep({ condition, values, ending }: ObservedLoop): string {
  if (condition === undefined) {
    if (ending === 'counted') return 'Look at the items that the loop goes through.';
    if (ending === 'open') return 'Find out why the loop does not take its way out.';
    return 'Give the loop a way out: nothing in it ends it.';
  }
  const constant = values.filter(({ changes, expression }) => !changes && condition.includes(expression));
  const names = constant.map(({ expression }) => expression);
  if (names.length === 0) return `Find out why "${condition}" stays as it is although its values change.`;
  return `Find what should change ${names.join(' or ')}: nothing did while the loop ran.`;
}

function namesOf(values: readonly ObservedValue[]): string {
  const constant = values.filter(({ changes }) => !changes).map(({ expression }) => expression);
  return constant.length === 0 ? '' : `: ${constant.join(', ')} never changed`;
}

function waitStep({ awaits, keptAliveBy }: Extract<HangFinding, { kind: 'waiting' }>): string {
  const [first] = awaits;
  if (first?.awaits !== undefined)
    return `Find what should end the wait of ${first.name} for ${first.awaits} on line ${first.location.line}.`;
  if (first) return `Find what should settle the promise that ${first.name} awaits on line ${first.location.line}.`;
  const [held] = keptAliveBy;
  if (!held) return 'Find what was started and never ended.';
  switch (held.kind) {
    case 'timer':
      return held.repeats
        ? 'Clear the timer that repeats when its work is done.'
        : 'Wait for the timer, or shorten it.';
    case 'server':
      return 'Close the server when its work is done; if it goes on serving, nothing is wrong.';
    case 'socket':
      return 'Find out why the other side does not answer, and give the request a time limit.';
    case 'child process':
      return held.hasFullPipe ? `${pipeStep(held.pid)}.` : `Find out what process ${held.pid} waits for.`;
    default:
      return 'Close it when its work is done.';
  }
}

/** Advice for a process with a full pipe. */
function pipeStep(pid: number): string {
  return `Read what process ${pid} writes while it runs, before its end is waited for: its pipe is full, so it cannot write`;
}

function blockedStep({
  system,
  call,
  eventLoop,
  remedy,
  advice,
  isMatching,
}: Extract<HangFinding, { kind: 'blocked call' }>): string {
  if (isMatching)
    return `Rewrite what the pattern of ${call ?? 'the call'} repeats inside of a repetition, whose time doubles with each character, or limit the length of the text.`;
  if (advice !== undefined) return `${advice}.`;
  const full = system?.children.find(({ hasFullPipe }) => hasFullPipe);
  if (full) return `${pipeStep(full.pid)}${remedy === undefined ? '' : `; ${remedy} reads and waits`}.`;
  if (eventLoop) {
    const instead = remedy === undefined ? 'a call that can be awaited, or another thread' : remedy;
    return `Use ${instead} instead of ${call ?? 'the call'}, so that the event loop goes on meanwhile.`;
  }
  const [child] = system?.children ?? [];
  if (child) return `Find out what process ${child.pid} (${child.command}) waits for, or give the call a time limit.`;
  if (system?.subject !== undefined)
    return `Find out who should serve ${system.subject}, or use the asynchronous call.`;
  if (call !== undefined) return `Look at the arguments of ${call}, or move it off this thread.`;
  return 'Look at the system call to see which code makes it.';
}
