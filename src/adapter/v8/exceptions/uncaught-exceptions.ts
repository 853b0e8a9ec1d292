import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { IS_NOBODYS, IS_UNDECIDED, isUncaught, LEAVES_PROGRAM } from '../pauses/pause-verdict.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import type { Summariser } from '../summary/summariser.ts';
import { ProgramExits } from './program-exits.ts';
import { FATES, walkRejection } from './rejection-walk.ts';
import { ThrowSites } from './throw-sites.ts';
import { UndecidedThrows } from './undecided-throws.ts';

type Paused = CdpEventParams<'Debugger.paused'>;
/** V8's choices: it has none for exceptions that a library catches. */
type PauseOnExceptions = 'none' | 'uncaught' | 'all';

/** Caught exceptions that a thread may be stopped by for nothing, at about a millisecond each, before V8's word is taken. */
const MAX_IGNORED_PAUSES = { uncaught: 50, userUnhandled: 1_000 };
/**
 * An exception that the program itself catches counts as so many: it may go on like that, while Node's own exceptions end with
 * its start.
 */
const PROGRAM_WEIGHT = 5;

/** Code of the program, which may be loaded later than that of the tools that load it. */
interface AwaitedProgram {
  readonly hasCome: boolean;
  onCome(listener: () => void): void;
  watch(options?: CallOptions): Promise<void>;
}

/** The fate of an exception: `undecided` if a handler of the promise that it rejects may come later. */
type Fate = 'uncaught' | 'caught' | 'undecided';

/**
 * Decides which exceptions stop a thread.
 *
 * V8's word is a guess. Node evaluates ES modules inside a `try` of its own and throws again what it caught, so V8 takes whatever leaves a
 * module's top level for caught, and `uncaught` would never stop an ES module. And of a promise that is rejected in the turn in which
 * it was made, V8 cannot know the handler that the next statement attaches. Therefore V8 is asked for all exceptions at first,
 * and the sources of the frames say what becomes of each: no frame catches it, and no caller awaits it in a `try`, handles its promise, or
 * keeps that for later. What cannot be known yet does not stop the thread ({@link UndecidedThrows}).
 *
 * In the same way those are found that leave the program's own code for a library that catches them; before any of that code
 * is loaded, there are none. Node 20 alone throws one for each package that is imported by its name.
 *
 * @see CDP Debugger.setPauseOnExceptions
 */
export class UncaughtExceptions {
  /** The exceptions that stopped nothing, because their fate was not known yet. */
  readonly undecided: UndecidedThrows;
  readonly #session: CdpSession;
  readonly #scripts: ScriptTable;
  readonly #program: AwaitedProgram;
  readonly #sites: ThrowSites;
  readonly #exits: ProgramExits;
  #mode: ExceptionBreakMode = 'none';
  /** The state that V8 was asked for. */
  #requested: PauseOnExceptions = 'none';
  #ignoredPauses = 0;
  #isRecorded = false;

  constructor(session: CdpSession, scripts: ScriptTable, summariser: Summariser, program: AwaitedProgram) {
    this.#session = session;
    this.#scripts = scripts;
    this.#program = program;
    program.onCome(() => this.beforeResume('continue'));
    this.#sites = new ThrowSites(session);
    this.#exits = new ProgramExits(scripts, summariser, this.#sites);
    this.undecided = new UndecidedThrows(scripts, summariser);
  }

  /** True if any of them stop it. */
  get areStopping(): boolean {
    return this.#mode !== 'none';
  }

  /** True if a step stops at caught ones, too. */
  get stopSteps(): boolean {
    return this.#plainMode() === 'all';
  }

  /**
   * The number of caught exceptions that were looked at before V8's word was taken for the rest; undefined while all are looked
   * at.
   */
  get limitReached(): number | undefined {
    if (!this.#isLookedAt(this.#mode)) return undefined;
    return this.#ignoredPauses < MAX_IGNORED_PAUSES[this.#mode] ? undefined : MAX_IGNORED_PAUSES[this.#mode];
  }

  async setMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#mode = mode;
    const watched = mode === 'userUnhandled' ? this.#program.watch(options) : undefined;
    await Promise.all([this.#request(this.#wanted(), options), watched]);
  }

  /** Has V8 report all exceptions to the recorder, whatever stops the thread. A step is not to be interrupted by them. */
  async record(isRecorded: boolean, options?: CallOptions): Promise<void> {
    if (this.#isRecorded === isRecorded) return;
    this.#isRecorded = isRecorded;
    await this.#request(this.#wanted(), options);
  }

  /** To be called before the thread goes on: a step that is interrupted by an exception that is no news would be lost. */
  beforeResume(command: 'continue' | 'step'): void {
    const state = command === 'step' ? this.#plainMode() : this.#wanted();
    // A failure means that the connection is gone, which the resuming command reports.
    if (state !== this.#requested) this.#request(state).catch(() => {});
  }

  /**
   * The pause at an exception, with our word for whether it is caught; undefined where the program catches it, while only
   * others are wanted.
   */
  async judge(paused: Paused): Promise<Paused | undefined> {
    if (this.#mode === 'none') return undefined;
    // What cannot be asked any more was caught by the end of the program.
    const fate = await this.#fateOf(paused).catch(() => (isUncaught(paused) ? 'uncaught' : 'caught'));
    const judged = { ...paused, data: { ...paused.data, uncaught: fate === 'uncaught' } };
    if (fate === 'uncaught' || this.#mode === 'all') {
      if (fate === 'undecided') return { ...judged, data: { ...judged.data, [IS_UNDECIDED]: true } };
      const isNobodys = await this.#exits.isNobodys(judged).catch(() => false);
      return isNobodys ? { ...judged, data: { ...judged.data, [IS_NOBODYS]: true } } : judged;
    }
    if (fate === 'undecided') await this.undecided.note(paused);
    if (this.#mode === 'userUnhandled' && (await this.#exits.leavesProgram(paused).catch(() => false))) {
      return { ...judged, data: { ...judged.data, [LEAVES_PROGRAM]: true } };
    }
    // V8 reports what it takes for uncaught in any case.
    if (isUncaught(paused)) return undefined;
    const isProgram = ({ location }: Paused['callFrames'][number]) =>
      this.#scripts.get(location.scriptId).origin === 'program';
    this.#countIgnoredPause(this.#mode === 'userUnhandled' && paused.callFrames.some(isProgram) ? PROGRAM_WEIGHT : 1);
    return undefined;
  }

  /** Records an exception that stopped the thread for nothing. */
  #countIgnoredPause(weight: number): void {
    if (this.#isRecorded) return;
    this.#ignoredPauses += weight;
    if (this.limitReached !== undefined) this.beforeResume('continue');
  }

  async #fateOf(paused: Paused): Promise<Fate> {
    const word = isUncaught(paused) ? 'uncaught' : 'caught';
    const fate = paused.reason === 'promiseRejection' ? await this.#fateOfRejection(paused, word) : undefined;
    if (fate && fate !== 'unseen') return fate;
    if (word === 'uncaught' || (await this.#exits.leavesModule(paused))) return 'uncaught';
    return fate === 'unseen' ? 'undecided' : 'caught';
  }

  /** Undefined where V8 knows more than the source says; `unseen` if the handler that V8 speaks of may not exist. */
  async #fateOfRejection({ callFrames }: Paused, word: 'caught' | 'uncaught'): Promise<Fate | 'unseen' | undefined> {
    const rejection = await walkRejection(
      callFrames.map(({ location }) => {
        const { origin, isModule } = this.#scripts.get(location.scriptId);
        return { isOwn: origin !== 'internal', isModule, site: () => this.#sites.frameSite(location) };
      }),
    );
    if (rejection.kind !== 'open') return rejection.kind;
    if (!rejection.rejecting) return undefined;
    const behind = await this.#exits.fateBehind(rejection.rejecting, word);
    if (behind === 'open') return word === 'caught' ? 'unseen' : undefined;
    // A handler that is there already V8 has seen.
    return behind === 'kept' && word === 'caught' ? undefined : FATES[behind];
  }

  /** True if caught exceptions are judged here. */
  #isLookedAt(mode: ExceptionBreakMode): mode is keyof typeof MAX_IGNORED_PAUSES {
    return mode in MAX_IGNORED_PAUSES;
  }

  #wanted(): PauseOnExceptions {
    if (this.#isRecorded) return 'all';
    if (this.#mode === 'userUnhandled' && !this.#program.hasCome) return 'uncaught';
    return this.#isLookedAt(this.#mode) && this.limitReached === undefined ? 'all' : this.#plainMode();
  }

  #plainMode(): PauseOnExceptions {
    return this.#mode === 'userUnhandled' ? 'uncaught' : this.#mode;
  }

  async #request(state: PauseOnExceptions, options?: CallOptions): Promise<void> {
    this.#requested = state;
    await this.#session.send('Debugger.setPauseOnExceptions', { state }, options);
  }
}
