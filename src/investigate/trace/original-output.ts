import type { MovedLine } from '../../model/trace/trace-record.ts';

/**
 * The text that a traced program would have written to stderr in a plain run. Node shows the line at which an uncaught error was
 * thrown, with a mark below the column: of the text that ran, which holds our probes. Everything else is as in a plain run
 * already.
 */
export function originalOutput(stderr: string, moved: readonly MovedLine[]): string {
  let text = stderr;
  for (const line of moved) text = withPlainLine(text, line);
  return text;
}

function withPlainLine(text: string, moved: MovedLine): string {
  const shown = `:${moved.line}\n${moved.shown}\n`;
  let result = '';
  let from = 0;
  for (let at = text.indexOf(shown); at >= 0; at = text.indexOf(shown, from)) {
    const marks = /^([ \t]*)(\^*)(?=\n|$)/.exec(text.slice(at + shown.length));
    const column = plainColumn(moved, marks?.[1]?.length ?? 0);
    const blanks = moved.plain.slice(0, column).replace(/[^\t]/g, ' ');
    result += `${text.slice(from, at)}:${moved.line}\n${moved.plain}\n${blanks}${marks?.[2] ?? ''}`;
    from = at + shown.length + (marks?.[0].length ?? 0);
  }
  return result + text.slice(from);
}

/** 0-based. Within something added: where that was put. */
function plainColumn({ added }: MovedLine, column: number): number {
  let before = 0;
  for (const { column: at, length, target } of added) {
    if (at + before > column) break;
    if (at + before + length > column) return target ?? at;
    before += length;
  }
  return column - before;
}
