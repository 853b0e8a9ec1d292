import { dirname, sep } from 'node:path';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import { isInstalled } from '../../../files/installed.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { TraceRecord } from '../../../model/trace/trace-record.ts';
import { breakPlaces } from '../hang/inspection-breakpoints.ts';
import type { Script } from '../scripts/script-table.ts';
import { type TracedFunctionSpan, tracedFunctionsIn } from '../source/traced-functions.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

type BreakPlace = Awaited<ReturnType<typeof breakPlaces>>[number];
type CallFrame = CdpEventParams<'Debugger.paused'>['callFrames'][number];

/** A function of own code that is loaded in a thread, with the places where V8 can stop in it. */
export interface OwnFunction extends TracedFunctionSpan {
  /** The function's number, unique in its thread. */
  readonly id: number;
  /** Absolute, of the written file, with the written lines. */
  readonly path: string;
  readonly line: number;
  readonly lastLine: number;
  readonly script: OwnScript;
  /** In the order of the text. */
  readonly places: readonly OwnPlace[];
}

/** A script of own code. */
export interface OwnScript {
  readonly id: string;
  readonly text: string;
  /** The offsets at which the function's lines begin. */
  readonly starts: readonly number[];
}

/** A place where V8 can stop. */
export interface OwnPlace {
  readonly offset: number;
  readonly at: BreakPlace;
  /** The written line. */
  readonly line: number;
}

/** The functions of own code that a thread has loaded, found by the places of its frames. */
export class OwnFunctions {
  readonly all: readonly OwnFunction[];
  readonly #byScript = new Map<string, OwnFunction[]>();

  constructor(all: readonly OwnFunction[]) {
    this.all = all;
    for (const each of all) this.#byScript.set(each.script.id, [...(this.#byScript.get(each.script.id) ?? []), each]);
  }

  /** The innermost function around the place of a frame. */
  of({ location }: Pick<CallFrame, 'location'>): OwnFunction | undefined {
    const { scriptId, lineNumber, columnNumber = 0 } = location;
    const functions = this.#byScript.get(scriptId);
    const [first] = functions ?? [];
    if (!functions || !first) return undefined;
    const offset = (first.script.starts[lineNumber] ?? 0) + columnNumber;
    // Where it returns, V8 stands at or behind its last character.
    return functions.findLast(({ start, end }) => start <= offset && offset <= end);
  }
}

/** The scripts of own code that a thread has loaded. */
export function ownScripts(thread: V8Thread, roots: readonly string[]): Script[] {
  return thread.scripts.ofProgram().filter(({ path }) => !isInstalled(path) && isBelow(path, roots));
}

/** Finds the functions of own code in the scripts that a thread has loaded. */
export async function ownFunctions(
  thread: V8Thread,
  roots: readonly string[],
  options: CallOptions,
): Promise<OwnFunctions> {
  const scripts = ownScripts(thread, roots);
  // A file that was loaded several times is several scripts, which all may run.
  const found = await Promise.all(scripts.map(({ id }) => functionsOf(thread, id, roots, options).catch(() => [])));
  return new OwnFunctions(found.flat().map((each, index) => ({ ...each, id: index + 1 })));
}

/** The record of a function, in the tracers' form. */
export function functionRecord({ id, name, path, line, lastLine }: OwnFunction): TraceRecord {
  return { kind: 'function', id, name, path, line, endLine: Math.max(line, lastLine) };
}

async function functionsOf(
  thread: V8Thread,
  scriptId: ScriptId,
  roots: readonly string[],
  options: CallOptions,
): Promise<Omit<OwnFunction, 'id'>[]> {
  const text = await thread.texts.of(scriptId, options);
  const spans = tracedFunctionsIn(text);
  if (spans.length === 0) return [];
  const start = { lineNumber: 0, columnNumber: 0 };
  const found = await breakPlaces(thread, { scriptId, start, restrictToFunction: false }, options);
  const starts = lineStarts(text);
  const placed = found.map((at) => ({ at, offset: (starts[at.lineNumber] ?? 0) + (at.columnNumber ?? 0) }));
  const script = { id: scriptId, text, starts };
  return spans.flatMap((span) => {
    const own = placed.filter(({ offset }) => innermost(spans, offset) === span);
    const written = (lineNumber: number, columnNumber: number) =>
      thread.scripts.locate({ scriptId, lineNumber, columnNumber });
    const begin = written(span.startLine - 1, span.startColumn);
    if (begin.kind === 'generated' || isInstalled(begin.path) || !isBelow(begin.path, roots)) return [];
    const end = written(span.endLine - 1, span.endColumn);
    const places = own.flatMap((each) => {
      const place = written(each.at.lineNumber, each.at.columnNumber ?? 0);
      return place.kind === 'source' ? [{ ...each, line: place.line }] : [];
    });
    return [{ ...span, path: begin.path, line: begin.line, lastLine: end.line, script, places }];
  });
}

/** Its return stands behind its last character, where its code is an expression. */
function innermost(spans: readonly TracedFunctionSpan[], offset: number): TracedFunctionSpan | undefined {
  return (
    spans.findLast(({ start, end }) => start <= offset && offset < end) ??
    spans.findLast(({ start, end }) => start <= offset && offset === end)
  );
}

function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => dirname(path) === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
