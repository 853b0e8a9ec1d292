import { lineAfterEdit } from '../files/line-after-edit.ts';
import { readText, statOf } from '../files/read-file.ts';
import type { SourceBreakpoint } from '../model/breakpoints/breakpoint.ts';
import type { BreakpointId } from '../model/ids.ts';

/** Longer sources are not compared. */
const MAX_BYTES = 2_000_000;
/** Texts of a file that are remembered, since a process may still load or run an earlier one. */
const MAX_EARLIER = 4;

/** A breakpoint's line in a file that was edited since it was set. */
export interface FollowedLine {
  readonly id: BreakpointId;
  /** The line at which the caller set the breakpoint. */
  readonly from: number;
  /** The present line of the breakpoint's statement; undefined if the statement is gone, so that the line stays. */
  readonly to: number | undefined;
}

/** A text, and by what is seen that the file has another one now. */
interface FileText {
  readonly stamp: string;
  readonly lines: readonly string[];
}

/** The text in which a line was counted. */
interface Anchor {
  readonly line: number;
  readonly text: FileText;
  /**
   * True if the line went there with an edit: in an earlier text it is elsewhere. Otherwise it may be meant as a line of such a
   * text.
   */
  readonly isFollowed?: true;
}

/** The line to which a breakpoint was sent, until the process has bound the breakpoint. */
interface Move {
  readonly id: BreakpointId;
  readonly path: string;
  readonly from: number;
  readonly to: Anchor | undefined;
}

/**
 * The lines of breakpoints in processes that start while files are edited, as the restarts of a watcher do: each process has the
 * file as it was at loading. A running process keeps its lines, unless it loads the file again.
 */
export class FollowedLines {
  readonly #anchors = new Map<string, ReadonlyMap<number, Anchor>>();
  readonly #texts = new Map<string, FileText>();
  readonly #earlier = new Map<string, readonly FileText[]>();
  readonly #moves = new WeakMap<object, Map<number, Move>>();

  /** Records the breakpoints of a file, as they are set now. */
  set(path: string, wanted: readonly SourceBreakpoint[]): void {
    const known = this.#anchors.get(path);
    const text = wanted.length === 0 ? undefined : this.#textOf(path);
    if (text === undefined) {
      this.#anchors.delete(path);
      return;
    }
    const anchors = wanted.map(({ id, line }) => {
      const earlier = known?.get(id);
      return [id, earlier?.line === line ? earlier : { line, text }] as const;
    });
    this.#anchors.set(path, new Map(anchors));
  }

  /** The same breakpoints for a process that starts now. */
  forStart(process: object, path: string, wanted: readonly SourceBreakpoint[]): readonly SourceBreakpoint[] {
    const anchors = this.#anchors.get(path);
    const text = anchors && this.#textOf(path);
    if (anchors === undefined || text === undefined) return wanted;
    const meant = wanted.map((each) => {
      const anchor = anchors.get(each.id);
      if (anchor === undefined || anchor.text.stamp === text.stamp) return anchor?.line ?? each.line;
      return this.#move(process, { path, id: each.id, anchor, text }) ?? each.line;
    });
    // Debuggers refuse two breakpoints at one place.
    return wanted.flatMap((each, index) => {
      const line = meant[index] ?? each.line;
      return meant.indexOf(line) === index ? { ...each, line } : [];
    });
  }

  /** True if a file was edited since a breakpoint was set in it, so that a process may have loaded another text of it. */
  isEdited(path: string): boolean {
    const [anchor] = this.#anchors.get(path)?.values() ?? [];
    return anchor !== undefined && (this.#earlier.has(path) || this.#textOf(path)?.stamp !== anchor.text.stamp);
  }

  /**
   * The line of a breakpoint in a text of its file that a process has loaded.
   *
   * @returns undefined where that is an earlier text, without its statement
   */
  inText(process: object, path: string, { id, line }: SourceBreakpoint, loaded: string): number | undefined {
    const anchor = this.#anchors.get(path)?.get(id);
    if (anchor === undefined) return line;
    const now = this.#textOf(path);
    const lines = linesOf(loaded);
    const known = [anchor.text, ...(now ? [now] : []), ...(this.#earlier.get(path) ?? [])];
    const text = known.find((each) => areSameLines(each.lines, lines));
    // What a tool has made of the file on its way has lines of its own.
    if (text === undefined) return line;
    if (text.stamp === anchor.text.stamp) return anchor.line;
    if (text === now) return this.#move(process, { path, id, anchor, text }) ?? line;
    return anchor.isFollowed ? lineAfterEdit(anchor.text.lines, text.lines, anchor.line) : line;
  }

  /** @returns the line in the file's text of now; undefined where the statement is not there any more */
  #move(
    process: object,
    { path, id, anchor, text }: { path: string; id: BreakpointId; anchor: Anchor; text: FileText },
  ): number | undefined {
    const line = lineAfterEdit(anchor.text.lines, text.lines, anchor.line);
    const to = line === undefined ? undefined : { line, text };
    if (line !== anchor.line) this.#note(process, { id, path, from: anchor.line, to });
    return line;
  }

  #note(process: object, move: Move): void {
    const moves = this.#moves.get(process) ?? new Map();
    this.#moves.set(process, moves.set(move.id, move));
  }

  /** To be called when a process has bound a breakpoint. @returns where it went with an edit, once */
  bound(process: object, id: BreakpointId): FollowedLine | undefined {
    const move = this.#moves.get(process)?.get(id);
    if (move === undefined) return undefined;
    this.#moves.get(process)?.delete(id);
    const { path, from, to } = move;
    const known = this.#anchors.get(path);
    // Another process was first, or it has been set again meanwhile.
    if (known?.get(id)?.line !== from) return undefined;
    if (to) this.#anchors.set(path, new Map(known).set(id, { ...to, isFollowed: true }));
    return { id, from, to: to?.line };
  }

  #textOf(path: string): FileText | undefined {
    const stats = statOf(path);
    if (!stats?.isFile() || stats.size > MAX_BYTES) return undefined;
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    const known = this.#texts.get(path);
    if (known?.stamp === stamp) return known;
    const read = readText(path, MAX_BYTES);
    if (read === undefined) return undefined;
    const text = { stamp, lines: linesOf(read) };
    this.#texts.set(path, text);
    if (known) this.#earlier.set(path, [known, ...(this.#earlier.get(path) ?? [])].slice(0, MAX_EARLIER));
    return text;
  }
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
}

/** Tools add and drop blank lines at the end of a file. */
function areSameLines(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return longer.every((line, index) => line === (shorter[index] ?? ''));
}
