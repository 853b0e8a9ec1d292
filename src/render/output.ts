import type { OutputChunk } from '../model/output-chunk.ts';
import type { OutputExcerpt } from '../model/stop-report.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { counted, cut, linesOf } from './plain-text.ts';
import { type LeftOut, layOut, type Section } from './sections.ts';

const MAX_LINE_CHARS = 200;
/** Tiers inside the section grow by this per line from the end, so that they stay between two whole numbers. */
const TIER_STEP = 1e-6;

/** Limits of output that an answer repeats unasked. */
interface OutputLimits {
  readonly maxLines: number;
  readonly maxChars: number;
}

/** At a stop. */
export const STOP_OUTPUT_LIMITS: OutputLimits = { maxLines: 10, maxChars: 600 };
/** At the end of the program, where an uncaught error's stack is the most important thing there is. */
export const EXIT_OUTPUT_LIMITS: OutputLimits = { maxLines: 25, maxChars: 1600 };

/** Options of an output section besides its lines. */
interface OutputOptions extends PathContext {
  readonly title?: string;
  readonly indent: string;
  readonly tier: number;
  readonly limits?: OutputLimits | undefined;
  /** The call that shows what is left out; without it only the amount is named. */
  readonly more?: string | undefined;
}

/**
 * The output as a section that keeps its end when room is short, with a first line that says how much is missing. Lines of
 * stdout are marked `|`, those of stderr `[stderr]`, those of log breakpoints `[log app.js:12]`, our own notes `[debugger]`: no line of the program can be taken
 * for one of ours.
 */
export function outputSection(output: OutputExcerpt, options: OutputOptions): Section {
  const all = outputLines(output.chunks, options);
  const kept = lastLines(all, options.limits);
  const droppedChars = all.slice(0, all.length - kept.length).reduce((sum, { text }) => sum + text.length + 1, 0);
  const note = (left: LeftOut) => {
    const chars = output.omittedChars + droppedChars + left.weight;
    if (chars === 0) return undefined;
    return `${options.indent}… ${counted(chars, 'earlier character')}${options.more ? `: ${options.more}` : ''}`;
  };
  const lines = kept.map(({ mark, text }, index) => ({
    text: `${options.indent}${cut(`${mark}${text}`, MAX_LINE_CHARS)}`.trimEnd(),
    weight: text.length + 1,
    tier: options.tier + (kept.length - index) * TIER_STEP,
  }));
  const title = options.title === undefined ? {} : { title: options.title };
  return { ...title, lines, contiguous: true, note, notePlace: 'start' };
}

/**
 * The output that came of a call, below its answer.
 *
 * @param more the call that shows what is left out
 */
export function renderNewOutput(output: OutputExcerpt, { cwd }: PathContext, more: string | undefined): string {
  const limits = EXIT_OUTPUT_LIMITS;
  const section = outputSection(output, { cwd, title: 'Output:', indent: '  ', tier: 1, limits, more });
  return layOut(undefined, [section], LIST_BUDGET_TOKENS);
}

/** The output that was asked for; `(no output)` for none. */
export function renderOutput(
  output: OutputExcerpt,
  options: PathContext & { readonly budgetTokens?: number | undefined; readonly more?: string | undefined },
): string {
  const section = outputSection(output, { cwd: options.cwd, indent: '', tier: 1, more: options.more });
  return layOut(undefined, [section], options.budgetTokens ?? LIST_BUDGET_TOKENS) || '(no output)';
}

/** A line of the program, and what says whose it is. */
interface OutputLine {
  readonly mark: string;
  readonly text: string;
}

function outputLines(chunks: readonly OutputChunk[], context: PathContext): OutputLine[] {
  return joinChunks(chunks).flatMap((chunk) => {
    const mark = markOf(chunk, context);
    return linesOf(chunk.text).map((text) => ({ mark, text }));
  });
}

/** Pieces of one stream are put together again: a pipe cuts text anywhere, also within a line. */
function joinChunks(chunks: readonly OutputChunk[]): OutputChunk[] {
  const runs: { first: OutputChunk; texts: string[] }[] = [];
  for (const chunk of chunks) {
    const run = runs.at(-1);
    const continues = run !== undefined && chunk.category !== 'log' && run.first.category === chunk.category;
    if (continues) run.texts.push(chunk.text);
    else runs.push({ first: chunk, texts: [chunk.text] });
  }
  return runs.map(({ first, texts }) => ({ ...first, text: texts.join('') }));
}

function markOf(chunk: OutputChunk, context: PathContext): string {
  if (chunk.category === 'stdout') return '| ';
  if (chunk.category === 'stderr') return '[stderr] ';
  if (chunk.isNote) return '[debugger] ';
  return chunk.location === undefined ? '[log] ' : `[log ${displayLocation(chunk.location, context)}] `;
}

function lastLines(lines: readonly OutputLine[], limits: OutputLimits | undefined): readonly OutputLine[] {
  if (limits === undefined) return lines;
  let chars = 0;
  let start = lines.length;
  while (start > 0 && lines.length - start < limits.maxLines) {
    chars += Math.min(lines[start - 1]?.text.length ?? 0, MAX_LINE_CHARS) + 1;
    if (chars > limits.maxChars) break;
    start -= 1;
  }
  return lines.slice(start);
}
