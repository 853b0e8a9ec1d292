import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { FOLDER_SHAPES } from '../../support/run-modes/paths.ts';
import { write } from '../../support/run-modes/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/**
 * Lines of a program about which everything is known: whether they have code, which function they are in, and whether that
 * code runs. `always`: in each of two exercises, of which the second comes after all is loaded. `load`: once, while the file is
 * loaded. `never`: loaded, but not reached. `none`: nothing there can be stopped at for certain.
 */
export interface KnownLine {
  readonly runs: 'always' | 'load' | 'never' | 'none';
  /** Name of the innermost function, '' at the top level. */
  readonly inside: string;
  readonly text: string;
}

const SUBJECT: readonly KnownLine[] = [
  { runs: 'load', inside: '', text: 'export const events: string[] = [];' },
  { runs: 'none', inside: '', text: '' },
  { runs: 'none', inside: '', text: '// Nothing is left of the next lines.' },
  { runs: 'none', inside: '', text: 'interface Entry {' },
  { runs: 'none', inside: '', text: '  readonly label: string;' },
  { runs: 'none', inside: '', text: '}' },
  { runs: 'none', inside: '', text: 'type Sum = number;' },
  { runs: 'load', inside: '', text: "events.push('loaded');" },
  { runs: 'none', inside: '', text: '' },
  { runs: 'none', inside: 'called', text: 'export function called(count: number): number {' },
  { runs: 'always', inside: 'called', text: '  let sum: number = 0;' },
  { runs: 'none', inside: 'called', text: '  // A comment between two statements.' },
  { runs: 'none', inside: 'called', text: '  type Local = string;' },
  { runs: 'always', inside: 'called', text: '  for (let index = 0; index < count; index++) {' },
  { runs: 'always', inside: 'called', text: '    sum += index;' },
  { runs: 'none', inside: 'called', text: '  }' },
  { runs: 'always', inside: 'called', text: '  if (sum > 1000) {' },
  { runs: 'never', inside: 'called', text: "    events.push('too many');" },
  { runs: 'none', inside: 'called', text: '  }' },
  { runs: 'none', inside: 'called', text: '' },
  { runs: 'always', inside: 'called', text: '  const shape = {' },
  { runs: 'none', inside: 'called', text: '    sum,' },
  { runs: 'none', inside: 'called', text: '    label: `sum`,' },
  { runs: 'none', inside: 'called', text: '  };' },
  { runs: 'always', inside: 'called', text: '  events.push(shape.label);' },
  { runs: 'always', inside: 'called', text: '  return shape.sum as number;' },
  { runs: 'none', inside: 'called', text: '}' },
  { runs: 'none', inside: '', text: '' },
  { runs: 'none', inside: '', text: 'export class Counter {' },
  { runs: 'none', inside: '', text: '  value: number = 0;' },
  { runs: 'none', inside: '', text: '' },
  { runs: 'none', inside: 'bump', text: '  bump(by: number): void {' },
  { runs: 'always', inside: 'bump', text: '    this.value += by;' },
  { runs: 'none', inside: 'bump', text: '  }' },
  { runs: 'none', inside: '', text: '}' },
  { runs: 'none', inside: '', text: '' },
  { runs: 'none', inside: 'uncalled', text: 'export function uncalled(): void {' },
  { runs: 'never', inside: 'uncalled', text: "  events.push('never');" },
  { runs: 'none', inside: 'uncalled', text: '}' },
  { runs: 'none', inside: '', text: '' },
  { runs: 'none', inside: 'late', text: 'export async function late(): Promise<void> {' },
  { runs: 'always', inside: 'late', text: '  await null;' },
  { runs: 'always', inside: 'late', text: "  events.push('late');" },
  { runs: 'none', inside: 'late', text: '}' },
  { runs: 'none', inside: '', text: '' },
  { runs: 'none', inside: 'exercise', text: 'export function exercise(): void {' },
  { runs: 'always', inside: 'exercise', text: '  called(3);' },
  { runs: 'always', inside: 'exercise', text: '  new Counter().bump(2);' },
  { runs: 'always', inside: 'exercise', text: '  if (events.length < 0) uncalled();' },
  { runs: 'always', inside: 'exercise', text: '  late();' },
  { runs: 'none', inside: 'exercise', text: '}' },
];
const MAIN = [
  "import { exercise } from './subject.ts';",
  'function gate(): void {',
  "  process.stdout.write('');",
  '}',
  'exercise();',
  'gate();',
  'exercise();',
];
const UNLOADED = ['export function unloaded(): number {', '  return 1;', '}'];

/** The line of `main` between the two exercises. */
export const GATE_LINE = 3;
/** The number of lines that {@link knownLine} knows. */
export const SUBJECT_LINES = SUBJECT.length;

/** The facts about a 1-based line of `subject`; undefined past its end. */
export function knownLine(line: number): KnownLine | undefined {
  return SUBJECT[line - 1];
}

export const TRUTH_MODES = [
  'plain ESM',
  'plain CommonJS',
  'tsc ESM, external map',
  'tsc CommonJS, inline map',
  'native type stripping',
  'esbuild bundle',
] as const;
export type TruthMode = (typeof TRUTH_MODES)[number];

export const TRUTH_SHAPES = ['simple', ...Object.keys(FOLDER_SHAPES), 'symbolic link'] as const;

/** The program in a folder of its own, ready to run. */
export interface TruthProgram {
  /** The file to run. */
  readonly program: string;
  /** The file for breakpoints. */
  readonly subject: string;
  readonly main: string;
  /** A file that exists and is not loaded. */
  readonly unloaded: string;
  /** A file that does not exist. */
  readonly missing: string;
  readonly cwd: string;
  readonly remove: () => void;
}

/** Writes and builds the program. `remove` deletes it. */
export async function prepareTruthProgram(mode: TruthMode, shape: string): Promise<TruthProgram> {
  const root = temporaryFolder('truth-');
  const cwd = join(root, FOLDER_SHAPES[shape] ?? shape);
  if (shape === 'symbolic link') {
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), cwd, 'junction');
  }
  const files = await layOut(cwd, mode);
  const extension = mode.startsWith('plain') ? 'js' : 'ts';
  const source = (name: string) => join(cwd, mode.startsWith('plain') ? '' : 'src', `${name}.${extension}`);
  return {
    program: files,
    subject: source('subject'),
    main: source('main'),
    unloaded: source('unloaded'),
    missing: source('missing'),
    cwd,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  subject: SUBJECT.map(({ text }) => text),
  main: MAIN,
  unloaded: UNLOADED,
};

/** @returns the path of the program to run */
async function layOut(folder: string, mode: TruthMode): Promise<string> {
  const isCommonJs = mode.includes('CommonJS') || mode === 'esbuild bundle';
  write(join(folder, 'package.json'), JSON.stringify({ type: isCommonJs ? 'commonjs' : 'module' }));
  for (const [name, lines] of Object.entries(TEXTS)) {
    if (mode.startsWith('plain')) write(join(folder, `${name}.js`), plain(lines, isCommonJs));
    else write(join(folder, `src/${name}.ts`), `${lines.join('\n')}\n`);
    if (mode.startsWith('tsc')) transpile(folder, name, isCommonJs);
  }
  if (mode.startsWith('plain')) return join(folder, 'main.js');
  if (mode === 'native type stripping') return join(folder, 'src/main.ts');
  if (mode === 'esbuild bundle') await bundle(folder);
  return join(folder, 'dist/main.js');
}

/** The same lines without types, each where it was. */
function plain(lines: readonly string[], isCommonJs: boolean): string {
  let isInType = false;
  const stripped = lines.map((line) => {
    const isType = isInType || /^\s*(interface|type) /.test(line);
    isInType = isType && !/^\}|;$/.test(line) ? true : isInType && !line.startsWith('}');
    if (isType) return '// a type';
    return line
      .replace(/(?<=\w|\)): (number|string\[\]|void|Promise<void>)(?=[ ,;)=]| \{)/g, '')
      .replace(' as number', '');
  });
  const text = stripped.join('\n').replace('./subject.ts', './subject.js');
  if (!isCommonJs) return `${text}\n`;
  const exported = [...text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  return `${text
    .replace(/^export /gm, '')
    .replace(/^import (.*) from (.*);/m, 'const $1 = require($2);')}\nmodule.exports = { ${exported.join(', ')} };\n`;
}

/** The part of the TypeScript compiler's interface that is used here; its types are those of another version. */
interface Compiler {
  transpileModule(text: string, options: object): { outputText: string; sourceMapText?: string };
}

function transpile(folder: string, name: string, isCommonJs: boolean): void {
  const load = createRequire(new URL('../../../.cache/ts-tools/package.json', import.meta.url));
  const compiler: Compiler = load('typescript');
  const fileName = `${name}.ts`;
  const text = `${(TEXTS[name] ?? []).join('\n')}\n`.replace('./subject.ts', './subject.js');
  const { outputText, sourceMapText } = compiler.transpileModule(text, {
    fileName,
    compilerOptions: {
      target: 'es2022',
      // The numbers of CommonJS and ESNext: the names are not understood by this function.
      module: isCommonJs ? 1 : 99,
      sourceRoot: '../src',
      ...(isCommonJs ? { inlineSourceMap: true } : { sourceMap: true }),
    },
  });
  write(join(folder, `dist/${name}.js`), outputText);
  if (sourceMapText !== undefined) write(join(folder, `dist/${name}.js.map`), sourceMapText);
}

async function bundle(folder: string): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/main.ts'],
    outfile: 'dist/main.js',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    sourcemap: true,
  });
}
