import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { HangReport } from '../../../src/model/hang-report.ts';

/** A program with a known fate, as a template: `$a` to `$f` become names, `@here` marks the line that is to be found. */
export interface SeededProgram {
  readonly name: string;
  readonly language: 'node' | 'python';
  /** File name of the main file, with its extension; what is run of a `.ts` file is compiled from it, with a map. */
  readonly file: string;
  readonly text: string;
  /** Further files beside it. */
  readonly others?: Readonly<Record<string, string>>;
  /** Any of these kinds is right. */
  readonly kinds: readonly HangReport['kind'][];
  /** Time of the watch. */
  readonly timeoutMs?: number;
}

/** A program that was written down, and where it goes wrong. */
export interface WrittenProgram {
  /** The file to run. */
  readonly path: string;
  /** Absolute paths and 1-based lines, any of which is right; empty when there is nothing to be found. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
}

const WORDS = [
  ...['order', 'batch', 'packet', 'token', 'ledger', 'quota', 'shard', 'frame', 'route', 'cursor', 'lease', 'probe'],
  ...['window', 'branch', 'signal', 'record', 'sector', 'parcel', 'ticket', 'beacon', 'bucket', 'vector', 'marker'],
];

/** A generator of numbers from 0 up to 1 that gives the same ones for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes a program with names and places of its own into a folder, which must be there. */
export function writeProgram(program: SeededProgram, folder: string, seed: number): WrittenProgram {
  const random = seeded(seed);
  const names = new Map([...'abcdef'].map((letter, index) => [letter, nameOf(random, index, program.language)]));
  const home = join(folder, `${nameOf(random, 9, 'python')}-${program.name}`);
  mkdirSync(home, { recursive: true });
  const files = Object.entries({ [program.file]: program.text, ...program.others });
  const places = files.flatMap(([file, template]) => {
    const named = template.replace(/\$([a-f])\b/g, (_, letter: string) => names.get(letter) ?? letter);
    const lines = [...filler(random, program.language), ...named.trim().split('\n')];
    const path = join(home, file);
    writeFileSync(path, `${lines.map((line) => line.replace(/\s*(\/\/|#) *@here/, '')).join('\n')}\n`);
    return lines.flatMap((line, index) => (line.includes('@here') ? { path, line: index + 1 } : []));
  });
  const main = join(home, program.file);
  return { path: main.endsWith('.ts') ? compiled(main) : main, places };
}

/** Compiles a TypeScript file beside it; the path of the output. */
function compiled(source: string): string {
  const output = source.replace(/ts$/, 'cjs');
  const options = { loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: source } as const;
  writeFileSync(output, transformSync(readFileSync(source, 'utf8'), options).code);
  return output;
}

function nameOf(random: () => number, index: number, language: SeededProgram['language']): string {
  const pick = () => WORDS[Math.floor(random() * WORDS.length)] ?? 'thing';
  const [first, second] = [pick(), pick()];
  if (language === 'python') return `${first}_${second}_${index}`;
  return `${first}${second[0]?.toUpperCase()}${second.slice(1)}${index}`;
}

/** Lines that do nothing, so that no two programs have a loop at the same place. */
function filler(random: () => number, language: SeededProgram['language']): string[] {
  const comment = language === 'python' ? '#' : '//';
  return Array.from({ length: Math.floor(random() * 12) }, (_, index) =>
    random() < 0.3 ? '' : `${comment} ${WORDS[index % WORDS.length] ?? ''} ${Math.floor(random() * 1_000)}`,
  );
}

/** The difference between a report and the seeded program; undefined if there is none. */
export function mistakeIn(report: HangReport, program: SeededProgram, written: WrittenProgram): string | undefined {
  if (!program.kinds.includes(report.kind)) return `${program.kinds.join(' or ')} was reported as ${report.kind}`;
  if (written.places.length === 0) return undefined;
  const location = 'location' in report ? report.location : undefined;
  const isRight = written.places.some(({ path, line }) => path === location?.path && line === location.line);
  const wanted = written.places.map(({ path, line }) => `${path}:${line}`).join(' or ');
  return isRight ? undefined : `${report.kind} at ${wanted} was reported at ${location?.path}:${location?.line}`;
}
