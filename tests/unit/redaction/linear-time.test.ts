import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { patternsOf, worstInputs } from '../../support/worst-inputs.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  // Code in a debuggee holds up only the debuggee.
  .filter((path) => /\.tsx?$/.test(path) && !/\/in-debuggee\//.test(path));

/** Patterns that see one bounded text, with what bounds it. */
const BOUNDED: readonly (readonly [path: string, source: RegExp, why: string])[] = [
  ['src/investigate/test-run/compared/literals.ts', /Infinity/, 'the message of one failed test, cut by its runner'],
  ['src/adapter/v8/pauses/step-out.ts', /async/, 'what stands in front of parameters, cut to 300 characters'],
];

/** For so many characters, a linear search takes a fraction of a millisecond, a quadratic one 100 ms and more. */
const SMALL = 16_000;
const SEARCH_LIMIT_MS = 40;
/** A function makes many searches. */
const FUNCTION_LIMIT_MS = 200;
/** The compiler and the garbage collector have work of their own: the best of so many counts. */
const TRIES = 6;
/** A text that is so many times as long takes as many times as long where time is linear, and their square where it is quadratic. */
const LONGER = 4;
const MOST_GROWTH = 8;
const LARGE = 1_000_000;
/** A second would be enough; a quadratic search takes minutes. */
const LARGE_LIMIT_MS = 8_000;

/** Processor time of this process since `began`, in ms: on a busy machine a search has to wait, but needs no more of it. */
function processorMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

function search(pattern: RegExp, text: string): number {
  const began = process.cpuUsage();
  pattern.lastIndex = 0;
  if (pattern.global && !pattern.sticky) text.replace(pattern, '');
  else pattern.exec(text);
  return processorMs(began);
}

/** The shortest time; not tried again once it is below the limit. */
function best(take: (text: string) => number, text: string, limitMs: number): number {
  let ms = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && ms > limitMs; tries++) ms = Math.min(ms, take(text));
  return ms;
}

/** Undefined when it takes linear time, whatever the text. */
function verdict(name: string, source: string, limitMs: number, take: (text: string) => number): string | undefined {
  let worst = { ms: 0, make: (_: number) => '' };
  for (const make of worstInputs(source)) {
    // Short first: a cubic search would not come back.
    for (const length of [1_000, SMALL]) {
      const ms = best(take, make(length), limitMs);
      // A slow machine makes everything slow, but nothing grow faster.
      if (ms > limitMs && best(take, make(length * LONGER), ms * MOST_GROWTH) > ms * MOST_GROWTH)
        return `${name}: ${Math.round(ms)} ms for ${length} characters of ${shownStart(make)}`;
      if (ms > worst.ms) worst = { ms, make };
    }
  }
  const ms = best(take, worst.make(LARGE), LARGE_LIMIT_MS);
  return ms > LARGE_LIMIT_MS
    ? `${name}: ${Math.round(ms)} ms for ${LARGE} characters of ${shownStart(worst.make)}`
    : undefined;
}

function shownStart(make: (length: number) => string): string {
  return JSON.stringify(make(40).slice(0, 60));
}

/** True if a pattern repeats something without a bound: any other is quick wherever it begins. */
const repeats = ({ source }: RegExp) => /[*+]|,\}/.test(source.replace(/\\./g, ''));
const isBounded = (path: string, { source }: RegExp) =>
  BOUNDED.some(([file, which]) => file === path && which.test(source));

test('every pattern of the sources runs in linear time', { timeout: 300_000 }, () => {
  const patterns = files
    .flatMap((path) => patternsOf(root, path))
    .filter(({ path, pattern }) => !isBounded(path, pattern) && repeats(pattern));
  expect(patterns.length).toBeGreaterThan(200);
  const problems = patterns.flatMap(
    ({ path, pattern }) =>
      verdict(`${path} ${pattern}`, pattern.source, SEARCH_LIMIT_MS, (text) => search(pattern, text)) ?? [],
  );
  expect(problems).toEqual([]);
});

test('so does every pattern that is put together', { timeout: 120_000 }, async () => {
  const made: RegExp[] = [];
  class Noted extends RegExp {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      made.push(new Real(pattern, flags));
    }
  }
  const Real = RegExp;
  const makers = files.filter((path) =>
    /^(?:const|export const| {2}\w+: new).*$[\s\S]*new RegExp\(/m.test(readFileSync(root + path, 'utf8')),
  );
  vi.resetModules();
  vi.stubGlobal('RegExp', Noted);
  try {
    for (const path of makers) await import(pathToFileURL(root + path).href);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(made.length).toBeGreaterThan(50);
  const problems = made.flatMap((pattern) =>
    /Infinity\|inf/.test(pattern.source) || !repeats(pattern)
      ? []
      : (verdict(String(pattern), pattern.source, SEARCH_LIMIT_MS, (text) => search(pattern, text)) ?? []),
  );
  expect(problems).toEqual([]);
});

describe('a function takes linear time', () => {
  /** `export function name(text: string)`: one text is all that it needs. */
  const ONE_TEXT = /^export function (\w+)\(\w+: string(?:, \w+(?:\?:| =| :.* =)[^)]*)?\)/gm;
  const rooms =
    /^src\/(?:(?:redaction|journal|render|calls|files|toolsets|mcp|tui|sourcemap)\/|adapter\/languages\/python\/(?!interpreter\/))/;
  const functions = files
    .filter((path) => rooms.test(path))
    .flatMap((path) =>
      [...readFileSync(root + path, 'utf8').matchAll(ONE_TEXT)].map(([, name = '']) => [name, path] as const),
    );

  test('they are found', () => {
    expect(functions.map(([name]) => name)).toEqual(
      expect.arrayContaining(['maskText', 'maskAnswerText', 'lastName', 'oneLine']),
    );
  });

  test.each(functions)('%s of %s', { timeout: 120_000 }, async (name, path) => {
    const module: Record<string, unknown> = await import(pathToFileURL(root + path).href);
    const run = module[name];
    if (typeof run !== 'function') throw new Error(`${name} is not exported by ${path}`);
    const take = (text: string) => {
      const began = process.cpuUsage();
      try {
        run(text);
      } catch (thrown) {
        // Refusing a text is an outcome; a stack that is full is none.
        if (thrown instanceof RangeError) return Number.POSITIVE_INFINITY;
      }
      return processorMs(began);
    };
    expect(verdict(name, SECRETS, FUNCTION_LIMIT_MS, take)).toBeUndefined();
  });

  /** Pieces of which texts are made that redaction looks at again and again. */
  const SECRETS = String.raw`pass=|token:|password="|pass: |curl -u |Bearer |eyJ|-----BEGIN |key: |\["a",|https://|--password |cookie=`;
});
