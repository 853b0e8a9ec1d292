import { setTimeout as sleep } from 'node:timers/promises';
import type { InspectedFrame, LoopSnapshot, ThreadSample } from '../../adapter/hang-evidence.ts';
import type { HangFrame } from '../../model/hang-report.ts';
import type { Thread } from '../../model/stack-frame.ts';
import { busyInCall, busyInLoop } from './busy-thread.ts';
import type { Examination, ThreadFinding } from './examination.ts';
import { busyLoop, examineEvents, idle, progressing } from './examine-events.ts';
import { judgeLoop, type LoopSeries, observedValues } from './judge-loop.ts';
import {
  advancingLoop,
  type JudgedLoop,
  type LastingFrame,
  lastingFrames,
  owningLoop,
  type StackSample,
} from './judge-stack.ts';
import { siteOf } from './site.ts';
import { examineSleep } from './sleeping-loop.ts';

/** Samples before a thread is inspected, with a short pause after each. */
const SAMPLES = 5;
const SAMPLE_PAUSE_MS = 15;
/** Pauses between the inspections, uneven so that none keeps step with the program. */
const INSPECTION_PAUSES_MS = [0, 7, 13, 23, 37, 53, 71, 97];
const MAX_UNANSWERED = 2;
/** The longest time in which a function that returns still counts as returning. */
const RETURN_MS = 600;
/** The longest time of a loop's round. */
const ROUND_MS = 2_000;

/** Finds out what a thread does that was still there at the end of the watch. Takes up to a few seconds. */
export async function examineThread(thread: Thread, examination: Examination): Promise<ThreadFinding> {
  const samples = await sampleThread(thread, examination);
  const last = samples.at(-1);
  if (last?.kind === 'stopped') return { kind: 'stopped', hung: false, reason: 'stopped', thread, stack: [] };
  if (samples.every(({ kind }) => kind === 'silent')) return examineSilent(thread, examination);
  const running = samples.flatMap((sample) => (sample.kind === 'running' ? [sample.frames] : []));
  if (running.length * 2 > samples.length) {
    const finding = await examineRunning(thread, running.at(-1) ?? [], examination);
    if (finding) return finding;
  }
  return examineEvents(thread, examination, { looks: samples.length, running });
}

async function sampleThread(thread: Thread, { evidence, signal, counted }: Examination): Promise<ThreadSample[]> {
  const samples: ThreadSample[] = [];
  for (let count = 0; count < SAMPLES; count++) {
    const sample = await evidence.sample(thread.id, { signal });
    counted();
    samples.push(sample);
    // It will not answer the next one either; each costs its whole time limit.
    if (sample.kind === 'silent' && samples.filter(({ kind }) => kind === 'silent').length === 2)
      return samples.slice(-2);
    if (sample.kind === 'stopped') return samples;
    await sleep(SAMPLE_PAUSE_MS, undefined, { signal });
  }
  return samples;
}

/** A worker may answer a pause although it does not answer a question. */
async function examineSilent(thread: Thread, examination: Examination): Promise<ThreadFinding> {
  const { evidence, signal } = examination;
  const inspected = await evidence.inspectWhileRunning(thread.id, { signal });
  const finding =
    inspected.kind === 'running' ? await examineRunning(thread, inspected.frames, examination) : undefined;
  return finding ?? blocked(thread, [], examination);
}

/** Undefined: it comes back to the event loop all the time. */
async function examineRunning(
  thread: Thread,
  seen: readonly HangFrame[],
  examination: Examination,
): Promise<ThreadFinding | undefined> {
  const { evidence, signal } = examination;
  // Where that cannot be found out in time, the samples must do.
  const staying = await evidence.staying(thread.id, { timeoutMs: RETURN_MS, signal }).catch(() => undefined);
  const { samples, isSilent } = await inspectRepeatedly(thread, examination);
  const sample = samples.at(-1);
  if (!sample && isSilent) return blocked(thread, seen, examination);
  // Between two functions of the program each time: it is on its way through the event loop.
  if (!sample || samples.length < 3) return undefined;
  const lasting = lastingFrames(samples);
  const own = Math.min(...samples.map((frames) => frames.filter(isOwn).length));
  if (staying === 0) return undefined;
  // What returns is not where it hangs, and a loop in it may begin again each time.
  const keeperIndex = Math.min(lasting.length, staying ?? own) - 1;
  const keeper = lasting[keeperIndex];
  if (!keeper) return undefined;
  const around = advancingLoop(lasting.slice(0, keeperIndex));
  const inside = advancingLoop([keeper]);
  const isDecided = inside?.verdict.kind === 'advancing' && inside.verdict.steps > 1;
  const advancing = around ?? (isDecided ? inside : undefined);
  if (advancing) return progressing(siteOf(thread, sample), advancing);
  return examineKeeper(thread, samples, lasting.slice(0, keeperIndex + 1), staying === own, examination);
}

async function examineKeeper(
  thread: Thread,
  samples: readonly StackSample[],
  /** Outermost first; the last one keeps the thread. */
  staying: readonly LastingFrame[],
  isInnermost: boolean,
  examination: Examination,
): Promise<ThreadFinding | undefined> {
  const sample = samples.at(-1) ?? [];
  const keeper = staying.at(-1);
  if (!keeper) return undefined;
  const loop = owningLoop(keeper.loops);
  const lines = loop?.series[0]?.lines;
  const places = new Set(keeper.frames.map(({ location }) => `${location.line}:${location.column}`));
  const call = keeper.frames.at(-1)?.call;
  // What calls back is at work, whatever it is.
  const callsBack = samples.some((frames, index) => frames.find(isOwn) !== keeper.frames[index]);
  const isOneCall = isInnermost && !callsBack && places.size === 1 && call !== undefined;
  const { evidence, signal } = examination;
  const sleeping = await examineSleep(thread, samples, staying, examination);
  if (sleeping !== undefined && sleeping !== 'asleep') return sleeping;
  if (sleeping === 'asleep' && isOneCall) return stillBlocked(thread, sample, examination, call);
  const rounds = lines && (await evidence.rounds(thread.id, lines, { timeoutMs: ROUND_MS, signal }));
  if (isOneCall && (lines === undefined || rounds?.length === 0))
    return stillBlocked(thread, sample, examination, call);
  const here = siteOf(thread, sample);
  if (!loop || !lines) return busyInCall(thread, samples, keeper);
  if (loop.series[0]?.awaits) return undefined;
  const judged = judgements(loop, rounds);
  const going = judged.find(({ verdict }) => verdict.kind === 'advancing' || verdict.kind === 'changing');
  // The innermost loop goes round quickly: what has moved once should move again, and what changes should not come back.
  const isDoubtful = going?.verdict.kind === 'advancing' ? going.verdict.steps < 2 : going !== undefined;
  const isChance = isDoubtful && isInnermost && keeper.loops[0] === loop && (await staysNow(thread, loop, examination));
  if (going && !isChance) return progressing(here, going);
  const wandering = judged.flatMap(({ verdict }) => (verdict.kind === 'wandering' ? verdict.what : []))[0];
  if (wandering !== undefined)
    return busyInLoop(thread, sample, keeper, { loop, evidence: `${wandering} goes up and down` });
  if (
    judged.every(
      ({ verdict, series }) => verdict.kind === 'unknown' || verdict.kind === 'restarting' || isCounted(series),
    )
  )
    return judged.some(({ verdict }) => verdict.kind === 'restarting')
      ? progressing(here, loop, 'its counter goes towards its limit')
      : busyInLoop(thread, sample, keeper, { loop, evidence: 'it goes round' });
  // At the end of a round V8 stands at the loop itself; what the loop assigns changes only in a new round.
  const isSeenRound =
    (isInnermost && keeper.frames.some((frame) => frame.call === undefined)) ||
    observedValues(loop.series).some(({ changes }) => changes);
  if (rounds && rounds.length < 2 && !isSeenRound)
    return busyInLoop(thread, sample, keeper, { loop, evidence: 'one round takes longer than a second' });
  return busyLoop(thread, sample, keeper.frames.at(-1), loop);
}

/**
 * A loop by its samples and by its rounds. Between two rounds V8 stands outside of the block that declares the loop's variables, so the
 * rounds may show more; and values that come back in them, or in both together, are no progress, whatever a few samples look like.
 */
function judgements(loop: JudgedLoop, rounds: readonly LoopSnapshot[] | undefined): JudgedLoop[] {
  if (!rounds || rounds.length < 2) return [loop];
  const both = [...loop.series, ...rounds];
  const judged = [
    loop,
    { series: rounds, verdict: judgeLoop(rounds, true) },
    { series: both, verdict: judgeLoop(both) },
  ];
  const recurs = judged.some(({ verdict }) => verdict.kind === 'recurring');
  const isChance = ({ verdict }: JudgedLoop) =>
    verdict.kind === 'changing' || (verdict.kind === 'advancing' && verdict.steps < 2);
  return recurs ? judged.filter((each) => !isChance(each)) : judged;
}

/** True if what decides about a loop's end does not move any more, or comes back. */
async function staysNow(thread: Thread, loop: JudgedLoop, examination: Examination): Promise<boolean> {
  const lasting = lastingFrames((await inspectRepeatedly(thread, examination)).samples);
  const lines = loop.series[0]?.lines;
  const loops = lasting.flatMap((frame) => frame.loops);
  const same = loops.findLast(
    ({ series: [snapshot] }) => snapshot?.lines.first === lines?.first && snapshot?.lines.last === lines?.last,
  );
  if (!same) return false;
  const both = judgeLoop([...loop.series, ...same.series]);
  return same.verdict.kind === 'constant' || both.kind === 'recurring';
}

function isCounted([first]: LoopSeries): boolean {
  return first?.ending === 'counted';
}

async function inspectRepeatedly(
  thread: Thread,
  { evidence, signal, counted }: Examination,
): Promise<{ readonly samples: readonly StackSample[]; readonly isSilent: boolean }> {
  const samples: StackSample[] = [];
  let unanswered = 0;
  for (const pauseMs of INSPECTION_PAUSES_MS) {
    await sleep(pauseMs, undefined, { signal });
    const inspected = await evidence.inspectWhileRunning(thread.id, { signal });
    counted();
    if (inspected.kind === 'running') samples.push(inspected.frames);
    if (inspected.kind === 'unanswered') unanswered += 1;
    // Each costs its whole time limit.
    if (unanswered > MAX_UNANSWERED) return { samples, isSilent: true };
  }
  return { samples, isSilent: false };
}

/** The same as {@link blocked} for a call that may have returned since it was seen: then a later one is what the system knows of. */
async function stillBlocked(
  thread: Thread,
  seen: StackSample,
  examination: Examination,
  call: string,
): Promise<ThreadFinding> {
  const finding = await blocked(thread, seen, examination, call);
  const later = await examination.evidence.inspectWhileRunning(thread.id, { signal: examination.signal });
  examination.counted();
  if (later.kind !== 'running') return finding;
  const [was, is] = [siteOf(thread, seen), siteOf(thread, later.frames)];
  const isSame = was.location?.path === is.location?.path && was.location?.line === is.location?.line;
  return isSame ? finding : progressing(is, undefined, `${call} has returned`);
}

/** The finding on a thread that is known to be in a call which does not return. */
export async function blocked(
  thread: Thread,
  seen: readonly HangFrame[],
  { evidence, signal }: Examination,
  call?: string,
): Promise<ThreadFinding> {
  const found = await evidence.blocked(thread.id, { signal });
  const stack = seen.length > 0 ? seen : found.frames;
  const name = call ?? found.call;
  const { waitsFor, system, on, eventLoop, remedy, advice, isMatching, listens } = found;
  if (listens && !eventLoop) return idle(siteOf(thread, stack), listens);
  return {
    kind: 'blocked call',
    hung: true,
    ...siteOf(thread, stack),
    ...(name === undefined ? {} : { call: name }),
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(system ? { system } : {}),
    ...(on === undefined ? {} : { on }),
    ...(eventLoop ? { eventLoop } : {}),
    ...(remedy === undefined ? {} : { remedy }),
    ...(advice === undefined ? {} : { advice }),
    ...(isMatching ? { isMatching } : {}),
  };
}

function isOwn({ presentation }: Pick<InspectedFrame, 'presentation'>): boolean {
  return presentation === 'normal';
}
