import { basename } from 'node:path';
import type { ShownFile, TracedFile, TraceFinding } from '../../model/trace/trace-report.ts';
import { sourceOf } from './own-source.ts';

/** Files of an answer whose text is read; more do not fit into one. */
const MAX_SOURCES = 200;
/** Folders of tests: a question about tests looks for other code. */
const TEST_FOLDER = /[\\/](tests?|__tests__|__mocks__|specs?|fixtures)[\\/]/;
const TEST_FILE = /[._-](test|spec|bench)\.\w+$|^test_\w*\.py$|_test\.py$|^conftest\.py$|\.config\.\w+$/;

/** The lines that ran, file by file: the file with most to look at first. */
export function lineFinding(
  files: readonly TracedFile[],
  folders: readonly string[],
): Extract<TraceFinding, { kind: 'lines' }> {
  return { kind: 'lines', files: withSources(ranked(files, folders, gapsOf), folders) };
}

/** The files of two runs, side by side: those first that differ most. */
export function comparedFiles(
  here: readonly TracedFile[],
  there: readonly TracedFile[],
  folders: readonly string[],
): readonly { readonly one: ShownFile; readonly other: TracedFile }[] {
  const others = new Map(there.map((file) => [file.path, file]));
  const paths = new Set(here.map(({ path }) => path));
  const onlyThere = there.filter(({ path }) => !paths.has(path)).map(notRun);
  const otherOf = (file: TracedFile): TracedFile => others.get(file.path) ?? notRun(file);
  const all = ranked([...here, ...onlyThere], folders, (file) => differencesOf(file, otherOf(file)));
  return withSources(all, folders).map((one) => ({ one, other: otherOf(one) }));
}

function ranked(
  files: readonly TracedFile[],
  folders: readonly string[],
  weightOf: (file: TracedFile) => number,
): TracedFile[] {
  const weighed = files.map((file) => ({ file, isTest: isTest(file.path, folders), weight: weightOf(file) }));
  weighed.sort((a, b) => Number(a.isTest) - Number(b.isTest) || b.weight - a.weight);
  return weighed.map(({ file }) => file);
}

function isTest(path: string, folders: readonly string[]): boolean {
  const root = folders.find((folder) => path.startsWith(folder)) ?? '';
  const inside = path.slice(root.length);
  return TEST_FOLDER.test(inside) || TEST_FILE.test(basename(path));
}

/** The number of lines that did not run, and of branches that went one way only, in entered code. */
function gapsOf({ lines, functions, branches }: TracedFile): number {
  const called = new Set(functions.filter(({ calls }) => calls > 0).map(({ key }) => key));
  const isEntered = ({ within }: { readonly within: string | undefined }) => within === undefined || called.has(within);
  const left = lines.filter((each) => each.count === 0 && isEntered(each)).length;
  const oneWay = branches.filter((each) => isEntered(each) && each.ways.some(({ count }) => count === 0)).length;
  return left + oneWay;
}

function differencesOf(one: TracedFile, other: TracedFile): number {
  const there = new Map(other.lines.map(({ line, count }) => [line, count]));
  const differs = one.lines.map(({ line, count }) => {
    const elsewhere = there.get(line) ?? 0;
    if (count === elsewhere) return 0;
    return (count === 0) !== (elsewhere === 0) ? 10 : 1;
  });
  return differs.reduce<number>((all, each) => all + each, 0);
}

/** The same file, in a run that did not load it. */
function notRun({ path, functions, lines, branches }: TracedFile): TracedFile {
  return {
    path,
    functions: functions.map((each) => ({ ...each, calls: 0 })),
    lines: lines.map((each) => ({ ...each, count: 0, unfinished: 0 })),
    branches: branches.map((each) => ({ ...each, ways: each.ways.map(({ name }) => ({ name, count: 0 })) })),
  };
}

function withSources(files: readonly TracedFile[], folders: readonly string[]): ShownFile[] {
  return files.map((file, index) => ({ ...file, source: index < MAX_SOURCES ? sourceOf(file.path, folders) : [] }));
}
