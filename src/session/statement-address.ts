import { basename } from 'node:path';
import { readWhole } from '../files/read-file.ts';
import { lineAt, linesOfText } from '../files/text-lines.ts';
import { DebugError } from '../model/debug-error.ts';

/** Matches that an answer lists at most. */
const MAX_LISTED = 8;
const MAX_LINE_CHARS = 100;

/** A place named by what stands there. */
export interface StatementAddress {
  /** Absolute. */
  readonly path: string;
  /** The statement as it is written in the file; white space does not count. */
  readonly statement: string;
  /** 1-based; the match nearest to it is meant. */
  readonly nearLine?: number | undefined;
  /** The text that runs, where the file was edited since it was loaded. */
  readonly running?: string | undefined;
}

interface Match {
  /** 1-based. */
  readonly line: number;
  /** Nothing but white space before it on its line: not a part of a longer expression or of a comment. */
  readonly startsLine: boolean;
  readonly endsLine: boolean;
}

/**
 * The 1-based line on which a statement begins. Where several match, the one nearest to `nearLine` is meant; without it whole
 * lines go before beginnings of lines, and these before parts of one.
 *
 * @throws DebugError `source_not_found`; `invalid_argument` when it is not there, or several times and `nearLine` decides
 *   nothing; `details.lines`
 */
export function lineOfStatement({ path, statement, nearLine, running }: StatementAddress): number {
  const text = running ?? sourceText(path);
  const matches = matchesIn(text, statement, path);
  const meant = bestMatches(nearLine === undefined ? matches : nearest(matches, nearLine));
  const lines = [...new Set(meant.map(({ line }) => line))];
  const [only, second] = lines;
  if (only !== undefined && second === undefined) return only;
  const name = nameOf(path, running);
  throw only === undefined
    ? notThere({ path, name, text }, statement)
    : ambiguous({ path, name, text }, statement, lines);
}

/**
 * Refuses a line whose text is not what the caller takes it for: line numbers shift with each edit.
 *
 * @param line 1-based.
 * @param running The text that runs, where the file was edited since it was loaded.
 * @throws DebugError `source_not_found`; `invalid_argument`, `details.actual` is what the line says
 */
export function assertLineSays(path: string, line: number, expected: string, running?: string): void {
  const text = running ?? sourceText(path);
  const lines = linesOfText(text, path);
  const actual = lines[line - 1]?.trim();
  // A line past the end is refused with the words of the debugger, like every other one.
  if (actual === undefined) return;
  const elsewhere = matchesIn(text, expected, path);
  if (elsewhere.some((match) => match.line === line)) return;
  const places = [...new Set(elsewhere.map((match) => match.line))].slice(0, MAX_LISTED);
  const found =
    places.length === 0 ? 'That text is nowhere in the file.' : `That text is on line ${places.join(', ')}.`;
  const name = nameOf(path, running);
  throw new DebugError('invalid_argument', `Line ${line} of ${name} says ${shown(actual)}, not ${shown(expected)}.`, {
    advice: `${found} Nothing was set. Correct the line, or give the text as statement.`,
    details: { argument: 'expect', path, line, actual, lines: places },
  });
}

function matchesIn(text: string, statement: string, path: string): Match[] {
  const compact = withoutSpace(text);
  const wanted = withoutSpace(statement).text.replace(/(?<!;);+$/, '');
  if (wanted === '') return [];
  const found: Match[] = [];
  for (let at = compact.text.indexOf(wanted); at !== -1; at = compact.text.indexOf(wanted, at + 1)) {
    const start = compact.offsets[at] ?? 0;
    const end = (compact.offsets[at + wanted.length - 1] ?? start) + 1;
    if (cutsWord(text, start) || cutsWord(text, end)) continue;
    const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const after = /^[^\r\n]*/.exec(text.slice(end))?.[0] ?? '';
    found.push({
      line: lineAt(text, start, path),
      startsLine: before.trim() === '',
      endsLine: /^[\s;{]*$/.test(after),
    });
  }
  return found;
}

/** A text without its white space, and where each character that is left stood. */
function withoutSpace(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets = [...text.matchAll(/\S/g)].map(({ index }) => index);
  return { text: text.replace(/\s+/g, ''), offsets };
}

function cutsWord(text: string, offset: number): boolean {
  return /^[\w$]{2}$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}

function bestMatches(matches: readonly Match[]): readonly Match[] {
  const starting = matches.filter((match) => match.startsLine);
  const whole = starting.filter((match) => match.endsLine);
  if (whole.length > 0) return whole;
  return starting.length > 0 ? starting : matches;
}

function nearest(matches: readonly Match[], nearLine: number): readonly Match[] {
  const distance = ({ line }: Match) => Math.abs(line - nearLine);
  const least = Math.min(...matches.map(distance));
  return matches.filter((match) => distance(match) === least);
}

/** A text in which a statement was looked for. */
interface SearchedText {
  readonly path: string;
  /** The file's name in an answer. */
  readonly name: string;
  readonly text: string;
}

function nameOf(path: string, running: string | undefined): string {
  const name = basename(path);
  return running === undefined ? name : `${name} as it runs (it was edited since it was loaded)`;
}

function notThere({ path, name, text }: SearchedText, statement: string): DebugError {
  const alike = linesLike({ path, name, text }, statement);
  const advice =
    alike.length === 0
      ? 'Copy it from the file as it is written.'
      : `Most alike:\n${listed(alike, { path, name, text })}`;
  return new DebugError('invalid_argument', `${shown(statement)} is not in ${name}.`, {
    advice,
    details: { argument: 'statement', path, lines: alike },
  });
}

function ambiguous({ path, name, text }: SearchedText, statement: string, lines: readonly number[]): DebugError {
  const message = `${shown(statement)} is on ${lines.length} lines of ${name}.`;
  return new DebugError('invalid_argument', message, {
    advice: `Give nearLine, or more of the statement:\n${listed(lines, { path, name, text })}`,
    details: { argument: 'nearLine', path, lines },
  });
}

/** Lines that share most words with a statement. */
function linesLike({ path, text }: SearchedText, statement: string): number[] {
  const wanted = new Set(statement.match(/[\w$]+/g) ?? []);
  const scored = linesOfText(text, path).map((line, index) => {
    const words = new Set(line.match(/[\w$]+/g) ?? []);
    return { line: index + 1, shared: [...wanted].filter((word) => words.has(word)).length };
  });
  const enough = scored.filter(({ shared }) => shared > 0 && shared >= wanted.size / 2);
  return enough
    .sort((a, b) => b.shared - a.shared || a.line - b.line)
    .slice(0, 3)
    .map(({ line }) => line);
}

function listed(lines: readonly number[], { path, text }: SearchedText): string {
  const all = linesOfText(text, path);
  const shownLines = lines.slice(0, MAX_LISTED).map((line) => `  ${line}: ${(all[line - 1] ?? '').trim()}`);
  const more = lines.length > MAX_LISTED ? [`  … ${lines.length - MAX_LISTED} more`] : [];
  return [...shownLines, ...more].join('\n');
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line}"`;
}

function sourceText(path: string): string {
  const read = readWhole(path);
  if (read.kind === 'read') return read.bytes.toString('utf8');
  throw new DebugError('source_not_found', `${path} cannot be read: ${read.why}.`, {
    advice: 'Check the path; it is taken relative to the working directory of the program.',
    details: { path },
  });
}
