import { setTimeout as sleep } from 'node:timers/promises';
import type { StudiedFrame, ThreadLook, WatchedFrame } from '../../adapter/hang-evidence.ts';
import type { HangFrame } from '../../model/hang-report.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { Examination, ThreadFinding } from './examination.ts';
import { busyLoop, examineEvents, progressing } from './examine-events.ts';
import { judgeStack, owningLoop, type StackSample } from './judge-stack.ts';
import { siteOf } from './site.ts';

/** Looks before a thread is examined closely, with a short pause after each. */
const LOOKS = 5;
const LOOK_PAUSE_MS = 15;
/** Pauses between the close looks, uneven so that none keeps step with the program. */
const STUDY_PAUSES_MS = [0, 7, 13, 23, 37, 53, 71, 97];
/** How long a function may take to return and still count as returning. */
const RETURN_MS = 400;
/** How long a loop may take for one round. */
const ROUND_MS = 1_200;

/** Finds out what a thread does that was still there at the end of the watch. Takes up to a few seconds. */
export async function examineThread(thread: Thread, examination: Examination): Promise<ThreadFinding> {
  const looks = await lookAround(thread, examination);
  const last = looks.at(-1);
  if (last?.kind === 'stopped') return { kind: 'stopped', hung: false, reason: 'stopped', thread, stack: [] };
  if (looks.every(({ kind }) => kind === 'silent')) return blocked(thread, [], examination);
  const running = looks.flatMap((look) => (look.kind === 'running' ? [look.frames] : []));
  if (running.length * 2 > looks.length) {
    const finding = await examineRunning(thread, running.at(-1) ?? [], examination);
    if (finding) return finding;
  }
  return examineEvents(thread, examination);
}

async function lookAround(thread: Thread, { evidence, signal, counted }: Examination): Promise<ThreadLook[]> {
  const looks: ThreadLook[] = [];
  for (let count = 0; count < LOOKS; count++) {
    const look = await evidence.look(thread.id, { signal });
    counted();
    looks.push(look);
    // It will not answer the next one either; each costs its whole time limit.
    if (look.kind === 'silent' && looks.filter(({ kind }) => kind === 'silent').length === 2) return looks.slice(-2);
    if (look.kind === 'stopped') return looks;
    await sleep(LOOK_PAUSE_MS, undefined, { signal });
  }
  return looks;
}

/** Undefined: it comes back to the event loop all the time. */
async function examineRunning(
  thread: Thread,
  seen: readonly WatchedFrame[],
  examination: Examination,
): Promise<ThreadFinding | undefined> {
  const { evidence, signal } = examination;
  const staying = await evidence.staying(thread.id, { timeoutMs: RETURN_MS, signal });
  const samples = await study(thread, examination);
  const sample = samples.at(-1);
  if (!sample) return blocked(thread, seen, examination);
  if (samples.length < STUDY_PAUSES_MS.length / 2) return undefined;
  const { lasting, advancing } = judgeStack(samples);
  const own = Math.min(...samples.map((frames) => frames.filter(isOwn).length));
  if (staying === 0) return undefined;
  if (advancing) return progressing(siteOf(thread, sample), advancing);
  // What returns is not where it hangs.
  const keeper = lasting[Math.min(lasting.length, staying ?? own) - 1];
  if (!keeper) return undefined;
  return examineKeeper(thread, samples, keeper, staying === own, examination);
}

async function examineKeeper(
  thread: Thread,
  samples: readonly StackSample[],
  keeper: ReturnType<typeof judgeStack>['lasting'][number],
  isInnermost: boolean,
  examination: Examination,
): Promise<ThreadFinding | undefined> {
  const sample = samples.at(-1) ?? [];
  const loop = owningLoop(keeper.loops);
  const lines = loop?.series[0]?.lines;
  const places = new Set(keeper.frames.map(({ location }) => `${location.line}:${location.column}`));
  const call = keeper.frames.at(-1)?.call;
  const isOneCall = isInnermost && places.size === 1 && call !== undefined;
  const rounds =
    lines && (await examination.evidence.rounds(thread.id, lines, { timeoutMs: ROUND_MS, signal: examination.signal }));
  if (isOneCall && (lines === undefined || rounds === 0)) return blocked(thread, sample, examination, call);
  if (!loop || !lines) return progressing(siteOf(thread, sample), undefined, 'its functions are called and return');
  if (loop.series[0]?.awaits) return undefined;
  const { verdict } = loop;
  if (verdict.kind === 'changing') return progressing(siteOf(thread, sample), loop);
  if (verdict.kind === 'restarting' || verdict.kind === 'unknown' || loop.series[0]?.ending === 'counted')
    return progressing(siteOf(thread, sample), loop, 'its loop goes round, and nothing shows that it cannot end');
  if (rounds !== undefined && rounds < 2)
    return progressing(siteOf(thread, sample), loop, 'one round of its loop takes longer than a second');
  return busyLoop(thread, sample, keeper.frames.at(-1), loop);
}

async function study(thread: Thread, { evidence, signal, counted }: Examination): Promise<StackSample[]> {
  const samples: StackSample[] = [];
  for (const pauseMs of STUDY_PAUSES_MS) {
    await sleep(pauseMs, undefined, { signal });
    const look = await evidence.study(thread.id, { signal });
    counted();
    if (look.kind === 'running') samples.push(look.frames);
    if (look.kind === 'unanswered' && samples.length === 0) return [];
  }
  return samples;
}

async function blocked(
  thread: Thread,
  seen: readonly HangFrame[],
  { evidence, signal }: Examination,
  call?: string,
): Promise<ThreadFinding> {
  const found = await evidence.blocked(thread.id, { signal });
  const stack = seen.length > 0 ? seen : found.frames;
  const name = call ?? found.call;
  return {
    kind: 'blocked call',
    hung: true,
    ...siteOf(thread, stack),
    ...(name === undefined ? {} : { call: name }),
    ...(found.system ? { system: found.system } : {}),
  };
}

function isOwn({ presentation }: Pick<StudiedFrame, 'presentation'>): boolean {
  return presentation === 'normal';
}
