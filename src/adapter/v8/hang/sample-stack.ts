import { isAbsolute } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callBundled } from '../../../cdp/function-text.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { WatchedFrame } from '../../hang-evidence.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import type { runningStack } from './in-debuggee/running-stack.ts';
import runningStackText from './in-debuggee/running-stack.ts?in-debuggee';

/** A thread's answer to the question for its place. */
export interface SampledStack {
  /** The process's pid. */
  readonly pid: number | undefined;
  /** Innermost first, without the question itself. */
  readonly frames: readonly WatchedFrame[];
}

/** Frames that are looked at. */
const MAX_FRAMES = 500;
const ASK = callBundled<typeof runningStack>(runningStackText, MAX_FRAMES);

/** @returns undefined when the thread does not answer in time: it is inside a native call */
export async function sampleStack(
  session: CdpSession,
  scripts: ScriptTable,
  options: CallOptions,
): Promise<SampledStack | undefined> {
  // A pause that was asked for and not answered would otherwise come inside the question.
  const request = { expression: ASK, returnByValue: true, silent: true, disableBreaks: true };
  const reply = await session.send('Runtime.evaluate', request, options).catch(() => undefined);
  const answer: unknown = reply?.result.value;
  if (!Array.isArray(answer)) return undefined;
  const [pid, sites]: unknown[] = answer;
  return {
    pid: typeof pid === 'number' ? pid : undefined,
    frames: Array.isArray(sites) ? sites.flatMap((site) => frameOf(site, scripts) ?? []) : [],
  };
}

function frameOf(site: unknown, scripts: ScriptTable): WatchedFrame | undefined {
  if (!Array.isArray(site)) return undefined;
  const [name, url, line, column, startLine, startColumn]: unknown[] = site;
  if (typeof url !== 'string' || url === '' || typeof line !== 'number' || typeof column !== 'number') return undefined;
  const place = locateByUrl(url, line, column, scripts);
  const isModule = startLine === 1 && startColumn === 1;
  return {
    name: typeof name === 'string' && name !== '' ? name : isModule ? MODULE_FRAME : '(anonymous)',
    location: place.location,
    presentation: place.isProgram ? 'normal' : 'internal',
    functionId: `${url}:${String(startLine)}:${String(startColumn)}`,
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
