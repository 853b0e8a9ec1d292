import type { CdpEventParams } from '../../../cdp/protocol.ts';
import { ASYNC_STACK, type AsyncParent, parseAsyncParents } from '../pauses/async-parents.ts';
import { isUncaught } from '../pauses/pause-verdict.ts';
import type { Script, ScriptTable } from '../scripts/script-table.ts';
import type { CallersFate } from '../source/throws/callers-fate.ts';
import type { ThrowSite } from '../source/throws/catch-sites.ts';
import type { FrameSite } from '../source/throws/frame-sites.ts';
import type { Summariser } from '../summary/summariser.ts';
import type { ThrowSites } from './throw-sites.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** True if an exception leaves a module, or the program's own code, by the frames of its pause and the callers that await them. */
export class ProgramExits {
  readonly #scripts: ScriptTable;
  readonly #summariser: Summariser;
  readonly #sites: ThrowSites;

  constructor(scripts: ScriptTable, summariser: Summariser, sites: ThrowSites) {
    this.#scripts = scripts;
    this.#summariser = summariser;
    this.#sites = sites;
  }

  /**
   * True if no code of the program has anything to do with an exception. A test runner hands on what an assertion has thrown by
   * rejecting promises, which V8 takes for uncaught where they are awaited only later; so does Node, in its streams for one.
   */
  async isNobodys(paused: Paused): Promise<boolean> {
    const { callFrames, reason } = paused;
    const scripts = callFrames.map(({ location }) => this.#scripts.get(location.scriptId));
    const isRunner = ({ url }: Script) => this.#scripts.naming.isTestRunner(url);
    if (!scripts.every((script) => script.origin === 'internal' || isRunner(script))) return false;
    if (scripts.some(isRunner)) return true;
    // What Node throws by itself, outside of a promise, ends the program: an `error` event without a listener.
    if (reason !== 'promiseRejection' || !isUncaught(paused)) return false;
    return !(await this.#asyncParents()).some(({ location: { path } }) => this.#scriptOf(path)?.origin === 'program');
  }

  /** True if nothing on the way from the throw to the top level of a module catches. */
  async leavesModule({ callFrames }: Paused): Promise<boolean> {
    const frames = callFrames.map(({ functionName, location }) => {
      return { functionName, location, script: this.#scripts.get(location.scriptId) };
    });
    const isProgram = ({ script }: { script: Script }) => script.origin !== 'internal';
    const own = frames.slice(frames.findIndex(isProgram), frames.findLastIndex(isProgram) + 1);
    // A function of Node between two of the program may catch; what it does is not known.
    if (own.length === 0 || !own.every(isProgram)) return false;
    let outermost: ThrowSite | undefined;
    for (const { location, script } of own) {
      outermost = await this.#sites.throwSite(script, location.lineNumber + 1, location.columnNumber ?? 0);
      if (outermost === undefined || outermost.caught) return false;
    }
    const reachesTop = outermost?.topLevel === true && own.at(-1)?.script.isModule === true;
    const from = reachesTop ? 'import' : bareName(own.at(-1)?.functionName ?? '');
    return this.#passThrough(await this.#asyncParents(), from);
  }

  /**
   * True if the program's own code lets the exception through to code that is not its own, which catches it. What a library or
   * Node throws and catches by itself does not count.
   */
  async leavesProgram({ callFrames }: Paused): Promise<boolean> {
    const frames = callFrames.map(({ location }) => ({ location, script: this.#scripts.get(location.scriptId) }));
    const first = frames.findIndex(({ script }) => script.origin === 'program');
    if (first === -1) return false;
    const end = frames.findIndex(({ script }, index) => index > first && script.origin !== 'program');
    for (const { location, script } of frames.slice(0, end === -1 ? undefined : end)) {
      const site = await this.#sites.throwSite(script, location.lineNumber + 1, location.columnNumber ?? 0);
      if (site?.caught) return false;
    }
    return end !== -1 || this.#leavesAwaiting();
  }

  /**
   * The fate of the promise that a function rejects, if nothing on the stack has called the function: a caller that awaits the
   * promise catches it, or the holder of the outermost caller's promise says more. V8 knows which of them handle it otherwise.
   *
   * V8 takes a promise that an async function returns for handled, once it has been returned for some turns (Node 20 to 26). So its word
   * that a handler exists counts only where the source does not say that the promise is dropped.
   */
  async fateBehind(rejecting: FrameSite, word: 'caught' | 'uncaught'): Promise<CallersFate> {
    const parents = await this.#asyncParents();
    if (parents.length === 0 || word === 'caught') return rejecting.byCallers();
    let outermost: FrameSite | undefined;
    for (const { location } of parents) {
      const script = this.#scriptOf(location.path);
      const place = { lineNumber: location.line - 1, columnNumber: location.column - 1 };
      outermost = script && (await this.#sites.frameSite({ scriptId: script.id, ...place }));
      if (outermost?.catches) return 'caught';
      if (outermost?.awaitsHandled) return 'kept';
    }
    return outermost?.byCallers() ?? 'open';
  }

  async #asyncParents(): Promise<AsyncParent[]> {
    return parseAsyncParents(await this.#summariser.callOn(ASYNC_STACK), this.#scripts.naming);
  }

  #scriptOf(path: string): Script | undefined {
    return this.#scripts.withUrl(this.#scripts.naming.urlsOf(path))[0];
  }

  /** The same for the callers that await what runs now. */
  async #leavesAwaiting(): Promise<boolean> {
    for (const { location } of await this.#asyncParents()) {
      const script = this.#scriptOf(location.path);
      if (script?.origin !== 'program') return true;
      const site = await this.#sites.throwSite(script, location.line, location.column - 1);
      if (site?.caught) return false;
    }
    return true;
  }

  /**
   * True if awaiting callers let the exception through, up to the top level of a module.
   *
   * @param from Name of the function that throws, or `import` for a module.
   */
  async #passThrough(parents: readonly AsyncParent[], from: string): Promise<boolean> {
    let awaited = from;
    for (const { name, location } of parents) {
      const script = this.#scriptOf(location.path);
      if (script === undefined) {
        // Node's own way from one module to the one that imports it.
        if (awaited === 'import') continue;
        return false;
      }
      const site = await this.#sites.throwSite(script, location.line, location.column - 1, awaited);
      if (site === undefined || site.caught) return false;
      awaited = site.topLevel && script.isModule ? 'import' : bareName(name);
    }
    return awaited === 'import';
  }
}

/** `total` of `Cart.total` and `Object.total [as sum]`; a name that nothing has for a function without one. */
function bareName(name: string): string {
  return name.split(' ')[0]?.split('.').at(-1) || '(anonymous)';
}
