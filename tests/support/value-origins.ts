import { expect } from 'vitest';
import { originsFinding } from '../../src/investigate/trace/origins.ts';
import { putTogether } from '../../src/investigate/trace/put-together.ts';
import type { TraceRecord } from '../../src/model/trace/trace-record.ts';
import type { TracedPlace, TraceReport, ValueOrigin } from '../../src/model/trace/trace-report.ts';
import { EVERY_FUNCTION, type WantedCall, type WantedTrace } from '../../src/model/trace/trace-request.ts';

/** A program in which a value comes to be on the line that says `HERE`. */
export interface ValueProgram {
  readonly name: string;
  readonly value: string;
  readonly program: string;
  /** The place of the origin: `set price`, `returned`, and the value. */
  readonly made: string;
  readonly like: string;
  /** The places among those that it came to that matter, in order. */
  readonly after?: readonly string[];
}

/** The question where values with texts came to be. */
export function wantedValue(...texts: readonly string[]): WantedTrace {
  return inTheRun({ kind: 'value', texts });
}

/** The same for tests that fail: the value of each that went somewhere last. */
export function wantedInTests(...texts: readonly string[]): WantedTrace {
  return inTheRun({ kind: 'value', texts, keeps: 'eachRoot' });
}

function inTheRun(call: WantedCall): WantedTrace {
  return { kind: 'frame', place: { kind: 'function', name: EVERY_FUNCTION }, call, inside: 'run' };
}

/** The answer of a run, by its records. */
export function foundOrigins(records: readonly TraceRecord[], ...texts: readonly string[]) {
  const report: TraceReport = {
    ended: { kind: 'exited', exitCode: 0, signal: null },
    output: { chunks: [], omittedChars: 0 },
    ...putTogether([records], []),
  };
  const finding = originsFinding(report, { texts }, () => []);
  if (finding.kind !== 'origins') throw new Error(`a ${finding.kind} was found`);
  return finding;
}

/** The run of a program found its value where the program says, in that very call, with what it did, and all places that it came to. */
export function expectItsOrigin(records: readonly TraceRecord[], program: ValueProgram): void {
  const { origins, call } = foundOrigins(records, program.value);
  const [first] = origins;
  if (first === undefined) throw new Error('nothing was found');
  expect([howMade(first.place), first.place.line, howLike(first)]).toEqual([
    program.made,
    lineMade(program),
    program.like,
  ]);
  expect([call?.number, call?.function.name]).toEqual([first.place.number, first.place.function.name]);
  expect(call?.events.some((event) => 'line' in event && event.line === first.place.line)).toBe(true);
  expect(steps(first)).toEqual(expect.arrayContaining([...(program.after ?? [])]));
}

/** `set cart.total`, `returned`. */
export function howMade({ how, name }: TracedPlace): string {
  return name === undefined ? how : `${how} ${name}`;
}

/** `equal number 36`. */
function howLike({ likeness, value }: ValueOrigin): string {
  return `${likeness} ${value.type} ${value.text}`;
}

/** The line of the program on which the value comes to be. */
function lineMade({ program }: ValueProgram): number {
  return program.split('\n').findIndex((line) => line.includes('HERE')) + 1;
}

/** `returned in priceOf`. */
function steps({ path }: ValueOrigin): string[] {
  return path.map((place) => `${howMade(place)} in ${place.function.name}`);
}
