import { isAbsolute } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callBundled } from '../../../cdp/function-text.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { HangFrame } from '../../../model/hang-report.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import type { runningStack } from './in-debuggee/running-stack.ts';
import runningStackText from './in-debuggee/running-stack.ts?in-debuggee';

/** A thread's answer to the question for its place. */
export interface SampledStack {
  /** The process's pid. */
  readonly pid: number | undefined;
  /** Innermost first, without the question itself. */
  readonly frames: readonly HangFrame[];
}

/** Frames that are looked at. */
const MAX_FRAMES = 500;
const ASK = callBundled<typeof runningStack>(runningStackText, MAX_FRAMES);

/**
 * @param isLoader True of the URL of code that runs the texts of modules.
 * @returns undefined when the thread does not answer in time: it is inside a native call
 */
export async function sampleStack(
  session: CdpSession,
  scripts: ScriptTable,
  isLoader: (url: string) => boolean,
  options: CallOptions,
): Promise<SampledStack | undefined> {
  // A pause that was asked for and not answered would otherwise come inside the question.
  const request = { expression: ASK, returnByValue: true, silent: true, disableBreaks: true };
  const reply = await session.send('Runtime.evaluate', request, options).catch(() => undefined);
  const answer: unknown = reply?.result.value;
  if (!Array.isArray(answer)) return undefined;
  const [pid, sites]: unknown[] = answer;
  if (!Array.isArray(sites)) return sampleByThrow(session, scripts, isLoader, options);
  return {
    pid: typeof pid === 'number' ? pid : undefined,
    frames: sites.flatMap((site) => frameOf(site, scripts) ?? []),
  };
}

/**
 * The stack that V8 keeps for something that is thrown. It needs nothing of the program's realm, where `Error` may be frozen or gone. It is
 * only the second way, because `Runtime` has to stay enabled for it, which costs each `console.log`.
 *
 * @see CDP Runtime.enable, Runtime.ExceptionDetails.stackTrace
 */
async function sampleByThrow(
  session: CdpSession,
  scripts: ScriptTable,
  isLoader: (url: string) => boolean,
  options: CallOptions,
): Promise<SampledStack | undefined> {
  const request = { expression: 'throw null', silent: true, disableBreaks: true };
  const asked = [
    session.send('Runtime.enable', undefined, options),
    session.send('Runtime.evaluate', request, options),
  ] as const;
  const [, reply] = await Promise.all(asked).catch(() => []);
  const stack = reply?.exceptionDetails?.stackTrace;
  if (!stack) return undefined;
  const frames = stack.callFrames.flatMap(({ functionName, url, lineNumber, columnNumber }, at) => {
    const isModule = isLoader(stack.callFrames[at + 1]?.url ?? '') ? 1 : 0;
    return frameOf([functionName, url, lineNumber + 1, columnNumber + 1, isModule, isModule], scripts) ?? [];
  });
  return { pid: undefined, frames };
}

function frameOf(site: unknown, scripts: ScriptTable): HangFrame | undefined {
  if (!Array.isArray(site)) return undefined;
  const [name, url, line, column, startLine, startColumn]: unknown[] = site;
  if (typeof url !== 'string' || url === '' || typeof line !== 'number' || typeof column !== 'number') return undefined;
  const place = locateByUrl(url, line, column, scripts);
  const isModule = startLine === 1 && startColumn === 1;
  return {
    name: typeof name === 'string' && name !== '' ? name : isModule ? MODULE_FRAME : '(anonymous)',
    location: place.location,
    presentation: place.isProgram ? 'normal' : 'internal',
  };
}

/** The written place for a place by url, 1-based, and whether it is the program's own. */
export function locateByUrl(url: string, line: number, column: number, scripts: ScriptTable) {
  const urls = isAbsolute(url) ? scripts.naming.urlsOf(url) : [url];
  const script = scripts.withUrl(urls).at(-1);
  if (!script) return { location: { path: url, line, column }, isProgram: false };
  const { kind, ...location } = scripts.locate({ scriptId: script.id, lineNumber: line - 1, columnNumber: column - 1 });
  return { location, isProgram: script.origin === 'program' && kind === 'source' };
}
