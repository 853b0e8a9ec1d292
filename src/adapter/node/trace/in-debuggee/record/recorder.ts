import type { TraceRequest } from '../../../../../model/trace/trace-request.ts';
import { clockMs, inBackground, program } from '../agent/program.ts';
import type { CodeTable } from '../code/table.ts';
import { frameOf } from '../hooks/call-sites.ts';
import { round } from './activation.ts';
import { CallFunction, nodeRecord } from './calls/call-function.ts';
import { CallTree } from './calls/call-tree.ts';
import { addNumberedProbes, SILENT_CALL } from './calls/outline-call.ts';
import { isError, limitTexts } from './describe.ts';
import { knowTexts, restoreMessage } from './error-text.ts';
import { FrameFunction } from './frame-function.ts';
import { LineCounts } from './line-counts.ts';
import { PointPlace } from './points/point-place.ts';
import { ValuePoint } from './points/value-point.ts';
import type { RecordSink } from './sink.ts';
import { type StackPlace, UnknownErrors } from './unknown-errors.ts';
import { SearchFunction } from './value-search/search-function.ts';
import { ValueSearch } from './value-search/value-search.ts';
import { RecordFile } from './write-records.ts';

/** Begins a call when code with probes is entered. */
interface Entered {
  enter(values: readonly unknown[], readers: readonly (() => unknown)[], test?: () => unknown): unknown;
}

/** A recording with records to write. */
interface Recording {
  write(isLast: boolean, isDue: boolean): void;
  ends?(error: unknown): void;
}

/** The number of events between two looks at the clock. */
const EVENTS_PER_LOOK = 256;
const PENDING_MS = 500;
/** A program that sends many messages is not to write before each. */
const MESSAGE_MS = 5;
const MAX_HINTS = 3;

/** Everything that one thread records. */
export class Recorder implements RecordSink {
  readonly #request: TraceRequest;
  readonly #file: RecordFile;
  readonly #startedMs = clockMs();
  readonly #startedAtMs = Date.now();
  readonly #functions = new Map<number, Entered>();
  readonly #facts: { readonly pid: number; readonly thread: number; readonly argv: readonly string[] };
  readonly #tree: CallTree;
  readonly #lines: LineCounts | undefined;
  readonly #points = new Map<number, ValuePoint>();
  #search: ValueSearch | undefined;
  #list: Recording[] = [];
  readonly #unknown = new UnknownErrors();
  #isTurnWatched = false;
  isEscaping = false;
  #hints: string[] = [];
  #begun = false;
  #events = 0;
  #pendingMs = Number.NEGATIVE_INFINITY;
  #sentMs = Number.NEGATIVE_INFINITY;
  #isSending = false;

  constructor(request: TraceRequest, path: string, facts: { pid: number; thread: number; argv: readonly string[] }) {
    this.#request = request;
    this.#tree = new CallTree(request.limits.maxRows);
    this.#facts = facts;
    this.#file = new RecordFile(path, () => this.#pending(false));
    this.#lines = request.wanted.kind === 'lines' ? new LineCounts(this) : undefined;
    limitTexts(request.limits.maxTextLength);
  }

  /** Code with probes was loaded. */
  define(table: CodeTable): void {
    if (table.lines !== undefined) {
      this.#lines?.define(table);
      return;
    }
    knowTexts(table);
    addNumberedProbes(table);
    const entered = this.#request.wanted.kind === 'values' ? this.#placed(table) : this.#made(table);
    if (entered !== undefined) this.#functions.set(table.key, entered);
  }

  /** A place of a point, which counts all its places together. */
  #placed(table: CodeTable): Entered | undefined {
    const { wanted, limits } = this.#request;
    const asked = wanted.kind === 'values' ? wanted.points.find(({ id }) => id === table.point) : undefined;
    if (asked === undefined || wanted.kind !== 'values') return undefined;
    let point = this.#points.get(asked.id);
    if (point === undefined) {
      point = this.#added(new ValuePoint(asked, limits.maxRows, wanted.keepFirst ?? 0, this));
      this.#points.set(asked.id, point);
    }
    return new PointPlace(table, point, this);
  }

  #added<R extends Recording>(recording: R): R {
    this.#list[this.#list.length] = recording;
    return recording;
  }

  #made(table: CodeTable): Entered {
    const { wanted } = this.#request;
    const id = this.#list.length + 1;
    const { name, path, line, endLine } = table;
    this.write({ kind: 'function', id, name, path, line, endLine });
    if (wanted.kind === 'frame' && wanted.call.kind === 'value') {
      this.#search ??= this.#added(new ValueSearch(wanted.call, this));
      const around = { maxEvents: this.#request.limits.maxEvents, search: this.#search, recorder: this };
      return this.#added(new SearchFunction(table, id, this.#list.length, around));
    }
    if (wanted.kind === 'frame') return this.#added(new FrameFunction(table, id, this.#request, wanted.call, this));
    const isBelow = wanted.kind === 'calls' && wanted.below !== undefined;
    return this.#added(new CallFunction(table, id, this.#tree, isBelow, this));
  }

  /** Called by the code: a call begins, or (-1) an error was caught. */
  enter(key: number, values: readonly unknown[], readers: readonly (() => unknown)[], test?: () => unknown): unknown {
    if (key === -1) return this.met(values);
    try {
      this.#unknown.wentOn();
      const call = this.#functions.get(key)?.enter(values, readers, test);
      return call ?? SILENT_CALL;
    } catch {
      return SILENT_CALL;
    }
  }

  /** Called by code whose lines are counted. */
  counts(key: number): object {
    return this.#lines?.of(key) ?? SILENT_CALL;
  }

  /** A message leaves for who started this process or worker, and may end it then: what was recorded is not to be lost. */
  sends(): void {
    const now = clockMs();
    if (this.#lines) this.#lines.sends();
    else if (now - this.#sentMs >= MESSAGE_MS) this.#save(now);
    else if (!this.#isSending) {
      this.#isSending = true;
      const later = () => {
        this.#isSending = false;
        this.#save(clockMs());
      };
      inBackground(later, 0);
    }
  }

  /** Everything is in the file afterwards, also what is pending. */
  #save(now: number): void {
    this.#sentMs = now;
    this.#pendingMs = Number.NEGATIVE_INFINITY;
    this.#file.flush();
  }

  /** Called by counting code now and then. */
  counted(): void {
    this.#lines?.tick();
  }

  /** A test begins or ends: what was counted until now is not its own, or is. */
  test(phase: 'begin' | 'end', name: readonly string[], file: string | undefined): void {
    if (this.#lines === undefined) return;
    this.#lines.write();
    this.write({ kind: 'test', phase, name, file });
  }

  write(record: object): void {
    this.begin();
    this.#file.write(record);
  }

  /** The process or worker is traced, whatever there will be to record. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#file.write({ kind: 'process', ...this.#facts, startedAtMs: this.#startedAtMs });
  }

  /** Records something that could not be traced, in a sentence. */
  note(text: string): void {
    this.write({ kind: 'note', text });
  }

  /** Records likewise that what ran may not have been seen. */
  gap(text: string): void {
    this.write({ kind: 'note', text, isGap: true });
  }

  /** Records a sentence for the end, in case nothing of what is wanted was found. */
  hint(text: string): void {
    for (let at = 0; at < this.#hints.length; at++) if (this.#hints[at] === text) return;
    if (this.#hints.length < MAX_HINTS) this.#hints[this.#hints.length] = text;
  }

  tick(): void {
    this.#events++;
    if (this.#events % EVENTS_PER_LOOK !== 0) return;
    this.#file.tick();
  }

  wake(): void {
    this.#file.wake();
  }

  /** Milliseconds since the process began, of a moment or now. */
  sinceStart(moment = clockMs()): number {
    return round(moment - this.#startedMs);
  }

  awaitsError({ path, line, endLine }: CodeTable, known: (error: unknown) => void): void {
    this.#unknown.left({ path, line, endLine, known });
    if (this.#isTurnWatched) return;
    this.#isTurnWatched = true;
    // What is met in a later turn is another one.
    inBackground(() => {
      this.#isTurnWatched = false;
      this.#unknown.wentOn();
    }, 0);
  }

  /** A call that is only counted has ended with an error, which is not that of a call before it. */
  countedError(table: CodeTable): void {
    if (this.#unknown.isWaiting) this.awaitsError(table, () => {});
  }

  wentOn(): void {
    this.#unknown.wentOn();
  }

  /** An error was met: it is that of the calls that ended with one before, where nothing went on since. */
  met(error: unknown): void {
    restoreMessage(error);
    this.#unknown.met(error);
  }

  /** The stack of an error is made. */
  formats(error: unknown, sites: readonly NodeJS.CallSite[]): void {
    if (!this.#unknown.isWaiting) return;
    const places: StackPlace[] = [];
    for (let at = 0; at < sites.length; at++) {
      const site = sites[at];
      const place = site === undefined ? undefined : frameOf(site);
      if (place !== undefined) places[places.length] = place;
    }
    this.#unknown.formatted(error, places);
  }

  /** Writes at once: a wanted record is there, which must not be lost. */
  flush(): void {
    this.#file.flush();
  }

  /** The error has not been caught so far. */
  escapes(error: unknown): void {
    this.isEscaping = true;
    restoreMessage(error);
  }

  /** Called when the fate of such an error is known. */
  settles(): void {
    this.isEscaping = false;
  }

  /** The process ends with an error: it ends the top level of modules, which nothing catches. */
  ends(error: unknown): void {
    // Node is about to make its stack, which leads to the calls; what is no error has none.
    if (isError(error)) makeStack(error);
    else this.#unknown.ends(error);
    for (let at = 0; at < this.#list.length; at++) this.#list[at]?.ends?.(error);
  }

  /** The process ends; it may still go on for a while. */
  finish(): void {
    this.#pending(true);
    if (this.#list.length === 0 || this.#request.wanted.kind === 'calls') {
      for (let at = 0; at < this.#hints.length; at++) this.note(this.#hints[at] ?? '');
      this.#hints = [];
    }
    this.#file.flush();
  }

  #pending(isLast: boolean): void {
    const now = clockMs();
    const isDue = isLast || now - this.#pendingMs >= PENDING_MS;
    if (isDue) this.#pendingMs = now;
    else this.#file.wakeLater(PENDING_MS);
    this.#lines?.write();
    const nodes = this.#tree.take();
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at];
      if (node !== undefined) this.write(nodeRecord(node, this));
    }
    for (let at = 0; at < this.#list.length; at++) this.#list[at]?.write(isLast, isDue);
    const { dropped } = this.#tree;
    if (isLast && dropped > 0)
      this.note(`${dropped} calls beyond the limit of ${this.#request.limits.maxRows} are only counted.`);
  }
}

/** Makes the stack of an error; undefined where looking at the property does. */
const stackOf = Object.getOwnPropertyDescriptor(new program.Error(), 'stack')?.get;

/** Whatever the program made of the property is left alone. */
function makeStack(error: Error): void {
  const make = Object.getOwnPropertyDescriptor(error, 'stack')?.get;
  if (make !== undefined && make === stackOf) Reflect.apply(make, error, []);
}
