import type { BreakpointId } from '../../../model/ids.ts';

/** In front of what is for us, such as the text of a log breakpoint: its number between characters that no program writes by chance. */
const MARK = /\ue000(log|collect|count|loaded|copy|written|complete|unseen|ended|note)(\d+)\ue001/g;

const KINDS = ['log', 'collect', 'count', 'loaded', 'copy', 'written', 'complete', 'unseen', 'ended', 'note'] as const;

/** The output of a breakpoint that does not stop, or a report of the code that we sent into the debuggee. */
interface MarkedText {
  /**
   * `loaded`: the text is the path of a file, and the number means nothing; `copy`: those of two files. `written`: the number is that of a
   * watched place, `ended`: that of a followed call. `complete`: all has been said. `unseen`: the text says what the debugger does not see of the process,
   * `note`: it is a remark of the debugger's own.
   */
  readonly kind: (typeof KINDS)[number];
  readonly id: BreakpointId;
  readonly text: string;
}

/** A log message that carries its breakpoint's number: DAP does not say which breakpoint has logged. */
export function markedMessage(kind: 'log' | 'collect', id: BreakpointId, message: string): string {
  return `\ue000${kind}${id}\ue001${message}`;
}

/** Takes output apart: what such breakpoints said, in order, and what came from elsewhere. */
export function unmarkedOutput(output: string): { readonly other: string; readonly marked: readonly MarkedText[] } {
  const marks = [...output.matchAll(MARK)];
  const [first] = marks;
  if (first === undefined) return { other: output, marked: [] };
  const marked = marks.map((mark, index) => ({
    kind: KINDS.find((kind) => kind === mark[1]) ?? 'log',
    id: Number(mark[2]),
    text: output.slice(mark.index + mark[0].length, marks[index + 1]?.index),
  }));
  return { other: output.slice(0, first.index), marked };
}
