import type { DeadlockedThread, EndedPart, HangFinding } from '../../model/hang-report.ts';
import type { BlockedThread, ThreadFinding } from './examination.ts';

/** The order of findings: the finding that says most about the whole program comes first. */
const ORDER: readonly ThreadFinding['kind'][] = [
  'stopped',
  'deadlock',
  'busy loop',
  'progressing',
  'busy',
  'busy event loop',
  'blocked call',
  'undecided',
  'waiting',
  'idle',
  'sleeping loop',
];

/** A call that waits for another thread, without a time limit of its own. */
const LOCK_CALL = /\bAtomics\s*\.\s*wait\s*\(|\.(acquire|join|wait|get|put|result)\s*\(|^with /;

/** The finding on a program from the findings on its threads; they must not be none. */
export function weighFindings(findings: readonly ThreadFinding[], ended: readonly EndedPart[] = []): HangFinding {
  // What waits for something that has ended is in no deadlock.
  const deadlock = ended.some(({ isMissed }) => isMissed) ? undefined : deadlockAmong(findings);
  if (deadlock) return deadlock;
  const working = findings.filter((each) => !isAtRest(each));
  const causes = working.filter((each) => !waitsForEndOf(each, working));
  const sorted = [...causes].sort((a, b) => rankOf(a) - rankOf(b));
  const [first = findings[0]] = sorted;
  if (first?.kind === 'blocked call') return withoutRest(first, findings);
  return first ?? { kind: 'lost', hung: false, cause: 'the program has no thread left' };
}

/** True of a thread that has nothing to do itself. */
function isAtRest(finding: ThreadFinding): boolean {
  return finding.kind === 'waiting' && finding.inPool !== undefined;
}

/** A call that is blocked, with the call that waits for its process, and without the processes that only wait for work. */
function withoutRest(finding: BlockedThread, findings: readonly ThreadFinding[]): HangFinding {
  const { system } = finding;
  const isResting = (pid: number) => {
    const own = findings.filter(({ thread }) => (thread.pid ?? thread.process?.pid) === pid);
    return own.length > 0 && own.every(isAtRest);
  };
  const children = system?.children.filter(({ pid }) => !isResting(pid)) ?? [];
  const known = finding.location ? {} : awaitedBy(finding, findings);
  return { ...finding, ...known, ...(system ? { system: { ...system, children } } : {}) };
}

/** A thread that waits for something unknown says less than one that is known to be all right. */
function rankOf(finding: ThreadFinding): number {
  const isVague = finding.kind === 'waiting' && finding.awaits.length === 0;
  // A server's clients come to a port; it may listen to who controls it besides.
  const isLocal = finding.kind === 'idle' && !finding.addresses.some((each) => /:\d+$/.test(each));
  return isVague ? ORDER.length : ORDER.indexOf(finding.kind) + (isLocal ? 0.5 : 0);
}

/** True if a thread waits for another one, or for a process, to end, so that what that one does is the cause. */
function waitsForEndOf(finding: ThreadFinding, findings: readonly ThreadFinding[]): boolean {
  const children = childrenOf(finding);
  if (findings.some(({ thread: { pid } }) => pid !== undefined && children.includes(pid))) return true;
  if (finding.kind !== 'blocked call' || finding.on !== 'thread') return false;
  return findings.some((each) => each !== finding && each.thread.id === finding.waitsFor);
}

/** The call that waits for the process of a thread, if one of the program's own does. */
function awaitedBy({ thread: { pid } }: BlockedThread, findings: readonly ThreadFinding[]) {
  const waits = findings.flatMap((each) => {
    const isForIt = pid !== undefined && childrenOf(each).includes(pid);
    if (!isForIt || each.kind !== 'blocked call' || !each.location || each.call === undefined) return [];
    return [{ call: each.call, location: each.location }];
  });
  return waits[0] === undefined ? {} : { awaitedBy: waits[0] };
}

/** The processes that a thread waits for. */
function childrenOf(finding: ThreadFinding): number[] {
  const kept =
    finding.kind === 'waiting'
      ? finding.keptAliveBy
      : finding.kind === 'blocked call'
        ? (finding.system?.children ?? [])
        : [];
  return kept.flatMap((each) => (each.kind === 'child process' && each.hasFullPipe !== true ? [each.pid] : []));
}

/** Threads that wait for others, while none of the others runs. */
function deadlockAmong(findings: readonly ThreadFinding[]): HangFinding | undefined {
  if (findings.some(({ kind }) => kind !== 'blocked call' && kind !== 'waiting')) return undefined;
  const waiting = findings.filter((each): each is BlockedThread => each.kind === 'blocked call' && isLock(each));
  // A thread that only waits for another to end is not what keeps that one from ending.
  const locked = [...waiting].sort(
    (a, b) => Number(isJoin(a)) - Number(isJoin(b)) || Number(isOwnLock(b)) - Number(isOwnLock(a)),
  );
  const [first] = locked;
  // A thread that is blocked in another call may wake them when it returns.
  const isFree = findings.some((each) => each.kind === 'blocked call' && !isLock(each));
  if (!first || isFree) return undefined;
  const isAlone = isOwnLock(first);
  // One that waits for a thread which waits for an event has no share in why that does not come.
  if (locked.length < 2 && !isAlone) return undefined;
  const threads = (isAlone ? [first] : locked).map((each) => side(each, findings));
  const { thread, stack, location } = first;
  return { kind: 'deadlock', hung: true, thread, stack, threads, ...(location ? { location } : {}) };
}

function isLock({ call, on }: BlockedThread): boolean {
  return on === undefined ? call !== undefined && LOCK_CALL.test(call) : on !== 'process';
}

function isOwnLock({ waitsFor, thread }: BlockedThread): boolean {
  return waitsFor === thread.id;
}

function isJoin({ call, on }: BlockedThread): boolean {
  return on === 'thread' || (call !== undefined && /\.(join|result)\s*\(/.test(call));
}

function side(blocked: BlockedThread, findings: readonly ThreadFinding[]): DeadlockedThread {
  const others = findings.filter((each) => each !== blocked);
  const named = findings.find(({ thread: { id } }) => id === blocked.waitsFor);
  const only = named ?? (others.length === 1 ? others[0] : undefined);
  const { thread, stack, location, call = '' } = blocked;
  return { thread, stack, call, ...(location ? { location } : {}), ...(only ? { waitsFor: only.thread } : {}) };
}

/** The activity of a thread, as a phrase. */
export function doingOf(finding: ThreadFinding): string {
  switch (finding.kind) {
    case 'busy loop':
      return `loops in ${finding.loop.functionName} (lines ${finding.loop.lines.first}-${finding.loop.lines.last})`;
    case 'busy event loop':
      return `runs ${finding.functions[0]?.name ?? 'callbacks'} again and again`;
    case 'waiting':
      if (finding.inPool === 'worker') return 'is a worker of a pool, and waits for work';
      if (finding.inPool === 'helper') return 'serves a pool';
      if (finding.inPool === 'starter') return 'waits for orders to start or track processes';
      return finding.keptAliveBy.length === 0 ? 'waits' : `waits for ${finding.keptAliveBy[0]?.kind ?? 'something'}`;
    case 'blocked call':
      return `is inside ${finding.call ?? finding.system?.systemCall ?? 'a native call'}`;
    case 'deadlock':
      return 'has tasks that wait for each other';
    case 'progressing':
      return `makes progress: ${finding.evidence}`;
    case 'busy':
      return `is busy in ${finding.what}`;
    case 'idle':
      return `is idle, listens on ${finding.addresses.join(' and ')}`;
    case 'sleeping loop':
      return `sleeps and works in turns in ${finding.loop.functionName} (lines ${finding.loop.lines.first}-${finding.loop.lines.last})`;
    case 'undecided':
      return 'runs; the time was over before more was found out';
    case 'stopped':
      return 'is stopped by the debugger';
  }
}
