import type { OutputExcerpt } from '../../model/stop-report.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';

const MAX_WARNINGS = 3;
const MAX_TEXT_CHARS = 160;
/** As Python writes a warning, and pytest in its summary, where it is indented. That of pandas is the one whose name ends otherwise. */
const WARNING = /^[ \t]*(\S.*\.pyw?):(\d+): (\w*Warning|ChainedAssignmentError): (.+)$/gm;
const INSTALLED = /[/\\](?:site|dist)-packages[/\\]/;

/** `Warned at shop.py:5: ChainedAssignmentError: A value is being set …`, for warnings of code that is not installed, the first ones of a program's output. */
export function warningLines({ chunks }: OutputExcerpt, context: PathContext): string[] {
  const text = chunks.map((chunk) => chunk.text).join('');
  const lines = [...text.matchAll(WARNING)].flatMap(([, path = '', line, name, message = '']) =>
    INSTALLED.test(path) || path.startsWith('<')
      ? []
      : `Warned at ${displayPath(path, context)}:${line}: ${name}: ${oneLine(message, MAX_TEXT_CHARS)}`,
  );
  return [...new Set(lines)].slice(0, MAX_WARNINGS);
}
