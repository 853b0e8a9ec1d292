import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { journalEntrySchema } from '../../../src/journal/entries.ts';
import { CREDENTIAL_PATTERNS } from '../../../src/redaction/redaction-patterns.ts';

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

test('the document of the journal names every entry and every field of it', () => {
  const rows = read('journal.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const common = rows.filter((row) => !/^\| `\w+:/.test(row)).join('\n');
  for (const { shape } of journalEntrySchema.options) {
    const { message, ...fields } = shape;
    const own = rows.find((row) => row.startsWith(`| \`${message.value}\``));
    expect(own, message.value).toBeDefined();
    for (const field of Object.keys(fields)) expect(`${common}\n${own}`).toContain(`\`${field}\``);
  }
});

test('the document of what is masked has a row for every form', () => {
  const rows = read('redaction.md');
  for (const { name } of CREDENTIAL_PATTERNS) expect(rows).toContain(`\n| ${name} | `);
});
