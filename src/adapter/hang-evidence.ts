import type { CallOptions } from '../model/call-options.ts';
import type {
  AwaitedObject,
  BlockedEventLoop,
  EndedPart,
  HangFrame,
  KeepAlive,
  LineRange,
  PendingAwait,
  RestingRole,
  RunFunction,
  SystemEvidence,
  ThreadRest,
} from '../model/hang-report.ts';
import type { ThreadId } from '../model/ids.ts';
import type { SourceLocation } from '../model/source-location.ts';

/** The activity of a thread, seen without stopping the thread. */
export type ThreadSample =
  /** Code of the program is on the stack. */
  | { readonly kind: 'running'; readonly frames: readonly HangFrame[] }
  /** The runtime works, without any code of the program on the stack. */
  | { readonly kind: 'between' }
  /** Nothing runs: it waits for something to happen. */
  | { readonly kind: 'idle' }
  /** The thread did not answer in time: it is inside a native call. */
  | { readonly kind: 'silent' }
  /** The thread is stopped, by a breakpoint or on request. */
  | { readonly kind: 'stopped' };

/** The value of a variable or of a part of a condition. */
export interface ConditionValue {
  readonly expression: string;
  /** One line. */
  readonly text: string;
  /** The value, if it is a number. */
  readonly number?: number;
  /** An object whose text does not distinguish it from others. */
  readonly opaque?: boolean;
}

/** A comparison: the loop goes on while it holds. `truth`: while `left`, which may be negated, is as it is. */
export interface LoopTest {
  readonly operator: '<' | '<=' | '>' | '>=' | '!=' | '==' | 'truth';
  readonly left: ConditionValue;
  readonly right?: ConditionValue;
}

/** A loop around the place where a frame stands. */
export interface LoopSnapshot {
  readonly lines: LineRange;
  /** The condition that keeps the loop going, as the source has it. */
  readonly condition?: string;
  /** `counted`: ends by itself after its items (`for … of`). `open`: by its tests. `endless`: nothing in it ends it. */
  readonly ending: 'counted' | 'open' | 'endless';
  /** True if the loop waits in each round for something to happen, so that other code runs meanwhile. */
  readonly awaits: boolean;
  readonly tests: readonly LoopTest[];
  /** The direction of the loop's counter, by the source alone: for values that cannot be read. */
  readonly course?: 'towards its limit' | 'away from its limit';
  /** Variables of the condition, then those that the body assigns. */
  readonly values: readonly ConditionValue[];
}

/** A frame with the loops around its place, innermost first. */
export interface InspectedFrame extends HangFrame {
  /** The same for all calls of one function. */
  readonly functionId: string;
  readonly loops: readonly LoopSnapshot[];
  /** The call that the frame is in, as the source has it. */
  readonly call?: string;
  /** After which time the call returns by itself, where it says so: `time.sleep(0.5)`, `queue.get(timeout=1)`. */
  readonly callLimitMs?: number;
}

/** The stack of a running thread, which was stopped for a moment to read the values of its loops. */
export type InspectedStack =
  | { readonly kind: 'running'; readonly frames: readonly InspectedFrame[] }
  | { readonly kind: 'between' }
  | { readonly kind: 'unanswered' };

/** The functions that ran in a thread between events, over some time. */
export interface ThreadActivity {
  /**
   * The program's functions: the one that keeps the others going first, placed at its loop, then those most often called.
   * Undefined: not counted.
   */
  readonly functions: readonly RunFunction[] | undefined;
  readonly countedMs: number;
  /** Inspected at the beginning of these functions, oldest first. */
  readonly inspections: readonly InspectedFrame[];
  /** Tasks of which each waits for the next one, and the last one for the first. */
  readonly taskCycle?: readonly TaskInCycle[];
}

/** A task of an event loop that waits for a lock which another one has. */
export interface TaskInCycle {
  readonly task: string;
  readonly waitsForTask: string;
  /** As the source has it: `async with lock_b`. */
  readonly call: string;
  readonly location: SourceLocation;
  readonly stack: readonly HangFrame[];
}

/** The things that an idle thread waits for. */
export interface ThreadWaits {
  readonly keptAliveBy: readonly KeepAlive[];
  /** Innermost first. */
  readonly awaits: readonly PendingAwait[];
  /** The awaits among them that wait for a connection, as a server should. */
  readonly serving?: readonly PendingAwait[];
  /** `busy` for a thread of a pool that is at work in no code of the program. */
  readonly inPool?: RestingRole | 'busy';
}

/** Facts about what the threads of a process wait for. */
export interface WaitFacts {
  /** The parts that ended by an exception, or were lost. */
  readonly ended: readonly EndedPart[];
  readonly awaited: readonly AwaitedObject[];
}

export const NO_FACTS: WaitFacts = { ended: [], awaited: [] };

/** True if a thread can go on although nothing comes from outside of the program. */
export type Standstill =
  | { readonly kind: 'free' }
  /** The thread waits, without a limit, for another thread. Each wait has another turn; none where that cannot be told. */
  | { readonly kind: 'waits'; readonly turn?: number; readonly inPool?: RestingRole }
  /**
   * The thread, or some of its tasks, are in a circle in which each waits for the next. The places tell the circle from others.
   */
  | { readonly kind: 'circle'; readonly of: 'threads' | 'tasks'; readonly places: readonly string[] };

/** A native call that a silent thread is in. */
export interface BlockedCall {
  readonly call?: string;
  /** Innermost first; empty when the thread could not say. */
  readonly frames: readonly HangFrame[];
  /** The kind of thing that must go on first, if known: a thread that ends, a thread that lets a lock go, another process. */
  readonly on?: 'thread' | 'lock' | 'process';
  readonly eventLoop?: BlockedEventLoop;
  readonly remedy?: string;
  /** Advice about the wait, as a sentence without its full stop. */
  readonly advice?: string;
  /** True if the call matches a pattern, and computes. */
  readonly isMatching?: true;
  /** Addresses at which the call waits for a connection. */
  readonly listens?: readonly string[];
  /** The thread that has what this one waits for. */
  readonly waitsFor?: number;
  readonly system?: SystemEvidence;
}

/** The end of a program, as the program itself saw it. */
export interface ExitEvidence {
  /** True if the process has nothing left to do, and is looked at before it ends. */
  readonly isHeld: boolean;
  /** Nothing was left to do, although these async functions had not gone on. Empty: an ordinary end. */
  readonly awaits: readonly PendingAwait[];
}

/**
 * Evidence of an adapter about a program that may be stuck. Every call leaves each thread as it was: running, or stopped where it
 * stood. A thread that has ended answers like a thread that does not answer.
 */
export interface HangEvidence {
  /** The longest time of an attach by pid to a process that answers, if an attach takes more than a signal. */
  readonly attachToPidMs?: number | undefined;
  /** Prepares for watching. Best called before the program's first line: what happens earlier is not known. */
  watch(options?: CallOptions): Promise<void>;
  sample(threadId: ThreadId, options?: CallOptions): Promise<ThreadSample>;
  inspectWhileRunning(threadId: ThreadId, options?: CallOptions): Promise<InspectedStack>;
  /**
   * The number of the program's frames, from the outermost on, that do not return within the time. 0: the thread came back to the
   * runtime. Undefined if the adapter cannot find out.
   */
  staying(threadId: ThreadId, options: CallOptions & { readonly timeoutMs: number }): Promise<number | undefined>;
  /**
   * A loop at the same place in consecutive rounds, oldest first: as many as there are within the time, up to a few. Undefined when that
   * cannot be found out.
   */
  rounds(
    threadId: ThreadId,
    loop: LineRange,
    options: CallOptions & { readonly timeoutMs: number },
  ): Promise<readonly LoopSnapshot[] | undefined>;
  /**
   * The work and the sleep of a thread, without asking it; ends when the signal does, with the samples so far. Undefined if the
   * system does not say.
   */
  rest(threadId: ThreadId, options: CallOptions & { readonly timeoutMs: number }): Promise<ThreadRest | undefined>;
  activity(threadId: ThreadId, options: CallOptions & { readonly timeoutMs: number }): Promise<ThreadActivity>;
  waits(threadId: ThreadId, options?: CallOptions): Promise<ThreadWaits>;
  /** @param of A thread; or a process that could not be attached to because it does not answer. */
  blocked(of: number | { readonly pid: number }, options?: CallOptions): Promise<BlockedCall>;
  /** Undefined when that cannot be found out. */
  standstill?(threadId: ThreadId, options?: CallOptions): Promise<Standstill | undefined>;
  /** Facts of the whole process of a thread: asked of its first thread, the others know of nothing. */
  facts?(threadId: ThreadId, options?: CallOptions): Promise<WaitFacts>;
  /**
   * The place at which a silent thread matches a pattern and uses the processor, as a text that stays the same as long as the
   * thread is there; undefined for all other threads, and if the adapter cannot find out.
   */
  matching?(threadId: ThreadId, options?: CallOptions): Promise<string | undefined>;
  /** The end of the program, if it has ended or is about to. */
  end(): ExitEvidence;
}
