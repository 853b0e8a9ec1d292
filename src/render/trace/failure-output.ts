import type { OutputExcerpt } from '../../model/stop-report.ts';
import { linesOf } from '../plain-text.ts';

/** Limits of a failed program's output in an answer that was not asked for output. */
export const FAILURE_LIMITS = { maxLines: 8, maxChars: 600 };
/** Lines that Node.js writes below the stack of an uncaught error, and its own frames: nothing that helps. */
const NOISE = /^\s+at .*\(?node:internal\/|^Node\.js v\d|^\s*$/;
/** The message of an error, as languages and test runners write it: not indented, or jest's title of a failure. */
const MESSAGE = /^(?:Uncaught )?(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception|Interrupt)(?: \[\w+\])?(?::|$)/;
const TITLE = /^\s*(?:●|FAIL\b)/;

/**
 * The part of a failed program's output that tells the reason: the telling lines of stderr, from the message of the last error on
 * if its stack is longer than the shown part. All output if stderr is empty: a test runner may report on stdout.
 */
export function failureOutput(output: OutputExcerpt): OutputExcerpt & { readonly laterLines: number } {
  const text = output.chunks.map((chunk) => (chunk.category === 'stderr' ? chunk.text : '')).join('');
  const kept = linesOf(text).filter((line) => !NOISE.test(line));
  if (kept.length === 0) return { ...output, laterLines: 0 };
  const begin = Math.min(beginOf(kept), endBegin(kept));
  const shown = kept.slice(begin, begin + FAILURE_LIMITS.maxLines);
  const earlier = kept.slice(0, begin).reduce((sum, line) => sum + line.length + 1, 0);
  return {
    chunks: [{ category: 'stderr', text: `${fitting(shown).join('\n')}\n` }],
    omittedChars: output.omittedChars + earlier,
    laterLines: kept.length - begin - fitting(shown).length,
  };
}

/** The line of the message, with the one that names the test before it; where there is none, the end. */
function beginOf(lines: readonly string[]): number {
  const message = lines.findLastIndex((line) => MESSAGE.test(line));
  const begin = message < 0 ? lines.findIndex((line) => TITLE.test(line)) : message;
  if (begin < 0) return lines.length;
  return begin > 0 && TITLE.test(lines[begin - 1] ?? '') ? begin - 1 : begin;
}

/** The index of the first of the last lines that may be shown. */
function endBegin(lines: readonly string[]): number {
  return lines.length - fitting([...lines].reverse().slice(0, FAILURE_LIMITS.maxLines)).length;
}

/** The first of some lines that there is room for; one at least. */
function fitting(lines: readonly string[]): readonly string[] {
  let chars = 0;
  const end = lines.findIndex((line) => {
    chars += Math.min(line.length, 200) + 1;
    return chars > FAILURE_LIMITS.maxChars;
  });
  return end < 0 ? lines : lines.slice(0, Math.max(1, end));
}
