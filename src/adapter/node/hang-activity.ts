import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpResult } from '../../cdp/protocol.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { RunFunction } from '../../model/hang-report.ts';
import type { StudiedFrame, ThreadActivity } from '../hang-evidence.ts';
import { breakPlaces, StudyBreakpoints } from './hang-breakpoints.ts';
import { drivesItself } from './hang-loops.ts';
import { atPauses } from './hang-pauses.ts';
import { isProgram, studyCalledFrame } from './hang-study.ts';
import type { NodeTarget } from './node-target.ts';
import type { Pause } from './pause.ts';

type Limits = CallOptions & { readonly timeoutMs: number };
type FunctionCoverage = CdpResult<'Profiler.takePreciseCoverage'>['result'][number]['functions'][number];

/** How many of the functions that ran are stopped in, how many places of each, and how often in all. */
const MAX_FUNCTIONS = 3;
const MAX_PLACES = 6;
const MAX_STUDIES = 12;
const STUDY_MS = 600;

/** A function that ran, where it is in its script, and how likely it is the one that keeps the others going. */
interface Ran extends RunFunction {
  readonly scriptId: string;
  readonly source: string;
  readonly range: { readonly start: number; readonly end: number };
  readonly drives: number;
}

/**
 * Counts the functions of the program that run within the time, without a pause; then stops in the most likely ones a few times, to see
 * what their conditions depend on.
 *
 * @see CDP Profiler.startPreciseCoverage, which counts exactly, also where an asynchronous function goes on
 */
export async function watchActivity(target: NodeTarget, limits: Limits): Promise<ThreadActivity> {
  const { session } = target;
  const began = performance.now();
  const options = { signal: limits.signal };
  await session.send('Profiler.enable', undefined, options);
  let counted: CdpResult<'Profiler.takePreciseCoverage'>;
  try {
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false }, options);
    await sleep(limits.timeoutMs, undefined, { signal: limits.signal });
    counted = await session.send('Profiler.takePreciseCoverage', undefined, options);
  } finally {
    session.send('Profiler.stopPreciseCoverage').catch(() => {});
    session.send('Profiler.disable').catch(() => {});
  }
  const countedMs = Math.round(performance.now() - began);
  const ran = await ranFunctions(target, counted, options);
  const studies = ran.length === 0 ? [] : await studyFunctions(target, ran.slice(0, MAX_FUNCTIONS), options);
  const functions = ran.map(({ name, location, calls }) => ({ name, location, calls }));
  return { functions, countedMs, studies };
}

async function ranFunctions(
  target: NodeTarget,
  { result }: CdpResult<'Profiler.takePreciseCoverage'>,
  options: CallOptions,
): Promise<Ran[]> {
  const scripts = result.filter(({ scriptId }) => target.scripts.get(scriptId).origin === 'program');
  const perScript = await Promise.all(
    scripts.map(async ({ scriptId, functions }) => {
      const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      if (ran.length === 0) return [];
      const { scriptSource } = await target.session.send('Debugger.getScriptSource', { scriptId }, options);
      return ran.map((each) => describe(target, scriptId, scriptSource, each));
    }),
  );
  return perScript.flat().sort((a, b) => b.drives - a.drives || b.calls - a.calls);
}

function describe(
  target: NodeTarget,
  scriptId: string,
  source: string,
  { functionName, ranges }: FunctionCoverage,
): Ran {
  const range = { start: ranges[0]?.startOffset ?? 0, end: ranges[0]?.endOffset ?? 0 };
  const isModule = functionName === '' && range.start === 0;
  const { kind: _, ...location } = target.scripts.locate({ scriptId, ...placeOf(source, range.start) });
  return {
    name: functionName === '' ? (isModule ? '(module)' : '(anonymous)') : functionName,
    location,
    calls: ranges[0]?.count ?? 0,
    scriptId,
    source,
    range,
    drives: drivesItself(source.slice(range.start, range.end), functionName),
  };
}

function placeOf(source: string, offset: number): { lineNumber: number; columnNumber: number } {
  const before = source.slice(0, offset);
  return { lineNumber: before.split('\n').length - 1, columnNumber: offset - before.lastIndexOf('\n') - 1 };
}

/** Breakpoints of our own, which nobody else hears of, for a dozen passes. */
async function studyFunctions(target: NodeTarget, ran: readonly Ran[], options: CallOptions): Promise<StudiedFrame[]> {
  const studies: StudiedFrame[] = [];
  const read = async (pause: Pause): Promise<'more' | 'enough'> => {
    const frame = pause.frames.find(isProgram);
    if (frame) studies.push(await studyCalledFrame(target, frame, { timeoutMs: 1_000 }));
    return studies.length < MAX_STUDIES ? 'more' : 'enough';
  };
  const done = atPauses(target, read, { timeoutMs: STUDY_MS, signal: options.signal });
  const breakpoints = new StudyBreakpoints(target);
  await Promise.all(
    ran.map(async ({ scriptId, source, range }) => {
      const [start, end] = [placeOf(source, range.start), placeOf(source, range.end)];
      const places = await breakPlaces(target, { scriptId, start, end, restrictToFunction: true }, options).catch(
        () => [],
      );
      await breakpoints.set(places.filter(({ type }) => type !== 'return').slice(0, MAX_PLACES), options);
    }),
  );
  await done;
  await breakpoints.clear();
  return studies;
}
