import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { ProcessIdentity } from '../../../../model/session-summary.ts';
import { isAlive } from '../../../../process/is-alive.ts';
import { DapDebugAdapter } from '../../../dap/dap-debug-adapter.ts';
import type { AdapterLink } from '../../../dap/recipe/adapter-link.ts';
import type { AdapterOptions } from '../../../language.ts';
import { pythonRecipe } from '../recipe.ts';
import type { FollowWanted } from './follow-files.ts';

/** Processes that are remembered. */
const MAX_BEGUN = 200;
/** A process looks for what is wanted once in this time (LOOK_S in follow_start.py). */
const LOOK_MS = 1;

interface Following {
  readonly link: AdapterLink;
  /** Lets the processes know. */
  onWanted(wanted: FollowWanted): void;
}

/** The adopted ones of the Python processes below a program. What is set here decides which are adopted. */
export class FollowedPython extends DapDebugAdapter {
  readonly #files = new Set<string>();
  #functions: readonly string[] = [];
  #exceptions: FollowWanted['exceptions'] = 'uncaught';
  #following: Following | undefined;
  /** The processes that have run code of the program's own, whatever became of them. */
  readonly #begun = new Map<number, ProcessIdentity>();

  constructor(options: AdapterOptions) {
    super({ ...options, recipe: pythonRecipe });
  }

  /** Takes over the processes that report from now on. */
  begin(following: Following): void {
    this.#following = following;
    void this.#publish();
    this.follow(following.link);
  }

  /** A process has begun to run code of the program's own. */
  began(process: ProcessIdentity): void {
    this.#begun.delete(process.pid);
    this.#begun.set(process.pid, process);
    for (const pid of this.#begun.keys()) if (this.#begun.size > MAX_BEGUN || !isAlive(pid)) this.#begun.delete(pid);
    this.events.emit('unadopted', process);
  }

  get unadopted(): readonly ProcessIdentity[] {
    const debugged = new Set(this.threads().flatMap(({ pid, process }) => pid ?? process?.pid ?? []));
    return [...this.#begun.values()].filter(({ pid }) => !debugged.has(pid) && isAlive(pid));
  }

  override async setBreakpoints(
    path: string,
    wanted: readonly SourceBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    if (wanted.length > 0) this.#files.add(path);
    else this.#files.delete(path);
    const [set] = await Promise.all([super.setBreakpoints(path, wanted, options), this.#publish()]);
    return set;
  }

  override async setFunctionBreakpoints(
    wanted: readonly FunctionBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    this.#functions = wanted.flatMap(({ name }) => name.split('.').at(-1) ?? []);
    const [set] = await Promise.all([super.setFunctionBreakpoints(wanted, options), this.#publish()]);
    return set;
  }

  override async setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#exceptions = mode === 'none' || mode === 'uncaught' ? mode : 'all';
    await Promise.all([super.setExceptionBreakpoints(mode, options), this.#publish()]);
  }

  /** Resolves when what any process does next comes after a look at it: one that looked just before does not look again at once. */
  async #publish(): Promise<void> {
    // Some file systems permit a name that cannot be put into a list of lines.
    const names = [...new Set([...this.#files].map((path) => basename(path)))].filter((name) => !name.includes('\n'));
    this.#following?.onWanted({ names, functions: this.#functions, exceptions: this.#exceptions });
    // A timer may come up to a millisecond early.
    if (this.unadopted.length > 0) await sleep(LOOK_MS + 1);
  }
}
