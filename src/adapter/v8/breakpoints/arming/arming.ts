import type { CallOptions } from '../../../../model/call-options.ts';
import { namesAround, namesInText } from '../../scripts/renamed-variables.ts';
import type { CdpLocation, Script } from '../../scripts/script-table.ts';
import { readSource } from '../../source/source-structure.ts';
import { NO_CODE, noPlaceReason } from '../../source/stray-places.ts';
import type { BreakpointHost } from '../breakpoint-host.ts';
import {
  generatedPlaces,
  metConditionOf,
  NO_NAMES,
  placeAbove,
  placeKey,
  tolerateTaken,
  writtenPlace,
} from '../breakpoint-places.ts';
import type { CdpBreakpoints } from '../cdp-breakpoints.ts';
import type { Placements } from '../placements.ts';
import type { ThreadBreakpoint } from '../thread-breakpoint.ts';
import { armingPlan, type LoadedFile, type PlaceByUrl } from './arming-plan.ts';
import { LoadedAgain } from './loaded-again.ts';

/** Sets breakpoints in V8 wherever they belong, and takes away what stands wrong. Where they came to stand, the placements judge. */
export class Arming {
  /** The breakpoints in files that are loaded again after an edit. */
  readonly loadedAgain: LoadedAgain;
  readonly #host: BreakpointHost;
  readonly #cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>;
  readonly #placements: Placements;

  constructor(host: BreakpointHost, cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>, placements: Placements) {
    this.#host = host;
    this.#cdpBreakpoints = cdpBreakpoints;
    this.#placements = placements;
    this.loadedAgain = new LoadedAgain(host, this);
  }

  /** The loaded scripts of a file: callers look for them once for all breakpoints in the file. */
  fileOf(path: string): LoadedFile {
    const urls = this.#host.scripts.naming.urlsOf(path);
    const loaded = this.#host.scripts.containing(path, urls);
    return { urls, loaded, compiled: loaded.filter((script) => this.#host.scripts.isCompiledFrom(script, path)) };
  }

  /** Sets a breakpoint in all scripts of its file, also those that are yet to be loaded. */
  async arm(bound: ThreadBreakpoint, file: LoadedFile, options?: CallOptions): Promise<void> {
    const { entries, places } = armingPlan(bound, file, this.#host);
    await Promise.all([
      ...entries.map(({ path, line }) => this.#host.entries.bind(path, line, options)),
      ...places.map((place) => this.#armByUrl(bound, place, options)),
      ...file.compiled.map((script) => this.armInScript(bound, script, options)),
    ]);
  }

  /** Another breakpoint has been set at its place in the script: by url there may be more than one. */
  async armAnew(bound: ThreadBreakpoint, options?: CallOptions): Promise<void> {
    const removals = [...bound.cdpIds].map((cdpId) => this.#cdpBreakpoints.remove(cdpId, bound, options));
    bound.cdpIds.clear();
    await Promise.all([...removals, this.arm(bound, this.fileOf(bound.path), options)]);
  }

  /**
   * Sets a breakpoint in a script that has just been loaded. By its url it was set before its map was known, and stands on the
   * wrong line.
   */
  async bindIn(bound: ThreadBreakpoint, script: Script): Promise<void> {
    if (bound.urls.has(script.url)) await this.disarm(bound, script.url);
    if (this.loadedAgain.isEdited(bound)) await this.loadedAgain.follow(bound, script);
    await this.armInScript(bound, script);
  }

  async #armByUrl(bound: ThreadBreakpoint, { url, place, file }: PlaceByUrl, options?: CallOptions): Promise<void> {
    bound.urls.add(url);
    const text = bound.condition !== undefined && file?.map.hasNames ? readSource(file.path) : undefined;
    const names = file && text !== undefined ? namesInText(file.map, text, place) : NO_NAMES;
    const params = { url, ...place, ...metConditionOf(bound, names) };
    const reply = await tolerateTaken(this.#host.session.send('Debugger.setBreakpointByUrl', params, options));
    if (!reply) return this.#share(bound, placeKey(url, place));
    this.#cdpBreakpoints.keep(reply.breakpointId, placeKey(url, place));
    await this.#placements.adopt(bound, place, reply);
    const [loaded] = this.#host.scripts.withUrl([url]);
    // There is no code behind that line in the text that runs.
    if (!loaded || bound.state.kind !== 'pending') return;
    const reason = noPlaceReason(await this.#host.texts.of(loaded.id), place);
    await this.#placements.refuse(bound, { ...place, scriptId: loaded.id }, reason);
  }

  /** Lets a breakpoint stand where another one stands already, asked for at another line of the source. */
  async #share(bound: ThreadBreakpoint, key: string): Promise<void> {
    const breakpointId = this.#cdpBreakpoints.idAt(key);
    const [owner] = breakpointId === undefined ? [] : this.#cdpBreakpoints.ownersOf(breakpointId);
    // With conditions of their own they cannot be one; the second one then waits for another script.
    if (breakpointId === undefined || !owner || owner.condition !== bound.condition || bound.isRetired) return;
    this.#cdpBreakpoints.own(breakpointId, bound);
    bound.cdpIds.add(breakpointId);
    const places = this.#cdpBreakpoints.placesOf(breakpointId);
    await Promise.all(places.map((location) => this.#placements.place(bound, breakpointId, location)));
  }

  /** Sets a breakpoint in one loaded script that was compiled from its file, or that is its file. */
  armInScript(bound: ThreadBreakpoint, script: Script, options?: CallOptions): Promise<void> {
    const armed = bound.inScripts.get(script.id) ?? this.#setInScript(bound, script, options);
    bound.inScripts.set(script.id, armed);
    return armed;
  }

  async #setInScript(bound: ThreadBreakpoint, script: Script, options?: CallOptions): Promise<void> {
    if (bound.isRetired) return;
    const { scripts, texts, entries } = this.#host;
    const map = scripts.mapOf(script);
    const isCompiled = scripts.isCompiledFrom(script, bound.path);
    // Without an await where nothing was edited: what is sent now comes before what is sent next.
    const line = this.loadedAgain.isEdited(bound) ? await this.loadedAgain.lineIn(bound, script) : bound.wanted.line;
    // An earlier text of the file that has no such statement.
    if (bound.isRetired || line === undefined) return;
    const places = !isCompiled ? [writtenPlace(bound, line)] : map ? generatedPlaces(map, bound, line) : [];
    // Its file is loaded all the same: nothing else would say so.
    if (places.length === 0)
      await this.#placements.refuse(bound, { scriptId: script.id, ...placeAbove(map, bound) }, NO_CODE);
    const isWatched = entries.reloads.watch(script, (scriptId) => texts.of(scriptId));
    const set = places.map((place) => this.#setAt(bound, { scriptId: script.id, ...place }, options));
    await Promise.all([isWatched, ...set]);
  }

  async #setAt(bound: ThreadBreakpoint, location: Required<CdpLocation>, options?: CallOptions): Promise<void> {
    const { session, scripts } = this.#host;
    const { scriptId, ...place } = location;
    const names = bound.condition === undefined ? NO_NAMES : await namesAround(session, scripts, location);
    const params = { location, ...metConditionOf(bound, names) };
    const reply = await tolerateTaken(session.send('Debugger.setBreakpoint', params, options));
    if (!reply) return this.#share(bound, placeKey(scriptId, place));
    const { breakpointId: cdpId, actualLocation } = reply;
    this.#cdpBreakpoints.keep(cdpId, placeKey(scriptId, place));
    bound.settings.push({ cdpId, location: actualLocation, arrival: session.arrivalOf(reply) ?? 0 });
    await this.#placements.adopt(bound, place, { breakpointId: cdpId, locations: [actualLocation] });
  }

  /** Takes away what was set by the file's own url, as long as that was wrong. */
  async disarm(bound: ThreadBreakpoint, url: string): Promise<void> {
    bound.urls.delete(url);
    const cdpIds = [...bound.cdpIds];
    bound.cdpIds.clear();
    bound.places.clear();
    await Promise.all(cdpIds.map((cdpId) => this.#cdpBreakpoints.remove(cdpId, bound)));
  }
}
