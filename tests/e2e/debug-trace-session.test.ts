import { resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';

const folder = resolve(import.meta.dirname, '../programs/traces');
/** The longest answer, with the stop that ended it. */
const MAX_TOKENS = 700;

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ cwd: folder, args: ['--no-log'] });
});

afterAll(async () => {
  await server.close();
});

afterEach(async () => {
  await server.call('debug_stop');
});

const expectTrace = (name: string, text: string) =>
  expectGolden(`trace/session-${name}`, text.replace(/\+\d+(\.\d+)? (µs|ms|s)(?!\w)/g, '+<time>'));

const launch = (program: string, breakpoints: readonly string[], args: readonly string[] = []) =>
  server.call('debug_launch', { program, args, breakpoints });
const trace = (args: Readonly<Record<string, unknown>> = {}) => server.call('debug_trace', args);

const LANGUAGES = [
  { language: 'node', program: 'invoice.js', price: 'priceOf', first: 19, value: 22, after: 26, head: 'invoice' },
  { language: 'python', program: 'invoice.py', price: 'price_of', first: 20, value: 23, after: 25, head: 'invoice' },
] as const;

describe.each(LANGUAGES)('a trace of a session in $language', ({ language, program, price, first, value, after }) => {
  test('shows the rest of the call that it is stopped in, loops folded', async () => {
    await launch(program, [`${program}:${first}`]);
    const { text, isError } = await trace();
    expect(isError).toBe(false);
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`frame-${language}`, text);
  });

  test('runs to the next call of a function first, where one is named', async () => {
    await launch(program, []);
    const { text } = await trace({ function: `${price}()` });
    expectTrace(`function-${language}`, text);
  });

  test('ends at a place, and goes on from there', async () => {
    await launch(program, [`${program}:${first}`]);
    const { text } = await trace({ until: `${program}:${after}` });
    expectTrace(`until-${language}`, text);
    expect((await trace()).text).toContain(language === 'node' ? 'returned 91' : 'returned 91.0');
    const { text: listed } = await server.call('debug_breakpoint');
    expect(listed).toMatch(/^\s*1\b/m);
    expect(listed).not.toMatch(/^\s*2\b/m);
  });

  test('ends at a breakpoint in a called function, which is reported once', async () => {
    await launch(program, [`${program}:${first}`]);
    await server.call('debug_breakpoint', { function: price });
    const { text } = await trace();
    expectTrace(`callee-${language}`, text);
    expect((await server.call('debug_step')).text).not.toContain('No step was made');
  });

  test('records values until the next stop, and leaves nothing behind', async () => {
    await launch(program, [`${program}:${first}`]);
    const points = [`${program}:${value}: price, total`, `${program}:${value + 1} if price > 20: price, nosuch`];
    const { text } = await trace({ at: points });
    expectTrace(`values-${language}`, text);
    expect((await server.call('debug_breakpoint')).text).not.toContain('total');
  });

  test('records the tree of calls, or that below a function, until the next stop', async () => {
    await launch(program, [`${program}:${first}`]);
    const { text, isError } = await trace({ mode: 'calls' });
    expect(isError).toBe(false);
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`calls-${language}`, text.replace(/ {2}\d+(\.\d+)? (µs|ms|s)(?!\w)/g, '  <time>'));
    const below = await trace({ mode: 'calls', function: `${price}()` });
    expect(below.text).toContain('1 call of 1 function of own code');
    expect((await server.call('debug_breakpoint')).text).not.toMatch(/^\s*2\b/m);
  });

  test('records the lives of all functions that ran until the next stop', async () => {
    await launch(program, [`${program}:${first}`]);
    const { text, isError } = await trace({ mode: 'deep' });
    expect(isError).toBe(false);
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expectTrace(`deep-${language}`, text);
  });

  test('records which lines ran until the next stop', async () => {
    await launch(program, [`${program}:${first}`]);
    const { text, isError } = await trace({ mode: 'lines' });
    expect(isError).toBe(false);
    expectTrace(`lines-${language}`, text);
  });

  test('records what functions were given and came to, beside values at lines', async () => {
    await launch(program, [`${program}:${first}`]);
    const { text, isError } = await trace({ at: [`${price}()`, `${program}:${value + 1}: price`] });
    expect(isError).toBe(false);
    expectTrace(`points-${language}`, text);
  });

  test('says that a function was not called', async () => {
    await launch(program, [`${program}:${first}`]);
    const { text, isError } = await trace({ mode: 'calls', function: 'nosuch()' });
    expect(isError).toBe(true);
    expect(text).toContain('No call of nosuch() was seen until then');
    expect(text).toContain('Stopped (breakpoint)');
  });

  test("follows the call of a caller's frame", async () => {
    await launch(program, [`${program}:${first}`]);
    const { text } = await trace({ frame: 1, timeoutMs: 20_000 });
    expectTrace(`caller-${language}`, text);
  });

  test('leaves a program that runs running', async () => {
    await launch(program, [`${program}:${first}`], ['--forever']);
    await server.call('debug_breakpoint', { breakpoint: 1, remove: true });
    const { text } = await trace({ at: [`${program}:${value}: price`], timeoutMs: 1_500 });
    expect(text).toContain(`${program}:${value}: price: reached 6 times`);
    expect(text).toMatch(/Still running after 1\.\d s/);
    expect((await server.call('debug_sessions')).text).toContain('running');
  });

  test('says that a session is not stopped, or has ended', async () => {
    await launch(program, [`${program}:${first}`], ['--forever']);
    await server.call('debug_breakpoint', { breakpoint: 1, remove: true });
    await server.call('debug_continue', { timeoutMs: 500 });
    const running = await trace();
    expect(running.isError).toBe(true);
    expect(running.text).toContain('The program is running; this needs it stopped.');
    await server.call('debug_stop');
    const ended = await trace();
    expect(ended.isError).toBe(true);
  });
});

describe('bad input', () => {
  test.each([
    [{ program: 'invoice.js', session: 'x' }, 'program and session do not go together.'],
    [{ program: 'invoice.js', until: 'return' }, 'program and until do not go together.'],
    [{ call: 'last' }, 'call and a session do not go together.'],
    [{ frame: 1, mode: 'calls' }, 'frame and mode calls do not go together.'],
    [{ frame: 1, function: 'main()' }, 'frame and function do not go together.'],
    [{ frame: 40 }, 'There is no frame 40 whose call still runs.'],
    [{ program: 'invoice.js', frame: 1 }, 'program and frame do not go together.'],
    [{ mode: 'lines', file: 'invoice.js', line: 9999 }, 'and no line 9999'],
    [{ mode: 'calls', until: 'the end' }, '"the end" does not say where the trace ends.'],
    [{ mode: 'values' }, 'Mode values needs at.'],
    [{ until: 'the end' }, '"the end" does not say where the trace ends.'],
    [{ until: 'invoice.js:9999' }, 'Nothing can be traced at invoice.js:9999'],
    [{ until: 'nosuch.js:1' }, 'nosuch.js'],
    [{ at: ['priceOf()', 'invoice.js:19: total'] }, 'Breakpoint 1 stands there already.'],
    [{ at: ['invoice.js:19: total'] }, 'Breakpoint 1 stands there already.'],
    [{ at: ['invoice.js:21: price +'] }, 'does not parse'],
    [{ session: 'other' }, 'Session "other" not found.'],
  ])('%o', async (args, expected) => {
    await launch('invoice.js', ['invoice.js:19']);
    const { text, isError } = await trace(args);
    expect(isError).toBe(true);
    expect(text).toContain(expected);
    const { text: stands } = await server.call('debug_stack');
    expect(stands).toContain('invoice.js:19');
  });

  test('neither a program nor a session', async () => {
    const fresh = await startServer({ cwd: folder, args: ['--no-log'] });
    try {
      const { text, isError } = await fresh.call('debug_trace', { function: 'main()' });
      expect(isError).toBe(true);
      expect(text).toContain('There is nothing to trace: neither a program nor a session.');
    } finally {
      await fresh.close();
    }
  });
});
