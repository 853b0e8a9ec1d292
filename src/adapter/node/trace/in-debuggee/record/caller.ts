import type { TracedCaller } from '../../../../../model/trace/trace-record.ts';
import { clockMs } from '../agent/program.ts';
import { formatSites, frameOf } from '../hooks/call-sites.ts';

/** The traced function and its caller. */
const FRAMES = 2;
const MAX_FRAMES = 100;
let entry: ((...given: never[]) => unknown) | undefined;

/** Sets the function that the code calls: stacks begin below it. */
export function callersBegin(below: (...given: never[]) => unknown): void {
  entry = below;
}

/** Remembers who is calling: cheap, and made into a place when it is wanted. */
export function markCaller(): object {
  return mark(FRAMES, entry);
}

/** Remembers the whole stack, as far as it is looked at. */
export function markStack(): object {
  return mark(MAX_FRAMES);
}

function mark(frames: number, below?: (...given: never[]) => unknown): object {
  const mark = {};
  Error.stackTraceLimit = frames;
  Error.captureStackTrace(mark, below);
  return mark;
}

/** A mark takes longer than all else at a pass: passes that follow each other fast are marked this often. */
const MARK_EVERY_MS = 0.1;
let markedMs = Number.NEGATIVE_INFINITY;

/** Remembers who is calling, where the last one was not remembered just before; takes at most a twentieth of a busy program's time. */
export function markSomeCallers(now = clockMs()): object | undefined {
  if (now - markedMs < MARK_EVERY_MS) return undefined;
  markedMs = now;
  return markCaller();
}

/** The places that were made, by their marks: V8 formats a stack once, and a call may be written twice. */
const made = new WeakMap<object, { readonly caller: TracedCaller | undefined }>();

/** The place of a remembered caller. */
export function callerOf(mark: object | undefined): TracedCaller | undefined {
  if (mark === undefined) return undefined;
  const known = made.get(mark) ?? { caller: placeOf(mark) };
  made.set(mark, known);
  return known.caller;
}

function placeOf(mark: object): TracedCaller | undefined {
  const sites = formatSites(mark);
  // The traced function itself comes first: probes have no frames.
  const site = sites[1];
  return site === undefined ? undefined : frameOf(site);
}
