import type { SourceLocation } from './source-location.ts';
import type { Thread } from './stack-frame.ts';
import type { OutputExcerpt } from './stop-report.ts';

/** A call on the stack of a program that is looked at while it runs, innermost first in lists. */
export interface HangFrame {
  /** The function's name; `(anonymous)` where it has none. */
  readonly name: string;
  /** `path` is absolute, or the runtime's own name for a built-in. */
  readonly location: SourceLocation;
  /** As a StackFrame's: `normal` is the program's own code. */
  readonly presentation: 'normal' | 'internal' | 'async';
}

/** A thread at one place. */
export interface HangSite {
  readonly thread: Thread;
  /** The innermost place of the program's own code; absent when it could not be found out. */
  readonly location?: SourceLocation;
  readonly stack: readonly HangFrame[];
}

/** Lines of one file, 1-based, both included. */
export interface LineRange {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** A variable, or a part of a condition, over all samples. */
export interface ObservedValue {
  readonly expression: string;
  /** One-line texts, oldest first; the same text again and again is there once. */
  readonly values: readonly string[];
  readonly changes: boolean;
}

/** A loop of the program that was running at every look. */
export interface ObservedLoop {
  readonly lines: LineRange;
  /** Name of the function that it stands in. */
  readonly functionName: string;
  /** `counted`: after its items. `open`: by its condition, or by a way out behind no test. `endless`: nothing in it ends it. */
  readonly ending: 'counted' | 'open' | 'endless';
  /** The source text of what ends it, shortened; absent when no test does (`while (true)` without a way out). */
  readonly condition?: string;
  readonly values: readonly ObservedValue[];
}

/** An async function that waits at a place. */
export interface PendingAwait {
  readonly name: string;
  readonly location: SourceLocation;
  /** The awaited expression, as the source has it; absent where the runtime does not say. */
  readonly awaits?: string;
  /** The number of tasks that wait there so, where they are several. */
  readonly tasks?: number;
}

/** An event loop that a call of the program keeps from going on. */
export interface BlockedEventLoop {
  /** The function that the event loop does not get back from; `isCoroutine` when it is an async function, else a callback. */
  readonly blockedBy: PendingAwait & { readonly isCoroutine: boolean };
  /** The work that would go on otherwise. */
  readonly waiting: readonly PendingAwait[];
}

/** Something that keeps a process alive, or that a thread waits for. */
export type KeepAlive =
  | {
      readonly kind: 'timer';
      readonly delayMs: number;
      /** Milliseconds until the timer fires; absent if the runtime does not say. */
      readonly dueInMs?: number;
      readonly repeats: boolean;
      /** The function that the timer calls. */
      readonly callback?: PendingAwait;
    }
  | { readonly kind: 'server'; readonly address: string }
  | {
      readonly kind: 'socket';
      readonly local?: string;
      readonly remote?: string;
      /** True if the connection is not established yet. */
      readonly connecting?: boolean;
    }
  | {
      readonly kind: 'child process';
      readonly pid: number;
      readonly command: string;
      /** Its activity as the operating system has it; `unknown` where that does not say. */
      readonly state: 'running' | 'sleeping' | 'stopped' | 'ended' | 'unknown';
      /** True if the process is blocked writing to a full pipe that its parent could read. */
      readonly hasFullPipe?: boolean;
    }
  | { readonly kind: 'thread'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'lock'; readonly name: string }
  /** In the runtime's own word (`FSReqCallback`), how many of it there are. */
  | { readonly kind: 'other'; readonly name: string; readonly count: number };

/** The operating system's view of a thread that does not answer. */
export interface SystemEvidence {
  /** `read`, `wait4`, `futex`; absent while it computes, and where the system does not say. */
  readonly systemCall?: string;
  /** The object of the call: a path, a pipe, a socket's addresses. */
  readonly subject?: string;
  /** True if the child uses the processor. */
  readonly computes?: boolean;
  /** Processes that the child started and that are there. */
  readonly children: readonly Extract<KeepAlive, { kind: 'child process' }>[];
}

/** The time of a thread, as the operating system saw it. */
export interface ThreadRest {
  /** The part of the time in which it used the processor or was ready to, 0 to 1. */
  readonly busyShare: number;
  /** The number of times it was woken, worked, and went to sleep again. */
  readonly wakes: number;
  /** From one wake to the next, where there were two. */
  readonly periodMs?: number;
}

/** A function that ran while the program was watched. */
export interface RunFunction {
  readonly name: string;
  readonly location: SourceLocation;
  readonly calls: number;
}

/** One side of a deadlock: a thread, or a task of a thread's event loop. */
export interface DeadlockedThread extends HangSite {
  /** The task's name. */
  readonly task?: string;
  /** The task that would have to go on first. */
  readonly waitsForTask?: string;
  /** The call that the thread is in, as the source has it: `Atomics.wait(locks, 1, 1)`, `lock_b.acquire()`. */
  readonly call: string;
  /** The thread that would have to go on first, itself where it waits for its own lock; absent when any of the others would do. */
  readonly waitsFor?: Thread;
}

/** Something that has ended by an exception, or without having done its work, while others go on. */
export interface EndedPart {
  /** `call`: one that an executor made. `worker`: a process of a pool. */
  readonly kind: 'thread' | 'task' | 'callback' | 'call' | 'process' | 'worker';
  readonly name: string;
  /** The exception's type and message. */
  readonly error?: string;
  /** The code of a process; negative: the number of the signal that ended it. */
  readonly exitCode?: number;
  /** The innermost call of own code that the exception came out of. */
  readonly place?: { readonly name: string; readonly location: SourceLocation };
  /** True if it used what others wait for. */
  readonly isMissed: boolean;
  /** Advice, as a sentence without its full stop. */
  readonly advice?: string;
}

/** An object that is waited for: a queue, an event, a barrier. */
export interface AwaitedObject {
  /** As the source has it. */
  readonly name: string;
  /** As a phrase: `empty`, `full, 2 of 2`, `not set`. */
  readonly state: string;
  readonly isFull?: true;
  /** Other threads and tasks whose calls use it, and what these are in. */
  readonly usedBy: readonly { readonly who: string; readonly call?: string }[];
}

/**
 * The role of a thread that has nothing to do itself: `worker` of a pool waits for work, `helper` serves the pool, `starter` is of a process that
 * waits for orders to start or track others.
 */
export type RestingRole = 'worker' | 'helper' | 'starter';

/** The reason why a program does not go on, or the fact that it does. */
export type HangFinding =
  | ({
      readonly kind: 'busy loop';
      readonly hung: true;
      readonly loop: ObservedLoop;
      /** Frame of `stack` whose code the loop is. */
      readonly loopFrame: number;
    } & HangSite)
  | ({
      readonly kind: 'busy event loop';
      readonly hung: true;
      /** Most often called first. */
      readonly functions: readonly RunFunction[];
      /** The time for which they were counted. */
      readonly countedMs: number;
      readonly values: readonly ObservedValue[];
    } & HangSite)
  | ({
      readonly kind: 'waiting';
      readonly hung: true;
      readonly keptAliveBy: readonly KeepAlive[];
      /** Innermost first; empty when none was found. */
      readonly awaits: readonly PendingAwait[];
      readonly inPool?: RestingRole;
    } & HangSite)
  | ({
      readonly kind: 'blocked call';
      readonly hung: true;
      /** The call as the source has it; absent when the thread could not be asked. */
      readonly call?: string;
      /** Number of the thread that has what this one waits for. */
      readonly waitsFor?: number;
      readonly system?: SystemEvidence;
      readonly eventLoop?: BlockedEventLoop;
      /** A call of the program's language that does not block. */
      readonly remedy?: string;
      /** The advice, as a sentence without its full stop; where nothing is known beside the call, there is none. */
      readonly advice?: string;
      /** True if the call matches a pattern, and computes. */
      readonly isMatching?: true;
      /** The time without an answer. */
      readonly busyMs?: number;
      /** The call that waits for the end of the process, where no code of the program runs in it. */
      readonly awaitedBy?: { readonly call: string; readonly location: SourceLocation };
    } & HangSite)
  /** A signal (SIGSTOP) has stopped its process. */
  | ({ readonly kind: 'suspended'; readonly hung: true; readonly pid: number } & HangSite)
  | ({
      readonly kind: 'deadlock';
      readonly hung: true;
      readonly threads: readonly DeadlockedThread[];
    } & HangSite)
  /**
   * The program ended although something was still awaited: Node's exit code 13, or 0 with an async function that never went on.
   */
  | ({
      readonly kind: 'ended early';
      readonly hung: false;
      readonly exitCode: number | null;
      readonly awaits: readonly PendingAwait[];
    } & HangSite)
  | {
      readonly kind: 'finished';
      readonly hung: false;
      readonly exitCode: number | null;
      readonly signal: string | null;
    }
  | ({
      readonly kind: 'progressing';
      readonly hung: false;
      /** The progress that was seen, as a phrase. */
      readonly evidence: string;
      readonly values: readonly ObservedValue[];
      /** A guess from the speed of a counter towards its limit. */
      readonly leftMs?: number;
    } & HangSite)
  /** The program listens for connections, and none of its code runs: most servers are so most of the time. */
  | ({
      readonly kind: 'idle';
      readonly hung: false;
      /** The addresses at which the program listens. */
      readonly addresses: readonly string[];
      readonly keptAliveBy: readonly KeepAlive[];
    } & HangSite)
  /** Code runs, and nothing shows whether it comes to an end. */
  | ({
      readonly kind: 'busy';
      readonly hung: false;
      /** The call that the thread is in, or its loop, as the source has it. */
      readonly what: string;
      /** The part of the activity that was seen, as a phrase. */
      readonly evidence: string;
      /** The time for which the thread was seen there at every look. */
      readonly busyMs?: number;
      readonly values: readonly ObservedValue[];
    } & HangSite)
  /** A loop that sleeps, or waits with a time limit, and works in turns. */
  | ({
      readonly kind: 'sleeping loop';
      readonly hung: false;
      /** The call that the thread sleeps in, as the source has it. */
      readonly call?: string;
      readonly loop: ObservedLoop;
      /** From one round to the next, where that could be seen or stands in the call. */
      readonly periodMs?: number;
      /** True if the loop was seen going round; otherwise the call's own time limit says that it will. */
      readonly seenRound: boolean;
    } & HangSite)
  /** A command that has not come to a program of its language within the time. */
  | ({
      readonly kind: 'starting';
      readonly hung: false;
      readonly timeoutMs: number;
      /** The processes that the program had come to. */
      readonly keptAliveBy: readonly KeepAlive[];
    } & HangSite)
  /** The time that the whole call was given was over before it could be found out. */
  | ({ readonly kind: 'undecided'; readonly hung: false; readonly timeoutMs: number } & HangSite)
  /** The program stood at a breakpoint, at an exception or where it was paused, before it could hang; a live session only. */
  | ({ readonly kind: 'stopped'; readonly hung: false; readonly reason: string } & HangSite)
  | { readonly kind: 'lost'; readonly hung: false; readonly cause: string };

/** The findings on a watched program. */
export type HangReport = HangFinding & {
  /** From the start of watching to the finding. */
  readonly durationMs: number;
  /** The number of times the program was looked at. */
  readonly samples: number;
  readonly sampleIntervalMs: number;
  /** The other threads, with what each of them does as a phrase. */
  readonly otherThreads: readonly { readonly thread: Thread; readonly doing: string }[];
  /** The ends that others miss come first; absent where nothing has ended so. */
  readonly ended?: readonly EndedPart[];
  /** Absent where nothing is known. */
  readonly awaited?: readonly AwaitedObject[];
  /** The program's last output. */
  readonly output: OutputExcerpt;
  /** The next step to take, as a sentence. */
  readonly nextStep: string;
};
