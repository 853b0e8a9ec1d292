import { isInstalled } from '../../files/installed.ts';
import { statOf } from '../../files/read-file.ts';
import type { TracedCall, TraceFinding, TraceReport } from '../../model/trace/trace-report.ts';
import type { TracePlace, WantedCall, WantedTrace } from '../../model/trace/trace-request.ts';
import { lineFinding } from './line-finding.ts';
import { livesFinding } from './lives.ts';
import { nearFunctions } from './near-functions.ts';
import { originsFinding } from './origins.ts';
import { sourceOf } from './own-source.ts';

/** The folders and the start of a run's own code. */
interface FindingPlaces {
  /** Absolute; where own code lies. The program could name any other file to us. */
  readonly folders: readonly string[];
  /** The file or the command that was run. */
  readonly program: string;
}

/** The records' answer to the question. Only sources in those folders, or in a project around them, are shown. */
export function findingOf(report: TraceReport, wanted: WantedTrace, where: FindingPlaces): TraceFinding {
  if (wanted.kind === 'lines') return linesFinding(report, wanted, where);
  if (wanted.kind !== 'frame') return { kind: wanted.kind };
  if (wanted.call.kind === 'value') {
    const { texts, parts = [] } = wanted.call;
    return originsFinding(report, { texts, parts, inside: wanted.inside }, (path) => sourceOf(path, where.folders));
  }
  return wanted.inside
    ? livesFinding(report, wanted.inside, {
        sourceOf: (path) => sourceOf(path, where.folders),
        unknown: (place) => unknownPlace(place, where),
      })
    : frameFinding(report, wanted, where);
}

/** Chooses among the calls that the processes kept: each of them keeps one for each function of the name. */
function frameFinding(
  { calls, totals, functions }: TraceReport,
  wanted: Extract<WantedTrace, { kind: 'frame' }>,
  where: FindingPlaces,
): TraceFinding {
  const called = totals.filter((each) => each.calls > 0);
  if (called.length > 1) return { kind: 'ambiguous', totals: called };
  const asWanted = calls.filter(({ isWanted }) => isWanted);
  // One that stands in may have been written for several calls, while it was not known which would be the last.
  const call = asWanted.length > 0 ? chosen(asWanted, wanted.call) : calls.at(-1);
  if (!call && functions.length > 0) return { kind: 'neverCalled', functions };
  if (!call) return unknownPlace(wanted.place, where);
  const total = called.find((each) => each.function.key === call.function.key);
  const source = sourceOf(call.function.path, where.folders);
  return { kind: 'frame', call, isWanted: asWanted.length > 0, source, ...(total ? { total } : {}) };
}

function linesFinding(
  { files }: TraceReport,
  { within, file }: Extract<WantedTrace, { kind: 'lines' }>,
  where: FindingPlaces,
): TraceFinding {
  if (files.length > 0) return lineFinding(files, where.folders);
  if (within) return unknownPlace(within, where);
  return { kind: 'unknown', near: [], ...(file === undefined ? {} : { file: stateOf(file) }) };
}

function unknownPlace(place: TracePlace, where: FindingPlaces): TraceFinding {
  const near = place.kind === 'function' ? nearFunctions(place.name, where) : [];
  return { kind: 'unknown', near, ...(place.path === undefined ? {} : { file: stateOf(place.path) }) };
}

function stateOf(path: string): 'missing' | 'installed' | 'unloaded' {
  if (statOf(path) === undefined) return 'missing';
  return isInstalled(path) ? 'installed' : 'unloaded';
}

/** Calls are in the order in which they began; a number is counted in each process by itself. */
function chosen(calls: readonly TracedCall[], wanted: WantedCall): TracedCall | undefined {
  return wanted.kind === 'last' ? calls.at(-1) : calls[0];
}
