import type { InspectedFrame } from '../../adapter/hang-evidence.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { Examination, ThreadFinding } from './examination.ts';
import { observedLoop, progressing } from './examine-events.ts';
import { judgeLoop } from './judge-loop.ts';
import { type JudgedLoop, type LastingFrame, owningLoop, type StackSample } from './judge-stack.ts';
import { siteOf } from './site.ts';

/** The time for which a thread is watched before it is known to sleep most of the time. */
const ASLEEP_MS = 150;
const MOSTLY = 0.5;
/** The time for which the thread is watched to see it wake. */
const WAKES_MS = 1_200;
/** A call that takes longer than this at most is as good as one without a limit. */
const MAX_LIMIT_MS = 600_000;

/**
 * The finding on a thread that sleeps most of the time in a loop of the program, when it was seen waking, or will because the call that
 * it sleeps in returns by itself; `asleep` when neither is so. Undefined for one that works.
 */
export async function examineSleep(
  thread: Thread,
  samples: readonly StackSample[],
  /** Outermost first. */
  staying: readonly LastingFrame[],
  { evidence, signal, counted }: Examination,
): Promise<ThreadFinding | 'asleep' | undefined> {
  const keeper = staying.findLast(({ loops }) => loops.length > 0);
  const loop = keeper && owningLoop(keeper.loops);
  if (!loop || loop.series[0]?.awaits) return undefined;
  const rest = await evidence.rest(thread.id, { timeoutMs: ASLEEP_MS, signal });
  // Where the system does not say: a call with a time limit, at each look, is where it spends its time.
  const isAsleep = rest ? rest.busyShare < MOSTLY : samples.every((sample) => limitOf(sample) !== undefined);
  if (!isAsleep) return undefined;
  const seen = rest && (await evidence.rest(thread.id, { timeoutMs: WAKES_MS, signal }));
  const limits = samples.flatMap((sample) => limitOf(sample) ?? []);
  const limitMs = limits.length > 0 ? Math.max(...limits) : undefined;
  const seenRound = seen !== undefined && seen.wakes > (limitMs === undefined ? 1 : 0);
  if (!seenRound && (limitMs === undefined || limitMs > MAX_LIMIT_MS)) return 'asleep';
  const later = await evidence.inspectWhileRunning(thread.id, { signal });
  counted();
  const sample = later.kind === 'running' ? later.frames : (samples.at(-1) ?? []);
  const whole = withLater(loop, sample);
  const site = siteOf(thread, sample);
  const isCounted = whole.series[0]?.ending === 'counted';
  if (whole.verdict.kind === 'advancing' || (isCounted && whole.verdict.kind === 'changing'))
    return progressing(site, whole);
  const call = innermostOf(sample)?.call;
  const periodMs = seen?.periodMs ?? limitMs;
  return {
    kind: 'sleeping loop',
    hung: false,
    ...site,
    ...(call === undefined ? {} : { call }),
    ...(periodMs === undefined ? {} : { periodMs: Math.round(periodMs) }),
    loop: observedLoop(keeper.frames.at(-1), whole),
    seenRound,
  };
}

/** A loop with the values of a later sample: some rounds later they may have changed. */
function withLater({ series }: JudgedLoop, sample: StackSample): JudgedLoop {
  const lines = series[0]?.lines;
  const later = sample
    .flatMap(({ loops }) => loops)
    .filter((each) => each.lines.path === lines?.path && each.lines.first === lines.first);
  const whole = [...series, ...later];
  return { series: whole, verdict: judgeLoop(whole) };
}

function limitOf(sample: StackSample): number | undefined {
  return innermostOf(sample)?.callLimitMs;
}

function innermostOf(sample: StackSample): InspectedFrame | undefined {
  return sample.find(({ presentation }) => presentation === 'normal');
}
