import type { FrameEvent, TracedChange, TracedEnd } from '../../../../src/model/trace/trace-record.ts';
import type { RecordOf } from './traced-run.ts';

type Shown = string | readonly string[] | Readonly<Record<string, string>>;
type Snapshot = Readonly<Record<string, readonly [number, Shown]>>;

interface OracleLine {
  readonly line: number;
  readonly before: Snapshot;
  readonly after: Snapshot | null;
}

/** The output of oracle.py. */
export interface Oracle {
  readonly lines: readonly OracleLine[];
  readonly calls: readonly (readonly [string, Shown | null])[];
  readonly end: readonly ['returned' | 'threw', Shown];
  readonly branches: readonly (readonly [number, boolean])[];
  /** Line of the loop, and the line by which its passes are seen. */
  readonly loops: readonly (readonly [number, number])[];
  /** Names that handlers give to what they catch: a `caught` says it. */
  readonly caught: readonly string[];
  /** Functions and classes of the program. */
  readonly defined: readonly string[];
}

/** The differences of a recorded call from the interpreter; empty when they agree. */
export function differences(call: RecordOf<'call'>, oracle: Oracle, libraryCalls: readonly string[] = []): string[] {
  const events = call.events.filter((each) => each.kind !== 'call' || !libraryCalls.includes(each.name));
  return [
    ...pathDifferences(call.events, oracle),
    ...branchDifferences(call.events, oracle),
    ...callDifferences(events, oracle),
    ...endDifferences(call.end, oracle),
  ];
}

/** Walks both paths at once: what was left out as skipped passes is stepped over by the loop's own lines. */
function pathDifferences(events: readonly FrameEvent[], { lines, loops, caught }: Oracle): string[] {
  const found: string[] = [];
  const seenBy = new Map(loops);
  const isEndless = (line: number) => seenBy.get(line) !== line;
  let at = 0;
  /** Lines of loops whose head has just been seen, so that it is not another pass. */
  const heads: number[] = [];
  for (const event of events) {
    if (event.kind === 'line') {
      if (heads.at(-1) === event.line) {
        // The same run of the head, told within its pass.
        found.push(...changeDifferences(event.changes ?? [], lines[at - 1], caught));
        continue;
      }
      if (lines[at]?.line !== event.line)
        return [...found, `line ${event.line}, but the interpreter ran ${lines[at]?.line} (${at})`];
      if (!seenBy.has(event.line) || event.changes)
        found.push(...changeDifferences(event.changes ?? [], lines[at], caught));
      heads.length = 0;
      if (seenBy.has(event.line)) heads.push(event.line);
      at++;
    } else if (event.kind === 'pass') {
      if (isEndless(event.line)) continue;
      if (heads.at(-1) !== event.line) {
        if (lines[at]?.line !== event.line)
          return [...found, `pass ${event.pass} of ${event.line}, but the interpreter ran ${lines[at]?.line}`];
        at++;
        heads.length = 0;
        heads.push(event.line);
      }
    } else if (event.kind === 'skipped') {
      const head = seenBy.get(event.line);
      for (let pass = 0; pass < event.passes; pass++) {
        if (lines[at]?.line !== head) return [...found, `skipped pass at ${lines[at]?.line}, not ${head}`];
        do at++;
        while (at < lines.length && lines[at]?.line !== head);
      }
      heads.length = 0;
    } else if (event.kind === 'loopEnd') {
      // The head that found nothing more.
      if (!isEndless(event.line) && lines[at]?.line === event.line && heads.at(-1) !== event.line) at++;
      heads.length = 0;
    }
  }
  if (at !== lines.length) found.push(`${lines.length - at} more lines ran: ${lines[at]?.line}`);
  return found;
}

/** Both ways: what is said to have changed is so afterwards, and what has changed is said. */
function changeDifferences(
  changes: readonly TracedChange[],
  line: OracleLine | undefined,
  caught: readonly string[],
): string[] {
  if (!line?.after) return [];
  const { before, after } = line;
  const found: string[] = [];
  for (const { name, before: was, after: is } of changes) {
    const root = name.split(/[.[]/)[0] ?? '';
    if (root !== name) continue;
    const shown = after[name]?.[1];
    if (is === undefined ? shown !== undefined : typeof shown === 'string' && is.type !== shown && is.text !== shown)
      found.push(`${line.line}: ${name} is ${is?.text}, but the interpreter says ${JSON.stringify(shown)}`);
    if (was === undefined && before[name] !== undefined) found.push(`${line.line}: ${name} was there before`);
  }
  const said = new Set([...caught, ...changes.map(({ name }) => name.split(/[.[]/)[0])]);
  for (const [name, [id, shown]] of Object.entries(after)) {
    const was = before[name];
    const isOther = was === undefined || JSON.stringify(was[1]) !== JSON.stringify(shown);
    // Another variable may have said it for the same object.
    const others = Object.entries(after).filter(([, [otherId]]) => otherId === id);
    if (isOther && !others.some(([other]) => said.has(other)))
      found.push(`${line.line}: ${name} changed to ${JSON.stringify(shown)} unsaid`);
  }
  for (const name of Object.keys(before))
    if (!(name in after) && !said.has(name)) found.push(`${line.line}: ${name} went unsaid`);
  return found;
}

/** Passes that are left out went the ways of those that are kept: as sets, both are the same. */
function branchDifferences(events: readonly FrameEvent[], { branches }: Oracle): string[] {
  const said = new Set(
    events.flatMap((each) =>
      each.kind === 'branch' && !each.what.startsWith('case') ? `${each.line} ${each.taken}` : [],
    ),
  );
  const real = new Set(branches.map(([line, taken]) => `${line} ${taken}`));
  return [
    ...[...said].filter((each) => !real.has(each)).map((each) => `branch ${each} never was`),
    ...[...real].filter((each) => !said.has(each)).map((each) => `branch ${each} is not said`),
  ];
}

function callDifferences(events: readonly FrameEvent[], { calls, defined }: Oracle): string[] {
  const skips = events.some(({ kind }) => kind === 'skipped');
  // Those of libraries are said where they are written: the interpreter was not asked about them.
  const isOwn = (name: string) => !name.includes('.') || !name.startsWith('asyncio') || defined.includes(name);
  const said = events.flatMap((each) => (each.kind === 'call' && isOwn(each.name) ? [each] : []));
  const found: string[] = [];
  if (!skips && said.length !== calls.length)
    found.push(`calls ${said.map(({ name }) => name)}, but the interpreter made ${calls.map(([name]) => name)}`);
  if (skips || said.length !== calls.length) return found;
  for (const [index, [name, result]] of calls.entries()) {
    const call = said[index];
    if (
      call?.end?.kind === 'returned' &&
      typeof result === 'string' &&
      call.end.value.text !== result &&
      name !== '__init__' &&
      call.end.value.type !== result
    )
      found.push(`${call.name} returned ${call.end.value.text}, but the interpreter says ${name} gave ${result}`);
    if (call?.end?.kind === 'threw' && call.end.error.type !== result)
      found.push(`${call.name} threw ${call.end.error.type}, not ${result}`);
  }
  return found;
}

function endDifferences(end: TracedEnd, { end: [kind, shown] }: Oracle): string[] {
  if (end.kind !== kind) return [`ended ${end.kind}, but the interpreter says ${kind}`];
  const text = end.kind === 'returned' ? end.value.text : end.kind === 'threw' ? end.error.type : '';
  const isSame = typeof shown !== 'string' || text === shown || (end.kind === 'returned' && end.value.type === shown);
  return isSame ? [] : [`ended with ${text}, but the interpreter says ${shown}`];
}
