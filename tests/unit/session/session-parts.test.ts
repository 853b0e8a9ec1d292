import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Mutex } from '../../../src/session/mutex.ts';
import { OutputBuffer } from '../../../src/session/output/output-buffer.ts';
import { LocalsHistory } from '../../../src/session/stops/locals-history.ts';
import { WatchList } from '../../../src/session/watches/watch-list.ts';
import { STOP } from '../../fakes/fake-debug-adapter.ts';
import { loggedOutput, shownOutput } from '../../support/logged-output.ts';

describe('the order of a session', () => {
  test('tasks run one after another, and one that fails does not stop the next', async () => {
    const mutex = new Mutex();
    const events: string[] = [];
    const task =
      (name: string, fails = false) =>
      async () => {
        events.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const results = await Promise.allSettled([mutex.run(task('a', true)), mutex.run(task('b'))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('a task whose signal is aborted already is not run', async () => {
    const mutex = new Mutex();
    let ran = false;
    const task = async () => {
      ran = true;
    };
    await expect(mutex.run(task, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    await mutex.run(async () => undefined);
    expect(ran).toBe(false);
  });
});

describe('the output of a session', () => {
  test('what is taken, with what was left out, is what was written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 20 }),
        fc.nat(100),
        fc.nat(50),
        (texts, from, max) => {
          const buffer = new OutputBuffer();
          for (const text of texts) buffer.add({ category: 'stdout', text });
          const whole = texts.join('');
          const { chunks, omittedChars } = buffer.since(from, max);
          const wanted = whole.slice(Math.min(from, whole.length));
          const shown = chunks.map(({ text }) => text).join('');
          const last = wanted.slice(Math.max(0, wanted.length - max));
          expect(last.endsWith(shown)).toBe(true);
          // Nothing but the rest of a line, or of a word, is left out of it.
          expect(last.slice(0, last.length - shown.length)).toMatch(
            last === wanted ? /^$/ : /^(?:[^\n]*\n|[^\s,;&]*[\s,;&])?$/,
          );
          expect(omittedChars + shown.length).toBe(wanted.length);
          expect(buffer.end).toBe(whole.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a line', 'one: two\nthree: four\n', 14, 'three: four\n'],
    ['a word, if there is no other line', 'of this one\n', 6, 'one\n'],
    ['a word of a very long line', `${'x'.repeat(600)} and ${'y'.repeat(590)}\n`, 592, `${'y'.repeat(590)}\n`],
    ['the value of a name in data', `{"a":"${'x'.repeat(600)}","b":1}`, 20, '"b":1}'],
    ['the place of the cut, if it is all one word', 'x'.repeat(900), 700, 'x'.repeat(700)],
    ['its first character, if it is whole', 'ne: two\n', 8, 'ne: two\n'],
  ])('an excerpt begins with %s', (_, text, max, shown) => {
    const buffer = new OutputBuffer();
    buffer.add({ category: 'stdout', text });
    const { chunks, omittedChars } = buffer.since(0, max);
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(shown);
    expect(omittedChars).toBe(text.length - shown.length);
  });

  test('memory is bounded, whatever the size of the pieces, and the end is kept', () => {
    for (const size of [1_000, 999_999, 3_000_000]) {
      const buffer = new OutputBuffer();
      for (let written = 0; written < 6_000_000; written += size)
        buffer.add({ category: 'stdout', text: 'x'.repeat(size) });
      buffer.add({ category: 'stderr', text: 'the end' });
      const { chunks } = buffer.since(0, Number.POSITIVE_INFINITY);
      const kept = chunks.reduce((sum, { text }) => sum + text.length, 0);
      expect(kept).toBeLessThanOrEqual(1_100_000);
      expect(chunks.at(-1)?.text).toBe('the end');
    }
  });
});

const STREAMS = ['stdout', 'stderr'] as const;

describe('log lines among the output', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('log' as const), at: fc.nat(20) }),
    fc.record({
      kind: fc.constantFrom(...STREAMS),
      text: fc.oneof(fc.stringMatching(/^[a-zé→]{1,8}\n?$/), fc.constant('x'.repeat(20_000))),
      at: fc.nat(20),
    }),
  );

  // Feature: mcp-debugger-tool, Property 341: whichever comes first, a line and what was written before it stand in order
  test('stand where the process was when it passed them, in whatever order the ways deliver', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const buffer = new OutputBuffer();
        const bytes = { stdout: 0, stderr: 0 };
        const arriving = events.map((each, index) => {
          if (each.kind !== 'log') {
            bytes[each.kind] += Buffer.byteLength(each.text);
            return { category: each.kind, text: each.text };
          }
          const counted = (written: number) => ({ bytes: written, sinceMs: 0, sinceBytes: 0 });
          const written = { pid: 1, atMs: 0, stdout: counted(bytes.stdout), stderr: counted(bytes.stderr) };
          return { category: 'log' as const, text: `<${index}>\n`, written };
        });
        // Each way keeps its order, and may lag behind the others.
        const due = { log: 0, stdout: 0, stderr: 0 };
        const delivered = arriving
          .map((chunk, index) => {
            due[chunk.category] = Math.max(due[chunk.category], index + (events[index]?.at ?? 0));
            return { chunk, due: due[chunk.category] };
          })
          .sort((one, other) => one.due - other.due);
        for (const { chunk } of delivered) buffer.add(chunk);
        const { chunks } = buffer.since(0, Number.POSITIVE_INFINITY);
        for (const stream of STREAMS) {
          expect(shownOutput(chunks, stream)).toBe(loggedOutput(arriving, stream));
        }
      }),
      { numRuns: 500 },
    );
  });

  const mark = (bytes: number, atMs = Number.POSITIVE_INFINITY) => {
    const counted = { bytes, sinceMs: 0, sinceBytes: 0 };
    return { category: 'log' as const, text: '<log>', written: { pid: 1, atMs, stdout: counted, stderr: undefined } };
  };
  const textOf = (buffer: OutputBuffer) => buffer.since(0, 1_000).chunks.map(({ text }) => text);

  test('stand as they arrive where somebody else writes to the stream, too', () => {
    const buffer = new OutputBuffer();
    buffer.add({ category: 'stdout', text: 'of a child' });
    buffer.add(mark(3));
    expect(textOf(buffer)).toEqual(['of a child', '<log>']);
  });

  test('are not moved before what has been shown', () => {
    const buffer = new OutputBuffer();
    buffer.add({ category: 'stdout', text: 'one two' });
    const position = buffer.fix();
    buffer.add(mark(4, 0));
    buffer.add(mark(12, 0));
    buffer.add({ category: 'stdout', text: ' three four\nfive' });
    expect(textOf(buffer)).toEqual(['one two', '<log>', ' three four\n', '<log>', 'five']);
    expect(buffer.since(position, 1_000).chunks[0]?.text).toBe('<log>');
  });
});

describe('what changed between two stops', () => {
  test('a local shows its previous value only when that differs, in the same function', () => {
    const history = new LocalsHistory();
    const local = (name: string, value: string) => ({ name, value, type: 'number', variablesReference: 0 });
    history.mark(STOP, ['call 1'], [local('a', '1'), local('b', '1')]);
    const second = history.mark(STOP, ['call 1', '4:2'], [local('a', '1'), local('b', '2'), local('c', '3')]);
    expect(second.map(({ previous }) => previous)).toEqual([undefined, '1', null]);
    const elsewhere = history.mark({ ...STOP, functionName: 'other' }, ['4:2'], [local('b', '9')]);
    expect(elsewhere[0]).not.toHaveProperty('previous');
  });

  test('a local of another call of the function, or of one that is not known, has no previous value', () => {
    const history = new LocalsHistory();
    const local = (value: string) => [{ name: 'a', value, type: 'number', variablesReference: 0 }];
    history.mark(STOP, ['call 1'], local('1'));
    expect(history.mark(STOP, ['call 2'], local('2'))[0]).not.toHaveProperty('previous');
    expect(history.mark(STOP, [], local('3'))[0]).not.toHaveProperty('previous');
    expect(history.mark(STOP, [], local('4'))[0]).not.toHaveProperty('previous');
  });

  test('of two locals with one name neither is said to have changed', () => {
    const history = new LocalsHistory();
    const local = (name: string, value: string) => ({ name, value, type: 'number', variablesReference: 0 });
    const locals = [local('a', '1'), local('a', '2')];
    history.mark(STOP, ['call 1'], locals);
    expect(history.mark(STOP, ['call 1'], locals)).toEqual(locals);
  });

  test('a watch shows its previous text when it changed, errors included', () => {
    const watches = new WatchList();
    const id = watches.add('x');
    expect(watches.add('x')).toBe(id);
    const value = (text: string) => ({ kind: 'value', type: 'number', value: text, variablesReference: 0 }) as const;
    expect(watches.record(id, value('1'))).not.toHaveProperty('previous');
    expect(watches.record(id, value('1'))).not.toHaveProperty('previous');
    expect(watches.record(id, { kind: 'timeout', timeoutMs: 5 })).toMatchObject({ previous: '1' });
    expect(watches.record(id, value('2'))).toMatchObject({ previous: '<no answer within 5 ms>' });
    watches.remove(id);
    expect(() => watches.remove(id)).toThrow('There is no watch 1.');
  });
});
