import { appendFileSync, mkdirSync, renameSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { followJournal } from '../../../src/journal/follow.ts';
import { rotatedName } from '../../../src/journal/journal-names.ts';
import { JournalReader } from '../../../src/journal/reader.ts';
import { folderOfTest } from './samples.ts';

function journalFile(): string {
  const folder = join(folderOfTest(), 'logs');
  mkdirSync(folder);
  return join(folder, 'debug-mcp-server.log');
}

function readerOf(path: string): JournalReader {
  const reader = new JournalReader(path);
  onTestFinished(() => reader.close());
  return reader;
}

const isEntry = (line: string) => line.startsWith('{') && line.endsWith('}');
const all = (reader: JournalReader) => Array.from({ length: reader.length }, (_, index) => reader.line(index));

describe('a reader', () => {
  test('gives the lines, and each of them again', () => {
    const path = journalFile();
    writeFileSync(path, '{"a":1}\n{"ä":"😀"}\n');
    const reader = readerOf(path);
    const lines: string[] = [];
    reader.read((line) => lines.push(line) > 0);
    expect(lines).toEqual(['{"a":1}', '{"ä":"😀"}']);
    expect(all(reader)).toEqual(lines);
    expect(reader.line(2)).toBe('');
    expect(reader.line(-1)).toBe('');
  });

  test('waits for a file that is not there, and for the end of a line that is half written', () => {
    const path = journalFile();
    const reader = readerOf(path);
    expect(reader.read(isEntry)).toBe(false);
    appendFileSync(path, '{"a":1}\n{"b"');
    reader.read(isEntry);
    expect(all(reader)).toEqual(['{"a":1}']);
    appendFileSync(path, ':2}\n');
    reader.read(isEntry);
    expect(all(reader)).toEqual(['{"a":1}', '{"b":2}']);
  });

  test('passes over lines of others, and counts them', () => {
    const path = journalFile();
    writeFileSync(path, 'Listening on 80\n{"a":1}\n\n{"torn":\n{"b":2}\n\0\0\n');
    const reader = readerOf(path);
    reader.read(isEntry);
    expect(all(reader)).toEqual(['{"a":1}', '{"b":2}']);
    expect(reader.refused).toBe(3);
  });

  test('reads files that were put aside first, and follows over further rotations', () => {
    const path = journalFile();
    const aside = (second: number) => rotatedName(path, new Date(Date.UTC(2026, 0, 1, 0, 0, second)), 7);
    writeFileSync(aside(2), '{"n":2}\n');
    writeFileSync(aside(1), '{"n":1}\n');
    writeFileSync(join(path, '..', 'debug-mcp-server.old.log'), '{"n":"foreign"}\n');
    writeFileSync(path, '{"n":3}\n');
    const reader = readerOf(path);
    reader.read(isEntry);
    appendFileSync(path, '{"n":4}\n');
    renameSync(path, aside(3));
    writeFileSync(path, '{"n":5}\n');
    renameSync(path, aside(4));
    writeFileSync(path, '{"n":6}\n');
    reader.read(isEntry);
    // Another server has not noticed the rotation yet.
    appendFileSync(aside(4), '{"n":7}\n');
    reader.read(isEntry);
    unlinkSync(aside(1));
    expect(all(reader)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `{"n":${n}}`));
  });

  test('goes on with a file that was deleted and made anew, or emptied', () => {
    const path = journalFile();
    writeFileSync(path, '{"n":1}\n{"n":1}\n');
    const reader = readerOf(path);
    reader.read(isEntry);
    unlinkSync(path);
    reader.read(isEntry);
    writeFileSync(path, '{"n":2}\n');
    reader.read(isEntry);
    truncateSync(path);
    appendFileSync(path, '{}\n');
    reader.read(isEntry);
    reader.read(isEntry);
    expect(reader.length).toBe(4);
    expect(reader.line(3)).toBe('{}');
  });

  test('reads lines that are larger than what it reads at once', () => {
    const path = journalFile();
    const large = `{"large":"${'é'.repeat(1_500_000)}"}`;
    writeFileSync(path, `${large}\n{"b":2}\n`);
    const reader = readerOf(path);
    reader.read(isEntry);
    expect(reader.length).toBe(2);
    expect(reader.line(0) === large).toBe(true);
  });

  test('reads in parts when it is asked to', () => {
    const path = journalFile();
    const line = `{"text":"${'x'.repeat(1_000)}"}\n`;
    writeFileSync(path, line.repeat(5_000));
    const reader = readerOf(path);
    const lengths: number[] = [];
    for (;;) {
      const more = reader.read(isEntry, 1_000_000);
      lengths.push(reader.length);
      if (!more) break;
    }
    expect(lengths[0]).toBeLessThan(3_000);
    expect(lengths.at(-1)).toBe(5_000);
    expect(reader.line(4_999)).toBe(line.trimEnd());
  });
});

test('following gives entries as they come, and ends with its signal', async () => {
  const path = journalFile();
  const reader = readerOf(path);
  const stopping = new AbortController();
  const lengths: number[] = [];
  const onEntries = () => void lengths.push(reader.length);
  const following = followJournal(reader, { accept: isEntry, onEntries, signal: stopping.signal, intervalMs: 5 });
  writeFileSync(path, '{"n":1}\nforeign\n{"n"');
  await expect.poll(() => lengths).toEqual([1]);
  appendFileSync(path, ':2}\n');
  await expect.poll(() => lengths).toEqual([1, 2]);
  stopping.abort();
  await following;
});
