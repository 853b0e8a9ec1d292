import type { CallOptions } from '../../../model/call-options.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { offsetIn } from '../source/source-lines.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { type CountedFunction, countCalls } from './coverage.ts';
import { isProgram } from './inspect-frames.ts';
import { atPause } from './pauses.ts';

type Limits = CallOptions & { readonly timeoutMs: number };

const PAUSE_MS = 1_000;
const SOURCE_MS = 1_000;

/**
 * The number of the program's frames, from the outermost on, that do not return within the time: their functions are not called
 * meanwhile. Stepping out would show it, too, but V8 of Node 22 does not read the next request when a loop runs on in a function
 * with a step or a breakpoint that it never reaches.
 */
export async function stayingFrames(thread: V8Thread, limits: Limits): Promise<number | undefined> {
  const { signal } = limits;
  const own = await atPause(thread, async (pause) => pause.frames.filter(isProgram), { timeoutMs: PAUSE_MS, signal });
  if (!own) return undefined;
  const called = await countCalls(thread, limits);
  if (!called) return undefined;
  const sources = await sourcesOf(thread, own, { timeoutMs: SOURCE_MS, signal });
  const outwards = own.toReversed();
  const first = outwards.findIndex((frame) => called.some((each) => isOf(frame, each, sources)));
  return first === -1 ? own.length : first;
}

function isOf(
  { callFrame }: PausedFrame,
  { scriptId, name, start, end }: CountedFunction,
  sources: ReadonlyMap<string, string>,
): boolean {
  const { location, functionName } = callFrame;
  if (location.scriptId !== scriptId || !functionName.endsWith(name)) return false;
  const begin = callFrame.functionLocation ?? location;
  const { lineNumber, columnNumber = 0 } = begin;
  const offset = offsetIn(sources.get(scriptId) ?? '', { lineNumber, columnNumber });
  // V8 counts a function from its first word, and places it at its parameters.
  return start <= offset && offset < end && offset - start <= MAX_HEAD;
}

/** Characters of a function's text before its parameters. */
const MAX_HEAD = 300;

async function sourcesOf(
  { session }: V8Thread,
  frames: readonly PausedFrame[],
  options: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(frames.map(({ callFrame }) => callFrame.location.scriptId))];
  const texts = await Promise.all(
    ids.map(async (scriptId) => {
      const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId }, options);
      return [scriptId, scriptSource] as const;
    }),
  );
  return new Map(texts);
}
