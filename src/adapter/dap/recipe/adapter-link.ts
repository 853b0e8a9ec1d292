import type { DapChildEvent } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { DebuggeeProcess } from '../../../process/debuggee-process.ts';
import type { Transport } from '../../../wire/transport.ts';

/** One DAP session that waits to be opened: the debuggee's own, or that of a process which it started. */
export interface SessionOffer {
  readonly transport: Transport<string>;
  /** The request that begins it, with the adapter's own arguments. */
  readonly command: 'launch' | 'attach';
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * The function that the program begins with, where it is to stop at its entry and the adapter's own stop would be in code of the system:
   * it is stopped at there once.
   */
  readonly entryFunction?: string | undefined;
}

/** A process that was started for a debuggee: the program itself, or a debug adapter that starts the program. */
interface StartedProcess {
  readonly kind: 'debuggee' | 'adapter';
  readonly process: DebuggeeProcess;
}

/** The way to a debuggee. Owned by the DapDebugAdapter, which closes it. */
export interface AdapterLink {
  /** Undefined where nothing was started: the program runs already. */
  readonly started: StartedProcess | undefined;
  /** Sessions come and go with processes of a program that is started elsewhere: there may be none, and its output is read there. */
  readonly isFollowing?: boolean;
  /** The launched program's name in messages. */
  readonly label: string;
  /** The file that is run, where that is known: it is a source of the program wherever it lies. Absolute. */
  readonly programFile?: string | undefined;
  /** Sets the one listener for sessions: the debuggee's first, then those of processes that it starts. */
  onSession(listener: (offer: SessionOffer) => void): void;
  /**
   * A further session that the adapter asked for.
   *
   * @see DAP startDebugging
   */
  childSession?(
    command: 'launch' | 'attach',
    configuration: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<SessionOffer>;
  /** The adapter's own event that asks for such a session to attach, where it was made before `startDebugging`. */
  readonly childEvent?: DapChildEvent;
  /**
   * The last text on the adapter's stderr, for errors. Given if the adapter's standard output carries the protocol, so that
   * nothing else may read stderr; otherwise left out.
   */
  stderrTail?(): string;
  /** Takes no further sessions. */
  close(): void;
}
