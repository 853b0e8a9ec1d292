import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = resolve(import.meta.dirname, '../programs/traces');
/** The longest answer. */
const MAX_TOKENS = 700;

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ cwd: folder, args: ['--no-log'] });
});

afterAll(async () => {
  await server.close();
});

/** Clocks differ from run to run, also in their unit. */
const expectTrace = (name: string, text: string) =>
  expectGolden(
    `trace/${name}`,
    text
      .replace(/\b\d+(\.\d+)? (µs|ms|s)(?!\w)/g, '<time>')
      .replace(/\d+ earlier/g, '<n> earlier')
      .replace(/\btrace \d+/g, 'trace <n>'),
  );

const trace = (args: Readonly<Record<string, unknown>>) => server.call('debug_trace', args);

const LANGUAGES = [
  {
    language: 'node',
    program: 'invoice.js',
    price: 'priceOf',
    kind: 'item.kind',
    total: 'total > 60',
    at: 22,
    inside: 3,
    isCd: `item.kind === 'cd'`,
  },
  {
    language: 'python',
    program: 'invoice.py',
    price: 'price_of',
    kind: 'item["kind"]',
    total: 'total > 60',
    at: 23,
    inside: 7,
    isCd: `item["kind"] == "cd"`,
  },
] as const;

describe.each(LANGUAGES)('a trace in $language', ({ language, program, price, kind, at, inside, isCd }) => {
  test('finds where a value came to be, in that very call, and how it came out', async () => {
    const { text, isError } = await trace({ program, value: language === 'node' ? '91' : '91.0' });
    expect(isError).toBeFalsy();
    expectTrace(`value-${language}`, text);
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
  });

  test('says that a value never was, and what came closest', async () => {
    const { text, isError } = await trace({ program, value: 'bookshop' });
    expect(isError).toBe(true);
    expectTrace(`value-never-${language}`, text);
  });

  test('shows the life of the call that threw', async () => {
    const { text, isError } = await trace({ program, args: ['--broken'], function: 'Cart.invoice()' });
    expect(isError).toBeFalsy();
    expectTrace(`throws-${language}`, text);
  });

  test('shows the life of a call with a loop, folded', async () => {
    const { text } = await trace({ program, function: 'invoice', call: 'first' });
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`frame-${language}`, text);
  });

  test('shows the function around a line, and the call that a condition chooses', async () => {
    const { text } = await trace({ program, file: program, line: inside, call: `if ${isCd}` });
    expectTrace(`condition-${language}`, text);
  });

  test('shows values at places, of functions too', async () => {
    const points = [`${program}:${at} if price > 20: ${kind}, total`, `${price}()`];
    const { text } = await trace({ program, at: points });
    // Of a fuller answer, what is left out would depend on how long the clocks are.
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`values-${language}`, text);
  });

  test('shows the tree of calls, of the whole run and below a function', async () => {
    const { text } = await trace({ program });
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`calls-${language}`, text);
    const below = await trace({ program, mode: 'calls', function: 'Cart.invoice' });
    expectTrace(`calls-below-${language}`, below.text);
  });

  test('shows the lives of the calls in a call, with what they made', async () => {
    const { text } = await trace({ program, mode: 'deep', function: 'invoice', call: 'first' });
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`deep-${language}`, text);
    const whole = await trace({ program, mode: 'deep' });
    expect(whole.text).toMatch(/^\d functions ran; /);
    expect(whole.text).toMatch(/\nmain\(\) (invoice\.\w+)?:\d+ /);
  });

  test('shows where two runs part', async () => {
    const { text } = await trace({ program, function: 'invoice', call: '2', compareWith: { args: ['--member'] } });
    expectTrace(`comparison-${language}`, text);
  });

  test('says how often a condition that fails was asked, and with which error', async () => {
    const { text } = await trace({ program, function: `${price}()`, call: 'if nosuch > 1' });
    expect(text).toMatch(
      /call 6 of 6 \(nosuch > 1: reached 6 times, condition true 0, failed 6: .*nosuch.*; this is the last\)/,
    );
  });

  test('says that a function was never called, or is none', async () => {
    const never = await trace({ program, function: 'unused()' });
    expect(never.isError).toBe(true);
    expect(never.text).toMatch(new RegExp(`^Never called: unused ${program}:\\d+\\.`));
    const none = await trace({ program, function: 'nosuch()' });
    expect(none.isError).toBe(true);
    expect(none.text).toContain('No function nosuch: no loaded file of own code has it.');
  });

  test('answers with what was recorded when the program does not end', async () => {
    const { text } = await trace({ program, args: ['--forever'], function: 'invoice', call: 'last', timeoutMs: 3_000 });
    expect(text).toContain('call 2 of 2');
    expect(text).toMatch(/The program still ran after \d\.\d s and was ended; what was recorded until then is shown\./);
  });

  test('shows what ran: of the whole run, of a function, in one of two runs', async () => {
    const { text, isError } = await trace({ program, args: ['--broken'], mode: 'lines' });
    expect(isError).toBeFalsy();
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`lines-${language}`, text);
    const listed = await trace({ program, mode: 'lines', function: 'Cart.invoice()' });
    expectTrace(`lines-function-${language}`, listed.text);
    const file = await trace({ program, mode: 'lines', file: program });
    expect(countTokens(file.text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`lines-file-${language}`, file.text);
    const compared = await trace({ program, mode: 'lines', args: ['--broken'], compareWith: { args: ['--member'] } });
    expectTrace(`lines-compared-${language}`, compared.text);
    const none = await trace({ program, mode: 'lines', function: 'nosuch()' });
    expect(none.text).toContain('No function nosuch: no loaded file of own code has it.');
  });

  test('counts until a program that never ends is killed', async () => {
    const { text } = await trace({ program, args: ['--forever'], mode: 'lines', function: 'main()', timeoutMs: 3_000 });
    expect(text).toMatch(/ 1× .*total|1×.*[Cc]art/);
    expect(text).toContain('was ended; what was recorded until then is shown.');
  });

  test('leaves what the program wrote and its exit code as they are', async () => {
    // A short call: of a full answer, what is left out depends on how long the paths are that the program writes.
    const { text } = await trace({ program, args: ['--broken'], function: `${price}()`, output: true });
    expect(text).toContain('| 91');
    expect(text).toContain('The program failed: exit code 1.');
    // What Python underlines differs from version to version.
    expectTrace(`output-${language}`, text.replaceAll(/^ {2}\[stderr\] +[~^]+\n/gm, ''));
  });
});

describe.each(LANGUAGES)('an earlier trace in $language', ({ language, program, price, kind, at }) => {
  /** The number that an answer says it is kept under. */
  const numberOf = (text: string) => /This is trace (\d+)\./.exec(text)?.[1] ?? 'none';

  test.each([
    ['frame', { function: 'invoice', call: '2' }],
    ['calls', { mode: 'calls' }],
    ['values', { at: [`${program}:${at}: price`, `${program}:${at} if price > 20: ${kind}`] }],
  ])('is compared with a run of another behaviour: %s', async (mode, question) => {
    const earlier = await trace({ program, ...question });
    const { text } = await trace({ program, args: ['--broken'], compareWith: { trace: numberOf(earlier.text) } });
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`earlier-${mode}-${language}`, text);
    const alike = await trace({ program, ...question, compareWith: { trace: numberOf(earlier.text) } });
    expect(alike.text).toMatch(/ alike here and in trace \d+/);
  });

  test('is of another question', async () => {
    const earlier = await trace({ program, function: `${price}()` });
    const { text, isError } = await trace({ program, mode: 'calls', compareWith: { trace: numberOf(earlier.text) } });
    expect(isError).toBe(true);
    expect(text).toContain(`it answers mode frame of ${price}(), this run mode calls`);
  });

  test('was made before the file was edited', async () => {
    const original = readFileSync(resolve(folder, program), 'utf8');
    const path = resolve(temporaryFolder('mcp-edited-'), program);
    try {
      writeFileSync(path, original);
      const earlier = await trace({ program: path, function: 'invoice', call: 'first' });
      const comment = language === 'node' ? '// why' : '# why';
      writeFileSync(path, `${comment}\n${comment}\n${original.replace('total -= 5', 'total -= 7')}`);
      const { text } = await trace({ program: path, compareWith: { trace: numberOf(earlier.text) } });
      expect(text).toMatch(/^Cart\.invoice\(\) ran differently in trace \d+/);
      expect(text).toMatch(/First at line \d+, edited: total -= 7;? \(there line \d+: total -= 5/);
      expect(text).not.toContain('Then at line 2,');
    } finally {
      rmSync(dirname(path), { recursive: true, force: true });
    }
  });
});

describe.each(LANGUAGES)('rows in $language', ({ program, price }) => {
  const rowsOf = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('are all in a file, which a later trace replaces', async () => {
    const path = resolve(temporaryFolder('mcp-rows-'), 'passes.jsonl');
    try {
      for (let time = 0; time < 2; time++) {
        const { text } = await trace({ program, at: [`${price}()`], rows: path });
        expect(text).toContain(`All 6 rows are in ${path}, a JSON text in each line.`);
        const rows = rowsOf(path);
        expect(rows.map(({ pass }) => pass)).toEqual([1, 2, 3, 4, 5, 6]);
        expect(rows[0]).toMatchObject({ point: `${price}()`, returned: 36, values: { item: expect.any(String) } });
      }
    } finally {
      rmSync(dirname(path), { recursive: true, force: true });
    }
  });

  test('are masked in their file as answers are', async () => {
    const path = resolve(temporaryFolder('mcp-rows-'), 'passes.jsonl');
    try {
      await trace({ program, at: [`${price}(): {"password": "hunter" + "2secret"}`], rows: path });
      expect(rowsOf(path)).toHaveLength(6);
      expect(readFileSync(path, 'utf8')).not.toContain('hunter2secret');
    } finally {
      rmSync(dirname(path), { recursive: true, force: true });
    }
  });

  test('of some passes are in the answer', async () => {
    const { text } = await trace({ program, at: [`${price}()`], rows: '3-4' });
    expect(text.match(/^ {2}pass \d+/gm)).toEqual(['  pass 3', '  pass 4']);
    expect(text).toContain('… 4 rows not shown');
  });
});

test('shows the bug of the demo in one call', async () => {
  const { text } = await trace({ program: '../demo/invoices.js', cwd: '../demo', mode: 'deep' });
  expect(text).toContain('product.price 36 → 32.4');
  expectTrace('demo', text);
});

describe('bad input', () => {
  test.each([
    [{ program: 'invoice.js', function: 'invoice', call: 'second' }, '"second" does not say which call is meant.'],
    [{ program: 'invoice.js', at: ['invoice.js'] }, '"invoice.js" is not a point of a program with expressions.'],
    [{ program: 'invoice.js', mode: 'frame' }, 'Mode frame needs function.'],
    [{ program: 'invoice.js', function: 'main', compareWith: {} }, 'compareWith says nothing that is different there.'],
    [{ program: 'invoice.js', compareWith: { trace: '99' } }, 'There is no trace 99.'],
    [{ program: 'invoice.js', compareWith: { trace: 'last' } }, '"last" is not the number of a trace.'],
    [
      { program: 'invoice.js', compareWith: { trace: '1', args: ['x'] } },
      'names an earlier trace, and another run as well',
    ],
    [{ program: 'invoice.js', function: 'main', rows: 'all.jsonl' }, 'rows are passes of places'],
    [{ program: 'invoice.js', at: ['priceOf()'], rows: '9-3' }, '"9-3" are no passes that an answer can show.'],
    [{ program: 'invoice.js', at: ['priceOf()'], rows: 'invoice.py' }, 'holds something else than rows of a trace'],
    [{ program: 'invoice.js', at: ['priceOf()'], rows: '../traces' }, 'Nothing was started.'],
    [{ program: 'invoice.js', at: ['priceOf()'], rows: 'nosuch/rows.jsonl' }, 'there is no folder'],
    [{ program: 'invoice.js', file: 'invoice.js', line: 999 }, 'invoice.js has 50 lines, and no line 999.'],
    [{ program: 'invoice.js', at: ['invoice.py:999: x'] }, 'Nothing was started.'],
    [{ program: 'invoice.js', function: 'invioce()' }, 'Like it are invoice invoice.js:18.'],
    [{ program: 'invoice.js', function: 'main', file: 'nosuch.js' }, 'there is no such file'],
    [{ program: 'invoice.js', mode: 'deep', compareWith: { args: ['x'] } }, 'Two runs are not compared in mode deep.'],
    [
      { program: 'invoice.js', mode: 'deep', function: 'nosuch' },
      'No function nosuch: no loaded file of own code has it.',
    ],
    [{ program: 'invoice.js', mode: 'deep', function: 'unused' }, 'Never called: unused invoice.js'],
    [{ program: 'nosuch.js', function: 'main' }, 'There is no file "nosuch.js"'],
  ])('%o', async (args, expected) => {
    const { text, isError } = await trace(args);
    expect(isError).toBe(true);
    expect(text).toContain(expected);
  });
});
