import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { CodeFunction, TraceRecord } from '../../../model/trace/trace-record.ts';
import type { TracePlace } from '../../../model/trace/trace-request.ts';
import type { LiveTraceRequest, ThreadRecords } from '../../live-tracing.ts';
import { isNamed } from '../breakpoints/function-places.ts';
import type { ThreadRecording } from '../pauses/pause-reader.ts';
import { isException } from '../pauses/pause-verdict.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { keyOf, OwnBreakpoints } from './own-breakpoints.ts';
import { type OwnFunction, type OwnPlace, ownFunctions } from './own-functions.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** Calls of a function that are counted; each costs a pause. */
const MAX_COUNTED = 100;
/** More statements than a request or a test comes by; each takes a breakpoint. */
const MAX_STATEMENTS = 5_000;

/** A statement, and whether it ran. */
interface Statement {
  readonly called: OwnFunction;
  readonly place: OwnPlace;
  readonly lastLine: number;
  ran: boolean;
}

/**
 * Records which lines of own code run by a breakpoint at each statement, which goes when it was come by. V8's block coverage knows nothing
 * of functions that were compiled before it began, which are those of a running program.
 */
export class LineRecording implements ThreadRecording {
  readonly seesExceptions = false;
  readonly #thread: V8Thread;
  readonly #request: LiveTraceRequest;
  readonly #breakpoints: OwnBreakpoints;
  readonly #statements = new Map<string, Statement>();
  /** By the key of where they begin. */
  readonly #begins = new Map<string, OwnFunction>();
  readonly #calls = new Map<OwnFunction, number>();
  readonly #startedAtMs = Date.now();
  readonly #notes: string[] = [];

  constructor(thread: V8Thread, request: LiveTraceRequest) {
    this.#thread = thread;
    this.#request = request;
    this.#breakpoints = new OwnBreakpoints(thread);
  }

  async begin(options: CallOptions): Promise<void> {
    const { all } = await ownFunctions(this.#thread, this.#request.roots, options);
    const asked = all.filter((each) => this.#isAsked(each)).flatMap((each) => this.#statementsOf(each));
    const followed = asked.slice(0, MAX_STATEMENTS);
    if (followed.length < asked.length) {
      this.#notes.push(
        `Only ${followed.length} of ${asked.length} statements of own code are watched: file or function asks for less.`,
      );
    }
    for (const each of followed) this.#statements.set(keyOf(each.place.at), each);
    const begins = new Map(followed.map((each) => [each.called, each.place] as const).reverse());
    for (const [called, place] of begins) this.#begins.set(keyOf(place.at), called);
    const stands = this.#thread.standsAt;
    const current = stands && this.#statements.get(keyOf(stands));
    // It runs next, and is not come by.
    if (current) current.ran = true;
    await this.#breakpoints.set(
      followed.map(({ place }) => place),
      undefined,
      options,
    );
  }

  end(): Promise<void> {
    return this.#breakpoints.clear();
  }

  wants(params: Paused): boolean {
    const at = params.callFrames[0]?.location;
    return at !== undefined && !isException(params) && this.#statements.has(keyOf(at));
  }

  async read({ callFrames: [top] }: Paused): Promise<void> {
    const key = top ? keyOf(top.location) : '';
    const statement = this.#statements.get(key);
    if (!statement) return;
    statement.ran = true;
    const called = this.#begins.get(key);
    const count = called ? (this.#calls.get(called) ?? 0) + 1 : 0;
    if (called) this.#calls.set(called, count);
    // What is come by again in one call is no call.
    const isCounted = called !== undefined && !called.beginsWithLoop && count < MAX_COUNTED;
    if (!isCounted) void this.#breakpoints.remove([statement.place]);
    if (count === MAX_COUNTED) this.#notes.push(`${called?.name ?? ''}() was called ${MAX_COUNTED} times or more.`);
  }

  recorded(): ThreadRecords {
    const { pid = 0, threadId } = this.#thread;
    const process = { kind: 'process', pid, thread: threadId, argv: [], startedAtMs: this.#startedAtMs } as const;
    const paths = new Set([...this.#statements.values()].map(({ called }) => called.path));
    const codes = [...paths].flatMap((path, index) => this.#codeOf(path, index + 1));
    return { records: [process, ...codes, ...this.#notes.map((text) => ({ kind: 'note', text }) as const)] };
  }

  #codeOf(path: string, text: number): TraceRecord[] {
    const statements = [...this.#statements.values()].filter(({ called }) => called.path === path);
    const called = [...new Set(statements.map((each) => each.called))];
    const functions = called.map((each, counter): CodeFunction => {
      return { name: each.name, line: each.line, endLine: each.lastLine, counter };
    });
    const rows = statements.map((each, index): [number, number, number, number] => {
      return [each.place.line, each.lastLine, functions.length + index, called.indexOf(each.called)];
    });
    const calls = called.flatMap((each, counter) => [counter, this.#calls.get(each) ?? 0]);
    const ran = statements.flatMap((each, index) => (each.ran ? [functions.length + index, 1] : []));
    return [
      { kind: 'code', text, path, functions, statements: rows, branches: [], unfinished: [] },
      { kind: 'counts', text, values: [...calls, ...ran] },
    ];
  }

  #isAsked(called: OwnFunction): boolean {
    const { wanted } = this.#request;
    if (wanted.kind !== 'lines') return false;
    if (wanted.file !== undefined && wanted.file !== called.path) return false;
    return wanted.within === undefined || isAt(called, wanted.within);
  }

  /** Each by the first place of it: that of an expression in it is no other statement. */
  #statementsOf(called: OwnFunction): Statement[] {
    const seen = new Set<OwnPlace>();
    return called.statements.flatMap(({ start, end }) => {
      const place = called.places.find(({ offset }) => offset >= start && offset < end);
      if (!place || seen.has(place) || this.#statements.has(keyOf(place.at))) return [];
      seen.add(place);
      const last = called.places.findLast(({ offset }) => offset < end);
      return [
        {
          called,
          place,
          lastLine: Math.max(place.line, isWhole(start, end, called) ? (last?.line ?? 0) : 0),
          ran: false,
        },
      ];
    });
  }
}

/** A statement that holds no other: it ends where it ends. */
function isWhole(start: number, end: number, { statements }: OwnFunction): boolean {
  return !statements.some((each) => each.start > start && each.end <= end);
}

function isAt({ name, path, line, lastLine }: OwnFunction, place: TracePlace): boolean {
  if (place.kind === 'line') return place.path === path && line <= place.line && place.line <= lastLine;
  return (place.path === undefined || place.path === path) && isNamed(name, place.name);
}
