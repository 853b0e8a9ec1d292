import type { InspectedFrame, LoopSnapshot } from '../../adapter/hang-evidence.ts';
import { judgeLoop, type LoopSeries, type LoopVerdict } from './judge-loop.ts';

/** Frames of one sample, innermost first. */
export type StackSample = readonly InspectedFrame[];

/** A call of the program that was there at every look. */
export interface LastingFrame {
  /** In each sample, oldest first. */
  readonly frames: readonly InspectedFrame[];
  /** Loops that were around its place at every look, innermost first. */
  readonly loops: readonly JudgedLoop[];
}

/** A loop that was running at every look, and what it does. */
export interface JudgedLoop {
  readonly series: LoopSeries;
  readonly verdict: LoopVerdict;
}

/**
 * Finds the calls that last over all samples: from the outermost on, as long as the function is the same. A function that is called
 * again between two samples looks like one that lasts; what returns is found out by counting calls (see staying).
 */
export function lastingFrames(samples: readonly StackSample[]): LastingFrame[] {
  const outwards = samples.map((sample) => sample.filter(({ presentation }) => presentation === 'normal').toReversed());
  const depth = Math.min(...outwards.map((frames) => frames.length));
  const lasting: LastingFrame[] = [];
  for (let index = 0; index < depth; index++) {
    const frames = outwards.flatMap((sample) => sample[index] ?? []);
    if (new Set(frames.map(({ functionId }) => functionId)).size > 1) break;
    lasting.push({ frames, loops: commonLoops(frames) });
    // Where one call stands at another place, the calls inside it are others.
    if (index < depth - 1 && new Set(frames.map(({ location }) => `${location.line}:${location.column}`)).size > 1)
      break;
  }
  return lasting;
}

/** The outermost loop that comes nearer to its end, in frames outermost first. */
export function advancingLoop(frames: readonly LastingFrame[]): JudgedLoop | undefined {
  return frames.flatMap(({ loops }) => loops.toReversed()).find(({ verdict }) => verdict.kind === 'advancing');
}

function commonLoops(frames: readonly InspectedFrame[]): JudgedLoop[] {
  const [first, ...others] = frames;
  if (!first) return [];
  const keyOf = ({ lines }: LoopSnapshot) => `${lines.first}:${lines.last}`;
  return first.loops.flatMap((loop) => {
    const same = others.flatMap(({ loops }) => loops.find((each) => keyOf(each) === keyOf(loop)) ?? []);
    if (same.length < others.length) return [];
    const series = [loop, ...same];
    return [{ series, verdict: judgeLoop(series) }];
  });
}

/**
 * The loop that keeps a function: the innermost one that does not end and begin again. `undefined` when the function is in none.
 */
export function owningLoop(loops: readonly JudgedLoop[]): JudgedLoop | undefined {
  const isPassing = ({ series, verdict }: JudgedLoop) =>
    /^(recurring|restarting)$/.test(verdict.kind) || (series[0]?.ending === 'counted' && loops.length > 1);
  return loops.find((loop) => !isPassing(loop)) ?? loops.at(-1);
}
