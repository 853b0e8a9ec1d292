/** A line of the text of an error's stack: `    at name (url:1:2)`. */
interface StackLine {
  /** Undefined where V8 has written only a place. */
  readonly name: string | undefined;
  readonly url: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/**
 * Takes a line of a stack apart; undefined when it is no such line. It may be as long as a message of the program's.
 *
 * @param mark What stands in front of the call.
 */
export function readStackLine(text: string, mark: 'at ' | 'at async ' = 'at '): StackLine | undefined {
  const place = /:(\d+):(\d+)\)?$/.exec(text);
  const start = text.search(/\S/);
  if (place === null || start < 1 || !text.startsWith(mark, start)) return undefined;
  const call = text.slice(start + mark.length, place.index);
  if (call === '') return undefined;
  const open = call.indexOf(' (');
  return {
    name: open === -1 ? undefined : call.slice(0, open),
    url: open === -1 ? call : call.slice(open + 2),
    line: Number(place[1]),
    column: Number(place[2]),
  };
}

/** True if a line of a stack is in a file or a module of Node's, and not in evaluated code. */
export function isInFile({ url }: StackLine): boolean {
  return /^(?:file:|node:|\/|[A-Za-z]:\\)[^()]*$/.test(url);
}
