import { existsSync, realpathSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import { messageOf } from '../../../src/model/debug-error.ts';
import type { SourceLocation } from '../../../src/model/source-location.ts';
import type { StopOutcome } from '../../../src/model/stop-outcome.ts';
import { DebugSession } from '../../../src/session/debug-session.ts';
import type { NodeVersion } from '../../support/node-versions.ts';
import { PROGRAM_OUTPUT, type ProgramLines } from '../../support/run-modes/program.ts';
import { launchRequestOf, type PreparedProgram } from '../../support/run-modes/run-mode.ts';

const WAIT_MS = 15_000;
const LIMITS = { depth: 0, maxChildren: 30, maxTextLength: 200 };

/** Frames of Node and of dependencies. */
const NOT_OURS = /^node:|[\\/]node_modules[\\/]/;

/** The variables of `totalOf`; anything else among its locals is a name that the author did not write. */
const LOCALS_OF_TOTAL = [
  ...['orderLines', 'level', 'runningTotal', 'largestTotal', 'position', 'current', 'lineTotal'],
  ...['discountRate', 'discounted', 'labelled'],
];

/** Everything that was seen while a program was debugged, as text, so that a difference can be read. */
export interface Seen {
  /** While the program was being loaded. */
  firstStop?: string;
  firstArgument?: string;
  firstStack?: string[];
  secondStop?: string;
  /** True if the line of the second stop is shown as it is written, also if its file is gone. */
  showsSource?: boolean;
  secondStack?: string[];
  /** Frames that are shown as the program's own, but are in no file that a person wrote. */
  strangeFrames?: string[];
  /** The breakpoints as the session says they are, at the second stop. */
  breakpoints?: string[];
  locals?: Record<string, string | undefined>;
  strangeLocals?: string[];
  steps?: string[];
  evaluated?: string;
  steppedOut?: string;
  ranTo?: string;
  evaluatedInMain?: string;
  ended?: string;
  logged?: string[];
  wroteOutput?: boolean;
  /** The error that ended the scenario before its end. */
  failure?: string;
}

/** The view that a person who debugs the program must have, in whatever way it runs. */
export function expectedOf({ lines, expectations }: PreparedProgram): Seen {
  const { target, afterTarget, call, afterCall, runTo, whileLoading, loadingCallers, log } = lines;
  const minified = expectations.code === 'minified';
  return {
    firstStop: `breakpoint util:${whileLoading}`,
    firstArgument: 'lamp',
    firstStack: [`util:${whileLoading}`, ...loadingCallers.map((line) => `main:${line}`)],
    secondStop: `breakpoint util:${target}`,
    showsSource: true,
    secondStack: [`totalOf util:${target}`, `checkout main:${call}`],
    strangeFrames: [],
    breakpoints: [`verified util:${log}`, `verified util:${target}`],
    locals: { level: '2', runningTotal: '0', largestTotal: '0', position: '0', 'current.title': '"lamp"' },
    strangeLocals: [],
    steps: afterTarget.map((line) => (minified ? 'in the loop' : `step util:${line}`)),
    evaluated: '60',
    steppedOut: `step main:${afterCall}`,
    ranTo: `goto main:${runTo}`,
    evaluatedInMain: '75',
    ended: 'exited 0',
    logged: ['price of lamp +1', 'price of chair +2'],
    wroteOutput: true,
  };
}

/** Debugs the program once, from its start to its end. Ends the session, whatever happens. */
export async function play(prepared: PreparedProgram, node: NodeVersion): Promise<{ seen: Seen; output: string }> {
  const session = new DebugSession(
    { id: 'scenario', language: 'node', createAdapter: () => new NodeAdapter() },
    { kind: 'launch', ...launchRequestOf(prepared, node) },
  );
  const seen: Seen = {};
  try {
    await new Scenario(session, prepared, seen).play();
  } catch (error) {
    seen.failure = messageOf(error);
  } finally {
    await session.end();
  }
  const chunks = session.output.since(0, 20_000).chunks;
  seen.logged = chunks.flatMap(({ category, text }) => (category === 'log' ? text.trim().split('\n') : []));
  const output = chunks.flatMap(({ category, text }) => (category === 'log' ? [] : text)).join('');
  seen.wroteOutput = output.includes(PROGRAM_OUTPUT);
  return { seen, output };
}

class Scenario {
  readonly #session: DebugSession;
  readonly #prepared: PreparedProgram;
  readonly #lines: ProgramLines;
  readonly #seen: Seen;

  constructor(session: DebugSession, prepared: PreparedProgram, seen: Seen) {
    this.#session = session;
    this.#prepared = prepared;
    this.#lines = prepared.lines;
    this.#seen = seen;
  }

  async play(): Promise<void> {
    const { source } = this.#prepared;
    const { breakpoints } = this.#session;
    const line = (at: number) => ({ kind: 'line', path: source, line: at }) as const;
    await breakpoints.plan({ target: line(this.#lines.log), logMessage: 'price of {orderLine.title} +{surcharge}' });
    const whileLoading = await breakpoints.plan({ target: line(this.#lines.whileLoading) });
    const target = await breakpoints.plan({ target: line(this.#lines.target) });
    await this.#session.start({ timeoutMs: WAIT_MS });
    await this.#first(await this.#session.waitForStop({ timeoutMs: WAIT_MS }));
    await breakpoints.remove(whileLoading.id);
    await this.#second(await this.#resume('continue'));
    await breakpoints.remove(target.id);
    await this.#move();
  }

  async #first(stop: StopOutcome): Promise<void> {
    this.#seen.firstStop = this.#nameOf(stop);
    this.#stopOr(stop);
    this.#seen.firstArgument = await this.#evaluate('item.title', 'lamp');
    const { own, strange } = await this.#stack();
    this.#seen.firstStack = own.map(({ place }) => place).slice(0, 3);
    this.#seen.strangeFrames = strange;
  }

  async #second(stop: StopOutcome): Promise<void> {
    this.#seen.secondStop = this.#nameOf(stop);
    this.#stopOr(stop);
    const { source } = await this.#session.report(LIMITS);
    const shown = source?.lines[this.#lines.target - source.startLine];
    this.#seen.showsSource = shown?.includes('const lineTotal =') ?? false;
    const { own, strange } = await this.#stack();
    this.#seen.secondStack = own.map(({ name, place }) => `${name} ${place}`).slice(0, 2);
    this.#seen.strangeFrames?.push(...strange);
    this.#seen.breakpoints = this.#session.breakpoints.list().map(({ state }) => {
      if (state.kind !== 'verified') return `${state.kind}: ${state.reason}`;
      const moved = state.movedFromLine === undefined ? '' : ` (moved from ${state.movedFromLine})`;
      return `verified ${this.#place(state.location)}${moved}`;
    });
    const [local] = await this.#session.inspection.scopes();
    const variables = await this.#session.inspection.variables(local?.variablesReference ?? 0, LIMITS);
    const values = new Map(variables.map(({ name, value }) => [name, value]));
    this.#seen.locals = {
      ...Object.fromEntries(
        ['level', 'runningTotal', 'largestTotal', 'position'].map((name) => [name, values.get(name)]),
      ),
      'current.title': await this.#evaluate('current.title'),
    };
    this.#seen.strangeLocals = [...values.keys()].filter((name) => !LOCALS_OF_TOTAL.includes(name));
  }

  async #move(): Promise<void> {
    const { main, expectations } = this.#prepared;
    this.#seen.steps = [];
    for (let step = 0; step < 3; step++) {
      const stop = await this.#resume('next');
      const name = this.#nameOf(stop);
      const isInLoop = expectations.code === 'minified' && this.#isInLoop(stop);
      this.#seen.steps.push(isInLoop ? 'in the loop' : name);
      this.#stopOr(stop);
      if (step === 0) this.#seen.evaluated = await this.#evaluate('lineTotal');
    }
    const caller = await this.#resume('stepOut');
    this.#seen.steppedOut = this.#nameOf(caller);
    this.#stopOr(caller);
    const runTo = { target: { kind: 'line', path: main, line: this.#lines.runTo }, oneShot: true } as const;
    await this.#session.breakpoints.set(runTo);
    const there = await this.#resume('continue');
    this.#seen.ranTo = this.#nameOf(there);
    this.#stopOr(there);
    this.#seen.evaluatedInMain = await this.#evaluate('grandTotal');
    this.#seen.ended = this.#nameOf(await this.#resume('continue'));
  }

  #resume(command: 'continue' | 'next' | 'stepOut'): Promise<StopOutcome> {
    return this.#session.resume(command, { timeoutMs: WAIT_MS });
  }

  /** A scenario goes on only from a stop: without one, what follows would be seen of something else. */
  #stopOr(outcome: StopOutcome): void {
    if (outcome.kind === 'stopped') return;
    const states = this.#session.breakpoints.list().map(({ target, state, hits }) => {
      const line = target.kind === 'line' ? target.line : target.name;
      return `${line}: ${state.kind === 'verified' ? `verified ${this.#place(state.location)}` : `${state.kind}, ${state.reason}`}, ${hits} hits`;
    });
    throw new Error(`no stop, but ${this.#nameOf(outcome)}; breakpoints: ${states.join('; ')}`);
  }

  /** The frames of the program, and those that claim to be but are in no source that a person wrote. */
  async #stack(): Promise<{ own: { name: string; place: string }[]; strange: string[] }> {
    const frames = await this.#session.inspection.stack();
    const named = frames
      .filter(({ presentation, location }) => presentation !== 'internal' && !NOT_OURS.test(location.path))
      .map(({ name, location, presentation }) => ({ name, presentation, location, place: this.#place(location) }));
    const strange = named
      .filter(({ location }) => !this.#isSource(location.path))
      .map(({ name, place }) => `${name} ${place}`);
    return { own: named.filter(({ presentation }) => presentation === 'normal'), strange };
  }

  #isSource(path: string): boolean {
    const { source, main, expectations } = this.#prepared;
    if (path === source || path === main) return true;
    const extension = source.endsWith('.ts') ? /\.ts$/ : /\.c?js$/;
    return isAbsolute(path) && extension.test(path) && (existsSync(path) || !expectations.sourcesExist);
  }

  async #evaluate(expression: string, unquoted?: string): Promise<string> {
    const outcome = await this.#session.inspection.evaluate({ expression, readOnly: false, ...LIMITS });
    if (outcome.kind === 'thrown') return `thrown ${outcome.exception.message}`;
    if (outcome.kind !== 'value') return outcome.kind;
    return outcome.value === JSON.stringify(unquoted) && unquoted !== undefined ? unquoted : outcome.value;
  }

  #isInLoop(stop: StopOutcome): boolean {
    const [, last, header] = this.#lines.afterTarget;
    if (stop.kind !== 'stopped' || !this.#place(stop.location).startsWith('util:')) return false;
    return stop.location.line >= header && stop.location.line <= last;
  }

  #nameOf(outcome: StopOutcome): string {
    switch (outcome.kind) {
      case 'stopped':
        return `${outcome.reason} ${this.#place(outcome.location)}`;
      case 'exited':
        return `exited ${outcome.signal ?? outcome.exitCode}`;
      case 'running':
        return `running${outcome.where ? ` at ${this.#place(outcome.where)}` : ''}`;
      case 'lost':
        return `lost: ${outcome.cause}`;
    }
  }

  /** `util:12` for a line of the sources, whatever link they were reached by; the whole path for anything else. */
  #place({ path, line, column }: SourceLocation): string {
    for (const file of [this.#prepared.source, this.#prepared.main]) {
      if (sameFile(path, file)) return `${basename(file).replace(/\.\w+$/, '')}:${line}`;
    }
    return `${path}:${line}:${column}`;
  }
}

function sameFile(a: string, b: string): boolean {
  return a === b || (existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b));
}
