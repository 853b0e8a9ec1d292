import type { InspectedFrame, TaskInCycle, ThreadActivity, ThreadWaits } from '../../adapter/hang-evidence.ts';
import type {
  HangFrame,
  HangSite,
  KeepAlive,
  LineRange,
  ObservedLoop,
  PendingAwait,
  RestingRole,
} from '../../model/hang-report.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { Examination, ThreadFinding } from './examination.ts';
import { judgeLoop, observedValues } from './judge-loop.ts';
import type { JudgedLoop } from './judge-stack.ts';
import { siteAt, siteOf } from './site.ts';

/** The time for which functions are counted. */
const ACTIVITY_MS = 350;
/** A function that runs less often in that time is not what keeps the thread busy. */
const BUSY_CALLS = 3;
/** From fewer looks at its values nothing is said to change, or not to. */
const LEAST_LOOKS = 3;
/** A timer that fires within this time is waited for, to see what it does. */
const NEXT_TIMER_MS = 1_500;
const TIMER_GRACE_MS = 250;

/** Samples of a thread: the number of all of them, and the stacks of those in which code of the program ran. */
interface Looks {
  readonly looks: number;
  readonly running: readonly (readonly HangFrame[])[];
}

export const NO_LOOKS: Looks = { looks: 0, running: [] };

/** Finds out what a thread does that comes back to its event loop: it is busy with events, or waits for one. */
export async function examineEvents(
  thread: Thread,
  { evidence, signal, counted }: Examination,
  { looks, running }: Looks,
): Promise<ThreadFinding> {
  const activity = await evidence.activity(thread.id, { timeoutMs: ACTIVITY_MS, signal });
  counted();
  const [first] = activity.taskCycle ?? [];
  // Others may go round meanwhile.
  if (first) return deadlockOfTasks(thread, first, activity.taskCycle ?? []);
  const busy = judgeActivity(thread, activity);
  if (busy) return busy;
  const seen = running.at(-1);
  if (!activity.functions && seen)
    return busyWithEvents(thread, seen, `${running.length} of ${looks} looks found its code running`);
  const waits = await evidence.waits(thread.id, { signal });
  const dueInMs = nextTimer(waits);
  if (dueInMs === undefined || dueInMs > NEXT_TIMER_MS) return waiting(thread, waits);
  // What a timer sets going may come nearer to its end each time.
  const later = await evidence.activity(thread.id, { timeoutMs: dueInMs + TIMER_GRACE_MS, signal });
  counted();
  const advancing = advancingLoop(later.inspections);
  return advancing ? progressing(siteAt(thread, later.inspections.at(-1)), advancing) : waiting(thread, waits);
}

function deadlockOfTasks(thread: Thread, first: TaskInCycle, cycle: readonly TaskInCycle[]): ThreadFinding {
  const { stack, location } = first;
  return { kind: 'deadlock', hung: true, thread, stack, location, threads: cycle.map((side) => ({ thread, ...side })) };
}

function busyWithEvents(thread: Thread, seen: readonly HangFrame[], evidence: string): ThreadFinding {
  return { kind: 'busy', hung: false, ...siteOf(thread, seen), what: 'its event loop', evidence, values: [] };
}

function judgeActivity(thread: Thread, activity: ThreadActivity): ThreadFinding | undefined {
  const { functions = [], inspections, countedMs } = activity;
  const advancing = advancingLoop(inspections);
  if (advancing) return progressing(siteAt(thread, inspections.at(-1)), advancing);
  const [driver] = functions;
  if (!driver || functions.every(({ calls }) => calls < BUSY_CALLS)) return undefined;
  const series = inspections.flatMap(({ name, loops }) => (name === driver.name ? (loops.at(-1) ?? []) : []));
  const { location } = driver;
  if (series.length > 0 && series.length < LEAST_LOOKS) {
    const evidence = `it ran ${driver.calls} times in ${countedMs} ms, and its values could not be compared`;
    const stack: HangFrame[] = [{ name: driver.name, location, presentation: 'normal' }];
    return { ...busyWithEvents(thread, stack, evidence), location };
  }
  return {
    kind: 'busy event loop',
    hung: true,
    thread,
    location,
    stack: [{ name: driver.name, location, presentation: 'normal' }],
    functions: functions.slice(0, 8),
    countedMs,
    values: observedValues(series),
  };
}

/** A loop, or what decides in a function that is called again and again, that comes nearer to its end over the inspections. */
function advancingLoop(inspections: readonly InspectedFrame[]): JudgedLoop | undefined {
  const names = new Set(inspections.map(({ functionId }) => functionId));
  for (const functionId of names) {
    const same = inspections.filter((each) => each.functionId === functionId);
    const outermost = same.flatMap(({ loops }) => loops.at(-1) ?? []);
    const first = outermost[0];
    const series = outermost.filter(({ lines }) => lines.first === first?.lines.first);
    if (series.length < LEAST_LOOKS) continue;
    const verdict = judgeLoop(series);
    if (verdict.kind === 'advancing') return { series, verdict };
  }
  return undefined;
}

function nextTimer({ keptAliveBy }: ThreadWaits): number | undefined {
  const due = keptAliveBy.flatMap((each) => (each.kind === 'timer' && each.dueInMs !== undefined ? each.dueInMs : []));
  return due.length === 0 ? undefined : Math.min(...due);
}

function waiting(thread: Thread, { keptAliveBy, awaits, serving = [], inPool }: ThreadWaits): ThreadFinding {
  const addresses = keptAliveBy.flatMap((each) => (each.kind === 'server' ? [each.address] : []));
  if (addresses.length > 0 && awaits.length === serving.length)
    return idle(siteOf(thread, serving.slice(0, 1).map(asFrame)), addresses, keptAliveBy);
  if (inPool === 'busy') {
    const evidence = 'it has not come back for more work';
    return { kind: 'busy', hung: false, thread, stack: [], what: 'a call that a pool makes', evidence, values: [] };
  }
  const location = awaits[0]?.location ?? callbackOf(keptAliveBy);
  const stack = awaits.map(asFrame);
  return {
    kind: 'waiting',
    hung: true,
    thread,
    stack,
    keptAliveBy,
    awaits,
    ...(location ? { location } : {}),
    ...(inPool === undefined ? {} : { inPool }),
  };
}

/** The finding on a thread that waits for a connection. */
export function idle(
  site: HangSite,
  addresses: readonly string[],
  keptAliveBy: readonly KeepAlive[] = [],
): ThreadFinding {
  const location = site.location ?? site.stack[0]?.location;
  return { kind: 'idle', hung: false, ...site, ...(location ? { location } : {}), addresses, keptAliveBy };
}

/** The finding on a thread that has nothing to do itself. */
export function inPool(thread: Thread, role: RestingRole): ThreadFinding {
  return { kind: 'waiting', hung: true, thread, stack: [], keptAliveBy: [], awaits: [], inPool: role };
}

function asFrame(each: PendingAwait): HangFrame {
  return { ...each, presentation: 'async' };
}

function callbackOf(keptAliveBy: ThreadWaits['keptAliveBy']) {
  return keptAliveBy.flatMap((each) => (each.kind === 'timer' && each.callback ? each.callback.location : []))[0];
}

/** The finding that a thread gets on. */
export function progressing(
  site: HangSite,
  loop: JudgedLoop | undefined,
  evidence = 'its values change',
): ThreadFinding {
  const verdict = loop?.verdict;
  const said =
    verdict?.kind === 'advancing' || verdict?.kind === 'changing'
      ? `${verdict.what} went from ${verdict.from} to ${verdict.to}`
      : evidence;
  const values = loop ? observedValues(loop.series) : [];
  return { kind: 'progressing', hung: false, ...placedIn(loop, site), evidence: said, values };
}

/** A site inside a function that the loop calls points at the loop: that is what goes on, the call is over in a moment. */
function placedIn(loop: JudgedLoop | undefined, site: HangSite): HangSite {
  const lines = loop?.series.at(-1)?.lines;
  const { location } = site;
  const isInside = location?.path === lines?.path && between(location?.line, lines);
  return lines === undefined || isInside
    ? site
    : { ...site, location: { path: lines.path, line: lines.first, column: 1 } };
}

function between(line = 0, lines: LineRange | undefined): boolean {
  return lines !== undefined && lines.first <= line && line <= lines.last;
}

/** The finding that a thread is kept by a loop. */
export function busyLoop(
  thread: Thread,
  sample: readonly InspectedFrame[],
  frame: InspectedFrame | undefined,
  loop: JudgedLoop,
): ThreadFinding {
  const observed = observedLoop(frame, loop);
  const { lines } = observed;
  const loopFrame = Math.max(0, frame ? sample.indexOf(frame) : 0);
  return {
    kind: 'busy loop',
    hung: true,
    thread,
    stack: sample.map(({ name, location, presentation }) => ({ name, location, presentation })),
    location: { path: lines.path, line: lines.first, column: 1 },
    loop: observed,
    loopFrame,
  };
}

/** A loop as it was seen over all samples, in the frame that it belongs to. */
export function observedLoop(frame: InspectedFrame | undefined, { series }: JudgedLoop): ObservedLoop {
  const last = series.at(-1);
  return {
    lines: last?.lines ?? { path: '', first: 0, last: 0 },
    functionName: frame?.name ?? '(anonymous)',
    ending: last?.ending ?? 'open',
    ...(last?.condition === undefined ? {} : { condition: last.condition }),
    values: observedValues(series),
  };
}
