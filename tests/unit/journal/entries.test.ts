import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as entries from '../../../src/journal/entries.ts';

const { journalEntrySchema, ...schemas } = entries;
const own = new Map(Object.values(schemas).map((schema) => [schema.shape.message.value, schema]));

/** Real entries, of the conversation's golden, with what it masks put back. */
const samples: readonly Record<string, unknown>[] = readFileSync(
  new URL('../../golden/journal/conversation.txt', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line.replaceAll(/"<(?:n|handle)>"/g, '1')))
  .map((entry) => ({ timestamp: 1, time: '1970-01-01T00:00:00.001Z', pid: 1, ...entry }));

test('each entry has an exported schema, which the schema of all of them is made of', () => {
  expect([...own.keys()].sort()).toEqual(journalEntrySchema.options.map(({ shape }) => shape.message.value).sort());
});

test('an entry is accepted by its own schema, unchanged, and by no other', () => {
  expect(new Set(samples.map(({ message }) => message)).size).toBeGreaterThan(8);
  for (const sample of samples) {
    for (const [message, schema] of own) expect(schema.safeParse(sample).success).toBe(message === sample.message);
    expect(journalEntrySchema.parse(sample)).toEqual(sample);
  }
});

test('an entry without its time, or with the time as text, is refused', () => {
  const [sample] = samples;
  expect(journalEntrySchema.safeParse({ ...sample, timestamp: undefined }).success).toBe(false);
  expect(journalEntrySchema.safeParse({ ...sample, timestamp: '2025-01-06T16:15:00.123Z' }).success).toBe(false);
});
