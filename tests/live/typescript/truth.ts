import { realPathOf } from '../../../src/adapter/v8/scripts/real-path.ts';
import type { BreakpointRecord } from '../../../src/model/breakpoints/breakpoint-record.ts';
import type { SourceLocation } from '../../../src/model/source-location.ts';
import type { StopOutcome } from '../../../src/model/stop-outcome.ts';
import { breakpointVerdicts } from '../../../src/session/breakpoints/breakpoint-verdicts.ts';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { GATE_LINE, knownLine, SUBJECT_LINES, type TruthProgram } from './truth-program.ts';

const WAIT_MS = 15_000;
/** More stops than any choice of lines can cause: a program that stops on and on must not hang the test. */
const MAX_STOPS = 2_000;

/** The wanted place of a breakpoint. */
export type Wanted =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'past the end'; readonly by: number }
  | { readonly kind: 'unloaded' }
  | { readonly kind: 'missing' };

/** The outcome of one breakpoint. */
export interface SeenBreakpoint {
  readonly wanted: Wanted;
  readonly line: number;
  /** As the session answered when it was set: before the start, or with its file loaded. */
  readonly atFirst: BreakpointRecord;
  readonly atEnd: BreakpointRecord;
  readonly verdict: string;
  /** The stops of the program because of it. */
  readonly stops: readonly SourceLocation[];
  readonly subject: string;
}

/** One run of the program with many breakpoints. */
export class GateRun {
  readonly #session: DebugSession;
  readonly #program: TruthProgram;
  readonly #places: readonly Wanted[];
  readonly #stops: (SourceLocation & { readonly ids: readonly number[] })[] = [];

  constructor(session: DebugSession, program: TruthProgram, places: readonly Wanted[]) {
    this.#session = session;
    this.#program = program;
    this.#places = places;
  }

  async setBeforeStart(): Promise<SeenBreakpoint[]> {
    const first: BreakpointRecord[] = [];
    for (const wanted of this.#places) first.push(await this.#session.breakpoints.plan(this.#requestOf(wanted)));
    await this.#session.start({ timeoutMs: WAIT_MS });
    await this.#runToEnd(await this.#session.waitForStop({ timeoutMs: WAIT_MS }));
    return this.#seen(first);
  }

  /** Sets them between the two exercises. */
  async setAfterLoad(): Promise<SeenBreakpoint[]> {
    const { breakpoints } = this.#session;
    const gate = await breakpoints.plan({ target: { kind: 'line', path: this.#program.main, line: GATE_LINE } });
    await this.#session.start({ timeoutMs: WAIT_MS });
    const stop = await this.#session.waitForStop({ timeoutMs: WAIT_MS });
    if (stop.kind !== 'stopped' || !stop.hitBreakpointIds.includes(gate.id)) {
      const state = JSON.stringify(breakpoints.get(gate.id).state);
      throw new Error(`no stop between the exercises, but ${JSON.stringify(stop)}; its breakpoint: ${state}`);
    }
    await breakpoints.remove(gate.id);
    const first: BreakpointRecord[] = [];
    for (const wanted of this.#places) first.push(await breakpoints.set(this.#requestOf(wanted)));
    await this.#runToEnd(await this.#session.resume('continue', { timeoutMs: WAIT_MS }));
    return this.#seen(first);
  }

  async #runToEnd(from: StopOutcome): Promise<void> {
    let outcome = from;
    for (let stops = 0; outcome.kind === 'stopped' && stops < MAX_STOPS; stops++) {
      this.#stops.push({ ...outcome.location, ids: outcome.hitBreakpointIds });
      outcome = await this.#session.resume('continue', { timeoutMs: WAIT_MS });
    }
    if (outcome.kind !== 'exited') throw new Error(`the program did not end: ${JSON.stringify(outcome)}`);
  }

  #requestOf(wanted: Wanted) {
    return { target: { kind: 'line', path: this.#pathOf(wanted), line: lineOf(wanted) } } as const;
  }

  #pathOf({ kind }: Wanted): string {
    return kind === 'unloaded' || kind === 'missing' ? this.#program[kind] : this.#program.subject;
  }

  #seen(first: readonly BreakpointRecord[]): SeenBreakpoint[] {
    return this.#places.flatMap((wanted, index): SeenBreakpoint[] => {
      const atFirst = first[index];
      if (!atFirst) return [];
      // One that can never be hit is answered so, and not kept.
      const atEnd = this.#session.breakpoints.list().find(({ id }) => id === atFirst.id) ?? atFirst;
      const stops = this.#stops.filter(({ ids }) => ids.includes(atFirst.id));
      const [verdict = ''] = breakpointVerdicts([atEnd], { place: () => 'here' });
      return [
        { wanted, line: lineOf(wanted), atFirst, atEnd, verdict, stops, subject: realPathOf(this.#program.subject) },
      ];
    });
  }
}

function lineOf(wanted: Wanted): number {
  if (wanted.kind === 'line') return wanted.line;
  // A text that ends with a newline shows one more, empty line in editors; that one is not past the end for everybody.
  return wanted.kind === 'past the end' ? SUBJECT_LINES + 2 + wanted.by : 2;
}

/** Every claim about a breakpoint that what happened contradicts, as text. */
export function contradictionsOf(seen: readonly SeenBreakpoint[], when: string): string[] {
  return seen.flatMap((breakpoint) => {
    const problems = [
      ...stateProblems(breakpoint, when),
      ...stopProblems(breakpoint, when),
      ...verdictProblems(breakpoint),
    ];
    return problems.map((problem) => `${problem} | ${described(breakpoint)}`);
  });
}

/** The state fits the kind of place. */
function stateProblems({ wanted, line, atFirst, atEnd: { state } }: SeenBreakpoint, when: string): string[] {
  const problems: string[] = [];
  if (when === 'before start' && atFirst.state.kind === 'verified')
    problems.push('verified before anything was loaded');
  if (wanted.kind === 'unloaded' && state.kind !== 'pending')
    problems.push('not pending, although its file is not loaded');
  if (wanted.kind === 'missing' || wanted.kind === 'past the end') {
    if (state.kind !== 'rejected') problems.push('not rejected, although there is no such line');
  }
  if (wanted.kind !== 'line') return problems;
  const known = knownLine(line);
  if (known?.runs !== 'none') {
    if (state.kind !== 'verified') problems.push('not verified, although its line has code and was loaded');
    else if (state.location.line !== line) problems.push('moved away from a line that has code');
    if (when === 'after load' && atFirst.state.kind !== 'verified')
      problems.push('not verified at once, although loaded');
  }
  if (state.kind === 'pending' && /not loaded/.test(state.reason)) problems.push('said not to be loaded, but is');
  return problems;
}

/** Stops happened where the state says, and if its line runs. */
function stopProblems({ line, atEnd, stops, subject }: SeenBreakpoint, when: string): string[] {
  const { state, hits } = atEnd;
  const problems: string[] = [];
  if (hits !== stops.length) problems.push(`${hits} hits are counted, but it stopped ${stops.length} times`);
  if (state.kind !== 'verified')
    return stops.length > 0 ? [...problems, `it stopped although ${state.kind}`] : problems;
  const at = state.location;
  const strays = stops.filter((stop) => stop.line !== at.line || realPathOf(stop.path) !== subject);
  if (strays.length > 0) problems.push(`it stopped elsewhere: ${strays.map(placeText).join(', ')}`);
  if (realPathOf(at.path) !== subject) problems.push(`verified in another file: ${at.path}`);
  const runs = knownLine(at.line)?.runs;
  const mustStop = runs === 'always' || (runs === 'load' && when === 'before start');
  if (mustStop && stops.length === 0) problems.push('verified on a line that ran, but it never stopped');
  if (runs === 'never' && stops.length > 0) problems.push('it stopped on a line that never runs');
  if (at.line === line)
    return state.movedFromLine === undefined ? problems : [...problems, 'said to be moved, but is not'];
  if (state.movedFromLine !== line) problems.push('moved without being said to be');
  const crosses = knownLine(at.line)?.inside !== knownLine(line)?.inside;
  if (crosses && state.warning === undefined) problems.push('moved into another function without a warning');
  return problems;
}

function verdictProblems({ atEnd: { state, hits }, verdict }: SeenBreakpoint): string[] {
  if (hits > 0) return /: hit (once|\d+ times)/.test(verdict) ? [] : ['the verdict does not say how often it was hit'];
  if (/: hit /.test(verdict)) return ['the verdict says that it was hit'];
  if (state.kind === 'verified' && !/reach/.test(verdict))
    return ['the verdict does not say that it was never reached'];
  if (state.kind === 'rejected' && !verdict.includes(state.reason))
    return ['the verdict does not say why it was rejected'];
  return [];
}

function described({ wanted, line, atEnd: { state }, verdict, stops }: SeenBreakpoint): string {
  const text = wanted.kind === 'line' ? `"${knownLine(line)?.text.trim()}"` : wanted.kind;
  return `line ${line} ${text}: ${JSON.stringify(state)}; stops: ${stops.map(placeText).join(' ') || 'none'}; ${verdict}`;
}

function placeText({ line, column }: SourceLocation): string {
  return `${line}:${column}`;
}
