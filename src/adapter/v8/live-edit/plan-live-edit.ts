import { messageOf } from '../../../model/debug-error.ts';
import { SourceLines } from '../source/source-lines.ts';
import { type Options, type Program, parse, type Token } from '../source/syntax-tree.ts';
import { editInsertion, type Insertion } from './edit-insertion.ts';
import { insertionPoint } from './insertion-point.ts';
import type { LiveEditPlan, LiveEditRequest, PlacedEdit, UnsafeEdit } from './live-edit-plan.ts';

/** Above this many characters parsing costs more than most conditions do. */
const MAX_SOURCE_LENGTH = 1_000_000;

/**
 * Plans how conditions become part of a script, each as a `debugger` statement behind an `if` at the end of the line before its
 * own. Each edit is judged by itself; a source that cannot be parsed leaves all of them unsafe.
 */
export function planLiveEdit(request: LiveEditRequest): LiveEditPlan {
  const { source, edits } = request;
  if (source.length > MAX_SOURCE_LENGTH)
    return allUnsafe(request, `the script is longer than ${MAX_SOURCE_LENGTH} characters`);
  try {
    const tokens: Token[] = [];
    const program = parseScript(request, source, tokens);
    const lines = new SourceLines(source);
    const unsafe: UnsafeEdit[] = [];
    const insertions = new Map<number, Insertion>();
    for (const edit of edits) {
      const result = editInsertion(request, edit, insertionPoint(program, tokens, lines, edit.lineNumber));
      if (typeof result === 'string') unsafe.push({ id: edit.id, reason: result });
      else if (insertions.has(result.offset))
        unsafe.push({ id: edit.id, reason: 'another condition is edited in on the line' });
      else insertions.set(result.offset, result);
    }
    return assemble(request, lines, [...insertions.values()], unsafe);
  } catch (thrown) {
    return allUnsafe(request, `the script could not be parsed: ${messageOf(thrown)}`);
  }
}

function allUnsafe({ source, edits }: LiveEditRequest, reason: string): LiveEditPlan {
  return { source, placed: [], unsafe: edits.map(({ id }) => ({ id, reason })), restartsTopFrame: false };
}

function parseScript({ sourceType }: LiveEditRequest, source: string, onToken?: Token[]): Program {
  const options: Options = { ecmaVersion: 'latest', sourceType, allowHashBang: true };
  return parse(source, onToken ? { ...options, onToken } : options);
}

function assemble(
  request: LiveEditRequest,
  lines: SourceLines,
  insertions: readonly Insertion[],
  unsafe: readonly UnsafeEdit[],
): LiveEditPlan {
  const { source } = request;
  const accepted = parses(request, insertions) ? insertions : insertions.filter((each) => parses(request, [each]));
  const rejected = insertions.filter((each) => !accepted.includes(each));
  return {
    source: withInsertions(source, accepted),
    placed: accepted.map((each) => placed(each, lines)),
    unsafe: [
      ...unsafe,
      ...rejected.map(({ edit }) => ({ id: edit.id, reason: 'the condition does not parse at that place' })),
    ],
    restartsTopFrame: accepted.some(({ changesTopLevel }) => changesTopLevel),
  };
}

/** Strict mode, `await` and `yield` mean that an expression may parse alone and not in its place. */
function parses(request: LiveEditRequest, insertions: readonly Insertion[]): boolean {
  try {
    parseScript(request, withInsertions(request.source, insertions));
    return true;
  } catch {
    return false;
  }
}

function withInsertions(source: string, insertions: readonly Insertion[]): string {
  let edited = '';
  let copied = 0;
  for (const { offset, text } of insertions.toSorted((a, b) => a.offset - b.offset)) {
    edited += source.slice(copied, offset) + text;
    copied = offset;
  }
  return edited + source.slice(copied);
}

function placed(insertion: Insertion, lines: SourceLines): PlacedEdit {
  const { edit, offset, text, debuggerIndex, insideFunction, reader, stop } = insertion;
  // Only one insertion is on a line, and no code follows it: columns of the original text hold in the edited one.
  const { lineNumber, columnNumber } = lines.positionOf(offset);
  return {
    id: edit.id,
    debuggerAt: { lineNumber, columnNumber: columnNumber + debuggerIndex },
    startColumn: columnNumber,
    endColumn: columnNumber + text.length,
    text,
    targetLineNumber: edit.lineNumber,
    targetColumnNumber: stop.columnNumber,
    insideFunction,
    reader,
  };
}
