import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import type { PreparedProgram } from './run-mode.ts';

const PROGRAM = fileURLToPath(new URL('../../programs/typescript/', import.meta.url));
const AS_WRITTEN = { code: 'as written', sourcesExist: true } as const;

/** The program's output, in every mode. */
export const PROGRAM_OUTPUT = 'Ada pays 75 for lamp and more';

/** The lines that tests talk about, 1-based, in the text that is debugged. */
export interface ProgramLines {
  /** In `util`: in `Basket.add`, which runs while the program is still being loaded. */
  readonly whileLoading: number;
  /** In `main`: the two callers of that line, innermost first. */
  readonly loadingCallers: readonly [number, number];
  /** In `util`: in a loop of `totalOf`, which runs later; then the lines that follow it, as stepping sees them. */
  readonly target: number;
  readonly afterTarget: readonly [number, number, number];
  /** In `util`: the last line of `priceOf`, for a log breakpoint. */
  readonly log: number;
  /** In `main`: the call of `totalOf`, the line after it (V8 steps out to the next statement), and a later one. */
  readonly call: number;
  readonly afterCall: number;
  readonly runTo: number;
}

type ModuleFormat = 'module' | 'commonjs';

interface SourceOptions {
  readonly format: ModuleFormat;
  /** The name by which `main` imports `util`. */
  readonly util?: string;
  /** Without code that types alone cannot be erased from (enums); every line stays where it is. */
  readonly erasable?: boolean;
}

/** Writes the TypeScript sources to `src/` of a folder, with a package.json for their module format. */
export function writeSources(
  folder: string,
  { format, util = './util.ts', erasable = false }: SourceOptions,
): Pick<PreparedProgram, 'source' | 'main' | 'lines' | 'expectations'> {
  const utilText = erasable ? withoutEnum(programText('util.ts')) : programText('util.ts');
  const mainText = programText('main.ts').replace("'./util.ts'", `'${util}'`);
  const source = join(folder, 'src/util.ts');
  const main = join(folder, 'src/main.ts');
  write(join(folder, 'package.json'), JSON.stringify({ type: format }));
  write(source, utilText);
  write(main, mainText);
  return { source, main, lines: linesOf(utilText, mainText), expectations: AS_WRITTEN };
}

/** Writes the program as plain JavaScript into a folder: no map, no types. */
export function writePlain(
  folder: string,
  { format, util = './util.js' }: SourceOptions,
): Pick<PreparedProgram, 'source' | 'main' | 'lines' | 'expectations'> {
  const toScript = (text: string) =>
    transformSync(text, { loader: 'ts', format: format === 'module' ? 'esm' : 'cjs', target: 'es2022' }).code;
  const utilText = toScript(programText('util.ts'));
  const mainText = toScript(programText('main.ts')).replace(/(["'])\.\/util\.ts\1/, `"${util}"`);
  const source = join(folder, 'util.js');
  const main = join(folder, 'main.js');
  write(join(folder, 'package.json'), JSON.stringify({ type: format }));
  write(source, utilText);
  write(main, mainText);
  return { source, main, lines: linesOf(utilText, mainText), expectations: AS_WRITTEN };
}

/** A file of the program, as it is in the repository. */
export function programText(name: 'main.ts' | 'util.ts' | 'main.test.ts'): string {
  return readFileSync(PROGRAM + name, 'utf8');
}

/** Finds the lines that tests talk about in whatever text the breakpoints go into. */
export function linesOf(utilText: string, mainText: string): ProgramLines {
  return {
    whileLoading: lineOf(utilText, 'this.chosen.push(item)'),
    loadingCallers: [lineOf(mainText, 'basket.add({'), lineOf(mainText, 'const finished')],
    target: lineOf(utilText, 'const lineTotal ='),
    afterTarget: [
      lineOf(utilText, 'runningTotal += lineTotal'),
      lineOf(utilText, 'largestTotal = Math.max('),
      lineOf(utilText, 'for (let position'),
    ],
    log: lineOf(utilText, 'return orderLine.unitPrice + surcharge'),
    call: lineOf(mainText, 'const grandTotal ='),
    afterCall: lineOf(mainText, 'const firstTitle ='),
    runTo: lineOf(mainText, 'const receiptText ='),
  };
}

/** Writes a file, with the folders above it. */
export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function withoutEnum(text: string): string {
  return text
    .replace('export enum Level {', 'export const Level = {')
    .replace('Regular = 1,', 'Regular: 1,')
    .replace(/Gold = 2,\n\}/, 'Gold: 2,\n} as const; export type Level = 1 | 2;');
}

function lineOf(text: string, code: string): number {
  const index = text.split('\n').findIndex((line) => line.includes(code));
  if (index < 0) throw new Error(`No line with "${code}" in:\n${text}`);
  return index + 1;
}
