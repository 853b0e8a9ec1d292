import type { TraceRecord } from '../../../../../src/model/trace/trace-record.ts';
import type { WantedCall } from '../../../../../src/model/trace/trace-request.ts';
import { callLines } from './call-lines.ts';
import { type CorpusProgram, type CorpusRun, folderOf, isTarget, processRecords } from './corpus-run.ts';
import { folded } from './folding.ts';
import { callsOf, type OracleCall } from './frame-events.ts';

/** Calls of `target` by program, each in lines. */
export type Frames = Readonly<Record<string, readonly string[]>>;

/** The tracer's records of the wanted calls, for each program: a run for each call that is wanted. */
export async function tracedFrames(run: CorpusRun): Promise<{ frames: Frames; outputs: string[] }> {
  const frames: Record<string, string[]> = {};
  const outputs: string[] = [];
  for (const programs of groups(run.programs)) {
    const [{ call, limits } = {}] = programs;
    if (call === undefined || limits === undefined) continue;
    const place = { kind: 'function', name: 'target' } as const;
    const { records, stdout } = await run.trace({ kind: 'frame', place, call }, limits);
    outputs.push(stdout);
    const found = processRecords(records).flatMap(wantedCalls);
    for (const each of programs) {
      const own = found.filter(({ path }) => path.startsWith(run.pathOf(`${folderOf(each)}/`)));
      frames[each.name] = joined(own.map(({ record }) => callLines(record)));
    }
  }
  return { frames, outputs };
}

/** The real events in them. */
export function realFrames(run: CorpusRun): Frames {
  const calls = run.logs.flatMap((log) => [callsOf(log, run.places)]);
  const entries = run.programs.map((each) => {
    const found = calls.flatMap((list) => wantedOf(each, list));
    const lines = found.map((call) => callLines({ ...call, events: folded(call.events, each.limits.maxEvents) }));
    return [each.name, joined(lines)];
  });
  return Object.fromEntries(entries);
}

/** Programs of which the same call is wanted. */
function groups(programs: readonly CorpusProgram[]): CorpusProgram[][] {
  const found = new Map<string, CorpusProgram[]>();
  for (const each of programs) {
    const key = JSON.stringify([each.call, each.limits]);
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return [...found.values()];
}

/** The wanted calls of a process, as they were written last, with the file of each. */
function wantedCalls(records: readonly TraceRecord[]) {
  const paths = new Map(records.flatMap((each) => (each.kind === 'function' ? [[each.id, each.path] as const] : [])));
  const calls = records.flatMap((each) =>
    each.kind === 'call' && each.isWanted ? [[each.function, each] as const] : [],
  );
  return [...new Map(calls)].map(([id, record]) => ({ record, path: paths.get(id) ?? '' }));
}

function wantedOf(program: CorpusProgram, calls: readonly OracleCall[]): OracleCall[] {
  const files = program.files.map(({ name }) => `${folderOf(program)}/${name}`);
  const own = calls.filter(({ of }) => files.includes(of.file) && isTarget(of.name));
  const functions = [...new Set(own.map(({ of }) => of.id))];
  return functions.flatMap(
    (id) =>
      chosen(
        own.filter(({ of }) => of.id === id),
        program.call,
      ) ?? [],
  );
}

function chosen(calls: readonly OracleCall[], call: WantedCall): OracleCall | undefined {
  if (call.kind === 'number') return calls[call.number - 1];
  if (call.kind === 'last') return calls.at(-1);
  return call.kind === 'throws' ? calls.find(({ end }) => end.kind === 'threw') : calls[0];
}

/** Several calls in an order that does not depend on which process wrote first. */
function joined(calls: readonly string[][]): string[] {
  return [...calls].sort((a, b) => (a.join() < b.join() ? -1 : 1)).flat();
}
