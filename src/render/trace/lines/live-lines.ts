import type { CountedFunction, ShownFile } from '../../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../../paths.ts';
import { counted, oneLine } from '../../plain-text.ts';
import { layOut, type Section } from '../../sections.ts';
import { gapRows } from './line-gaps.ts';

const MAX_NAMES = 12;
const MAX_NAME_CHARS = 40;

/** The files of which something ran, with only those of their functions that were run in: what ran before a trace began is not known. */
export function filesThatRan(files: readonly ShownFile[]): ShownFile[] {
  return files.map(whatRan).filter(({ lines }) => lines.some(({ count }) => count > 0));
}

/** The functions that ran while a session was recorded, their counts, and the lines in them that did not run. */
export function renderLiveLines(files: readonly ShownFile[], context: PathContext, budgetTokens: number): string {
  const sections = files.map((file, rank) => fileSection(file, rank, context));
  const functions = files.reduce((sum, file) => sum + file.functions.length, 0);
  const title = `${counted(functions, 'function')} in ${counted(files.length, 'file')} ran; of each file, what ran and what in it did not:`;
  return layOut(title, sections, budgetTokens);
}

function whatRan(file: ShownFile): ShownFile {
  const ran = new Set(file.lines.flatMap(({ count, within }) => (count > 0 && within !== undefined ? [within] : [])));
  const isIn = (within: string | undefined) => within !== undefined && ran.has(within);
  return {
    ...file,
    functions: file.functions.filter(({ key, calls }) => calls > 0 || ran.has(key)),
    lines: file.lines.filter(({ count, within }) => count > 0 || isIn(within)),
    branches: file.branches.filter(({ ways, within }) => isIn(within) || ways.some(({ count }) => count > 0)),
  };
}

function fileSection(file: ShownFile, rank: number, context: PathContext): Section {
  const ran = file.lines.filter(({ count }) => count > 0).length;
  const rows = gapRows(file, rank);
  const names = namesOf(file.functions);
  const title = `${displayPath(file.path, context)}: ${ran} of ${counted(file.lines.length, 'line')} ran${names === '' ? '' : `, in ${names}`}`;
  return {
    lines: [{ text: title, tier: 1.2 + rank / 20 }, ...rows],
    note: ({ lines: left }) => (left > 0 && left <= rows.length ? `  … ${left} more in it` : undefined),
  };
}

/** Calls of one that ran already when the recording began were not counted. */
function namesOf(functions: readonly CountedFunction[]): string {
  const shown = functions.slice(0, MAX_NAMES).map(({ name, line, calls }) => {
    const times = calls > 0 ? `${calls}×` : 'called before';
    return `${oneLine(name, MAX_NAME_CHARS)}:${line} (${times})`;
  });
  return [...shown, ...(functions.length > shown.length ? [`${functions.length - shown.length} more`] : [])].join(', ');
}
