import { isBuiltin } from '../model/source-location.ts';
import type { StackFrame } from '../model/stack-frame.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { counted, oneLine } from './plain-text.ts';
import { layOut } from './sections.ts';

const MAX_NAME_CHARS = 100;
/** Frames of one round of a recursion, at most: `a` calls `b`, `b` calls `a`. */
const MAX_ROUND = 8;
/** So many rounds after the first are folded. */
const MIN_FOLDED_ROUNDS = 2;
/** So many frames of packages in a row are folded, where that is wanted. */
const MIN_FOLDED_OF_PACKAGES = 3;
const MAX_PACKAGES_NAMED = 3;

/** A line of a stack as shown: one frame, or a run of internal ones folded into one line. */
export interface StackEntry {
  readonly text: string;
  /** The number of frames that the entry stands for. */
  readonly frames: number;
  readonly folded: boolean;
}

interface EntriesOptions extends PathContext {
  /** Shows the runtime's and the dependencies' frames too, instead of folding them. */
  readonly includeInternal?: boolean | undefined;
  /** Folds runs of frames that lie in packages: how a test runner came to call the program is of no interest. */
  readonly foldPackages?: boolean | undefined;
}

/** Options of {@link renderStack}. */
interface StackOptions extends EntriesOptions {
  /** The number of frames that were left out of `frames` when they were fetched; 0 when left out. */
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
 * stands. So are the rounds of a recursion after its first, so that its caller is seen. The first asynchronous frame that
 * is shown carries the line `--- async ---` above it.
 */
export function stackEntries(frames: readonly StackFrame[], options: EntriesOptions): StackEntry[] {
  const entries: StackEntry[] = [];
  let inAsync = false;
  for (let index = 0; index < frames.length; ) {
    const fold = foldAt(frames, index, options);
    if (fold) {
      entries.push({ ...fold, folded: true });
      index += fold.frames;
      continue;
    }
    const frame = frames[index];
    if (!frame) break;
    const entersAsync: boolean = frame.presentation === 'async' && !inAsync;
    inAsync ||= entersAsync;
    const text = `${entersAsync ? '--- async ---\n' : ''}${frameText(index, frame, options)}`;
    entries.push({ text, frames: 1, folded: false });
    index += 1;
  }
  return entries;
}

type Fold = Pick<StackEntry, 'text' | 'frames'>;

/** The frames from an index on that become one line, if they do. */
function foldAt(frames: readonly StackFrame[], index: number, options: EntriesOptions): Fold | undefined {
  const isFolded = (frame: StackFrame) => isInternal(frame) && options.includeInternal !== true;
  const internal = index === 0 ? 0 : runLength(frames, index, isFolded);
  if (internal > 0) return { text: `… ${counted(internal, 'internal frame')}`, frames: internal };
  const repeated = repeatedFrom(frames, index);
  if (repeated > 0) return { text: `… ${repeated.toLocaleString('en-US')} more like these`, frames: repeated };
  if (options.foldPackages !== true || index === 0) return undefined;
  const inPackages = runLength(frames, index, (frame) => packageOf(frame) !== undefined || isFolded(frame));
  if (inPackages < MIN_FOLDED_OF_PACKAGES) return undefined;
  const run = frames.slice(index, index + inPackages);
  return { text: `… ${inPackages} frames of ${packagesOf(run)}`, frames: inPackages };
}

function runLength(frames: readonly StackFrame[], start: number, is: (frame: StackFrame) => boolean): number {
  let end = start;
  for (let frame = frames[end]; frame && is(frame); frame = frames[end]) end += 1;
  return end - start;
}

/** Counts the frames from an index on that repeat the round of frames right before it. */
function repeatedFrom(frames: readonly StackFrame[], index: number): number {
  for (let round = 1; round <= Math.min(MAX_ROUND, index); round++) {
    let end = index;
    while (end < frames.length && isSame(frames[end], frames[end - round])) end += 1;
    const rounds = Math.floor((end - index) / round);
    if (rounds >= MIN_FOLDED_ROUNDS) return rounds * round;
  }
  return 0;
}

function isSame(a: StackFrame | undefined, b: StackFrame | undefined): boolean {
  if (a?.presentation !== b?.presentation || a?.name !== b?.name) return false;
  return a?.location.path === b?.location.path && a?.location.line === b?.location.line;
}

/** Finds whether a frame is the program's own, and neither the runtime's nor a package's. */
export function isOwnFrame(frame: StackFrame): boolean {
  return !isInternal(frame) && packageOf(frame) === undefined;
}

/** The package that a file lies in, by the folders of Node's and Python's package managers. */
function packageOf({ location: { path } }: StackFrame): string | undefined {
  const [name] = path
    .split(/[\\/](?:node_modules|site-packages)[\\/]/)
    .slice(1)
    .slice(-1);
  return name === undefined ? undefined : /^(?:@[^\\/]+[\\/])?[^\\/]+/.exec(name)?.[0];
}

function packagesOf(frames: readonly StackFrame[]): string {
  const names = [...new Set(frames.flatMap((frame) => packageOf(frame) ?? []))];
  const shown = names.slice(0, MAX_PACKAGES_NAMED).join(', ');
  return oneLine(names.length > MAX_PACKAGES_NAMED ? `${shown}, …` : shown, MAX_NAME_CHARS);
}

/** Also an asynchronous caller: every program's stack ends in the runtime's own loader. */
function isInternal({ presentation, location }: StackFrame): boolean {
  return presentation === 'internal' || (presentation === 'async' && isBuiltin(location.path));
}

function frameText(index: number, frame: StackFrame, context: PathContext): string {
  const name = oneLine(frame.name, MAX_NAME_CHARS) || '(anonymous)';
  return `#${index}  ${name}  (${displayLocation(frame.location, context)})`;
}
