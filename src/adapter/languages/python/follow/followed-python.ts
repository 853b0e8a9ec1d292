import { basename } from 'node:path';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../../../model/breakpoint.ts';
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
  /** Those that have run code of the program's own, whatever became of them. */
  readonly #begun = new Map<number, ProcessIdentity>();

  constructor(options: AdapterOptions) {
    super({ ...options, recipe: pythonRecipe });
  }

  /** Takes over the processes that report from now on. */
  begin(following: Following): void {
    this.#following = following;
    this.#publish();
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

  override setBreakpoints(
    path: string,
    wanted: readonly SourceBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    if (wanted.length > 0) this.#files.add(path);
    else this.#files.delete(path);
    const set = super.setBreakpoints(path, wanted, options);
    this.#publish();
    return set;
  }

  override setFunctionBreakpoints(
    wanted: readonly FunctionBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    this.#functions = wanted.flatMap(({ name }) => name.split('.').at(-1) ?? []);
    const set = super.setFunctionBreakpoints(wanted, options);
    this.#publish();
    return set;
  }

  override setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#exceptions = mode === 'none' || mode === 'uncaught' ? mode : 'all';
    const set = super.setExceptionBreakpoints(mode, options);
    this.#publish();
    return set;
  }

  #publish(): void {
    // Some file systems permit a name that cannot be put into a list of lines.
    const names = [...new Set([...this.#files].map((path) => basename(path)))].filter((name) => !name.includes('\n'));
    this.#following?.onWanted({ names, functions: this.#functions, exceptions: this.#exceptions });
  }
}
