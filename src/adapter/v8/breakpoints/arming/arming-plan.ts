import type { GeneratedPosition } from '../../../../sourcemap/source-map.ts';
import { bareUrl } from '../../scripts/bare-url.ts';
import { type GeneratedFile, isOutdated } from '../../scripts/generated-files.ts';
import type { Script } from '../../scripts/script-table.ts';
import type { BreakpointHost } from '../breakpoint-host.ts';
import { generatedPlaces, writtenPlace } from '../breakpoint-places.ts';
import { FIRST_CHARACTER } from '../entries/trap.ts';
import type { ThreadBreakpoint } from '../thread-breakpoint.ts';

/** The loaded scripts of a file: looked for once for all breakpoints in the file. */
export interface LoadedFile {
  readonly urls: readonly string[];
  readonly loaded: readonly Script[];
  readonly compiled: readonly Script[];
}

/** A place for a breakpoint in all scripts of a url, be they loaded or not. */
export interface PlaceByUrl {
  readonly url: string;
  readonly place: GeneratedPosition;
  /** The file on disk that was compiled from the breakpoint's. */
  readonly file: GeneratedFile | undefined;
}

/** The places at which a breakpoint is set, beside the scripts that were compiled from its file. */
interface ArmingPlan {
  readonly places: readonly PlaceByUrl[];
  /** Files whose scripts are stopped where they begin, or at a line, to look at their maps. */
  readonly entries: readonly { readonly path: string; readonly line: GeneratedPosition }[];
}

/** Plans the urls at which a breakpoint is set, and the scripts that must be looked at first. */
export function armingPlan(bound: ThreadBreakpoint, file: LoadedFile, host: BreakpointHost): ArmingPlan {
  const asWritten = planAsWritten(bound, file, host);
  const plans = new Map<string, PlaceByUrl[]>();
  for (const url of asWritten.urls) plans.set(url, [{ url, place: writtenPlace(bound), file: undefined }]);
  const entries = [...asWritten.entries];
  for (const output of host.program.generatedFrom(bound.path)) {
    const places = generatedPlaces(output.map, bound);
    if (isOutdated(output, bound.path)) {
      entries.push({ path: output.path, line: places[0] ?? FIRST_CHARACTER });
      continue;
    }
    for (const url of host.scripts.naming.urlsOf(output.path)) {
      const set = places.map((place) => ({ url, place, file: output }));
      plans.set(url, set);
    }
  }
  for (const { url } of file.compiled) plans.delete(url);
  return { places: [...plans.values()].flat(), entries };
}

/**
 * Under which urls a file's scripts have its own lines. Where a file is compiled as it is loaded, its script has the file's url and
 * another text: a line set by url would be the wrong one. Then the script is stopped where it begins, to look at its map.
 */
function planAsWritten(
  bound: ThreadBreakpoint,
  { urls, loaded, compiled }: LoadedFile,
  { program }: BreakpointHost,
): { readonly urls: readonly string[]; readonly entries: ArmingPlan['entries'] } {
  const ownUrlOf = ({ url }: Script) => bareUrl(url);
  if (!program.isTransformed(bound.path) && !compiled.some(({ url }) => urls.includes(url))) {
    // What a `sourceURL` comment says is reported as it is written.
    const said = loaded.length === 0 ? [bound.path] : [];
    return { urls: [...urls, ...loaded.map(({ url }) => url), ...said], entries: [] };
  }
  const own = loaded.filter((script) => urls.includes(ownUrlOf(script)));
  if (own.length === 0) return { urls: [], entries: [{ path: bound.path, line: writtenPlace(bound) }] };
  return { urls: own.map(({ url }) => url), entries: [] };
}
