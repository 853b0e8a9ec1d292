import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from '../../../../model/session-summary.ts';
import { isAlive } from '../../../../process/is-alive.ts';
import { type ProcessReport, programName } from './reports.ts';

const POLL_MS = 20;

/** The pid and the name of a process that reports itself. */
export function identityOf(report: ProcessReport): ProcessIdentity {
  return { pid: report.pid, name: programName(report) ?? 'node' };
}

/** The processes of a tree that run without a debugger, and what each of them knows of what is wanted. */
export class UnadoptedProcesses {
  readonly #versions = new Map<number, number>();
  /** Identities of processes, also of ended ones: their last reports may be read after that was seen. */
  readonly #identities = new Map<number, ProcessIdentity>();
  #onChange: (() => void) | undefined;

  hear(report: ProcessReport): void {
    if (report.kind === 'begun' || report.kind === 'reached') {
      this.#versions.set(report.pid, report.version);
      this.#identities.set(report.pid, identityOf(report));
    } else if (report.kind !== 'left' && report.kind !== 'worker') {
      this.#versions.delete(report.pid);
      this.#identities.delete(report.pid);
    }
    this.#onChange?.();
  }

  /** The process with this pid, if it runs without a debugger, or did to its end. */
  get(pid: number): ProcessIdentity | undefined {
    return this.#identities.get(pid);
  }

  list(): readonly ProcessIdentity[] {
    return [...this.#identities.values()].filter(({ pid }) => this.#versions.has(pid) && this.#lives(pid));
  }

  /** True if some may not know a version. */
  areBehind(version: number): boolean {
    return this.behind(version).length > 0;
  }

  /** The processes that have not read a version of the settings. */
  behind(version: number): readonly ProcessIdentity[] {
    return this.list().filter(({ pid }) => (this.#versions.get(pid) ?? version) < version);
  }

  /** Resolves when none is behind a version, or when the time is over: one that is blocked reads nothing. */
  async reach(version: number, { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (this.areBehind(version) && Date.now() < deadline && !signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
      // Those that end say nothing.
      await Promise.race([changed, sleep(POLL_MS, undefined, { ref: false })]);
    }
    this.#onChange = undefined;
  }

  #lives(pid: number): boolean {
    if (isAlive(pid)) return true;
    this.#versions.delete(pid);
    return false;
  }
}
