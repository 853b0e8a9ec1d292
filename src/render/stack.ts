import { isBuiltin } from '../model/source-location.ts';
import type { StackFrame } from '../model/stack-frame.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { counted, oneLine } from './plain-text.ts';
import { layOut } from './sections.ts';

const MAX_NAME_CHARS = 100;

/** A line of a stack as shown: one frame, or a run of internal ones folded into one line. */
interface StackEntry {
  readonly text: string;
  /** How many frames it stands for. */
  readonly frames: number;
  readonly folded: boolean;
}

interface EntriesOptions extends PathContext {
  /** Shows the runtime's and the dependencies' frames too, instead of folding them. */
  readonly includeInternal?: boolean | undefined;
}

/** How {@link renderStack} is to be. */
interface StackOptions extends EntriesOptions {
  /** How many frames were left out of `frames` by whoever fetched them; 0 when left out. */
  readonly omitted?: number | undefined;
  readonly budgetTokens?: number | undefined;
  /** The call that shows what is left out. */
  readonly more?: string | undefined;
}

/** A stack, a line per frame: `#0  total  (app.js:10)`. The numbers are indexes into `frames`, also past folded ones. */
export function renderStack(frames: readonly StackFrame[], options: StackOptions): string {
  if (frames.length === 0) return '(no stack)';
  const lines = stackEntries(frames, options).map(({ text, frames: weight }) => ({ text, weight, tier: 1 }));
  const note = (left: { weight: number }) => {
    const count = left.weight + (options.omitted ?? 0);
    const way = options.more === undefined ? '' : `: ${options.more}`;
    return count > 0 ? `… ${counted(count, 'more frame')}${way}` : undefined;
  };
  return layOut(undefined, [{ lines, contiguous: true, note }], options.budgetTokens ?? LIST_BUDGET_TOKENS);
}

/**
 * The lines of a stack, innermost first. Internal frames are folded, except the innermost: that is where the program
 * stands. The first asynchronous frame that is shown carries the line `--- async ---` above it.
 */
export function stackEntries(frames: readonly StackFrame[], options: EntriesOptions): StackEntry[] {
  const entries: StackEntry[] = [];
  let folded = 0;
  let inAsync = false;
  const flush = () => {
    if (folded > 0) entries.push({ text: `… ${counted(folded, 'internal frame')}`, frames: folded, folded: true });
    folded = 0;
  };
  for (const [index, frame] of frames.entries()) {
    if (isInternal(frame) && index > 0 && options.includeInternal !== true) {
      folded += 1;
      continue;
    }
    flush();
    const entersAsync: boolean = frame.presentation === 'async' && !inAsync;
    inAsync ||= entersAsync;
    const text = `${entersAsync ? '--- async ---\n' : ''}${frameText(index, frame, options)}`;
    entries.push({ text, frames: 1, folded: false });
  }
  flush();
  return entries;
}

/** Also an asynchronous caller: every program's stack ends in the runtime's own loader. */
function isInternal({ presentation, location }: StackFrame): boolean {
  return presentation === 'internal' || (presentation === 'async' && isBuiltin(location.path));
}

function frameText(index: number, frame: StackFrame, context: PathContext): string {
  const name = oneLine(frame.name, MAX_NAME_CHARS) || '(anonymous)';
  return `#${index}  ${name}  (${displayLocation(frame.location, context)})`;
}
