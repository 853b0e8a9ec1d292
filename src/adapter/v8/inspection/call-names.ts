import { linesOfScript } from '../../../files/text-lines.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ThreadId } from '../../../model/ids.ts';
import type { Pause, PausedFrame } from '../pauses/pause.ts';
import type { ThreadStop } from '../pauses/thread-events.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import { isCalledOnce } from '../source/called-once.ts';

/** A chain of calls that is longer is not looked at. */
const MAX_CALLERS = 20;

/** The members of a thread that the naming of calls uses. */
interface NamedThread {
  readonly threadId: ThreadId;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
}

interface LastStop {
  readonly stop: ThreadStop;
  /** Stops that steps over connect have one. */
  number: number;
  /** False where the stop may be at a `debugger` statement in another call. */
  isCertain: boolean;
}

/**
 * Names for the function calls that threads stop in. V8 has none: a frame of one stop and a frame of the next may be two calls of a
 * function, in a server that of another request. Two stops with a name in common are in one call.
 */
export class CallNames {
  readonly #stops = new Map<number, LastStop>();
  #last = 0;

  stopped(threadId: ThreadId, stop: ThreadStop): void {
    const before = this.#stops.get(threadId);
    const isSame = stop.sameCall !== 'unknown' && before?.isCertain;
    const number = isSame ? before.number : ++this.#last;
    this.#stops.set(threadId, { stop, number, isCertain: stop.sameCall !== 'unlessDebuggerStatement' });
  }

  /** The names of the call that a thread is stopped in; none where nothing is known of it. */
  async of(thread: NamedThread, options?: CallOptions): Promise<readonly string[]> {
    const known = this.#stops.get(thread.threadId);
    if (!known) return [];
    const { pause } = known.stop;
    if (!known.isCertain && (await isAtDebuggerStatement(thread, pause, options))) known.number = ++this.#last;
    known.isCertain = true;
    return [`call ${known.number}`, ...(await placeOfCall(thread, pause, options))];
  }
}

/** A name for a call that can be made only once, by the places of the calls that lead there from the top level of a module. */
async function placeOfCall(thread: NamedThread, pause: Pause, options?: CallOptions): Promise<string[]> {
  const from = pause.focus === undefined ? -1 : pause.frames.indexOf(pause.focus);
  const frames = pause.frames.slice(from, from + MAX_CALLERS);
  const end = frames.findIndex((frame, index) => isModuleBody(frame, pause.frames[from + index + 1], thread.scripts));
  if (from === -1 || end === -1) return [];
  const chain = frames.slice(0, end + 1);
  for (const [index, caller] of chain.entries()) {
    const callee = chain[index - 1];
    if (callee && !(await callsOnce(thread, caller, callee, options))) return [];
  }
  const places = chain.slice(1).map(({ callFrame: { location } }) => `${location.lineNumber}:${location.columnNumber}`);
  const scripts = chain.map(({ script }) => script.id);
  return [[...places, ...scripts].join(' ')];
}

async function callsOnce(
  { texts }: NamedThread,
  caller: PausedFrame,
  { callFrame }: PausedFrame,
  options?: CallOptions,
): Promise<boolean> {
  if (caller.script.origin === 'internal') return false;
  const { scriptId, lineNumber, columnNumber = 0 } = caller.callFrame.location;
  const text = await texts.of(scriptId, options);
  return isCalledOnce(text, { line: lineNumber + 1, column: columnNumber }, callFrame.functionName);
}

/** The top level of a module, which runs once for each script. */
function isModuleBody({ callFrame }: PausedFrame, below: PausedFrame | undefined, { naming }: ScriptTable): boolean {
  const own = callFrame.scopeChain.findIndex(({ type }) => !/^(block|catch|with)$/.test(type));
  if (callFrame.scopeChain[own]?.type === 'module') return true;
  const start = callFrame.functionLocation;
  const isWrapper = callFrame.functionName === '' && start?.lineNumber === 0 && start.columnNumber === 0;
  return isWrapper && below !== undefined && naming.isModuleLoader(below.script.url);
}

async function isAtDebuggerStatement({ texts }: NamedThread, pause: Pause, options?: CallOptions): Promise<boolean> {
  const location = pause.params.callFrames[0]?.location;
  if (!location) return false;
  const lines = linesOfScript(await texts.of(location.scriptId, options));
  return (lines[location.lineNumber] ?? '').startsWith('debugger', location.columnNumber ?? 0);
}
