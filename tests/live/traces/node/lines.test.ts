import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedFiles } from '../../../../src/investigate/trace/counted-files.ts';
import { originalOutput } from '../../../../src/investigate/trace/original-output.ts';
import { countingCopy } from '../../../support/counting-copy.ts';
import { generatedTracedPrograms } from '../../../support/generated-traced-programs.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { TRACED_CORPUS } from '../../../support/traced-corpus.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const LINES = { kind: 'lines' } as const;
const VERSIONS = nodeVersions();
const ALL = generatedTracedPrograms();
const FORMS = [...new Set(ALL.map(({ name }) => name.split('-')[0]))];
/** Each body in a third of the forms, each form with a third of the bodies: statements are counted alike, whatever is around. */
const GENERATED = ALL.filter((_, at) => {
  const perForm = ALL.length / FORMS.length;
  return (Math.floor(at / perForm) + (at % perForm)) % 3 === 0;
});
const folder = new ProgramFolder();

beforeAll(buildTracer);
afterAll(() => folder.remove());

type Oracle = { readonly lines: readonly number[]; readonly counts: Record<string, Record<string, number>> };

/** The counts of a copy of a program that counts itself. */
async function said(node: string, name: string, text: string, kind: 'cjs' | 'mjs'): Promise<Map<number, number>> {
  const file = join(folder.path, `${name}.counts.json`);
  rmSync(file, { force: true });
  const copy = folder.write(`${name}-copy.${kind}`, countingCopy(text, kind, file));
  await folder.plain(node, [copy]);
  const { lines, counts }: Oracle = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(lines.map((line) => [line, Math.max(0, ...Object.values(counts[line] ?? {}))]));
}

interface Case {
  readonly name: string;
  readonly text: string;
  readonly kind: 'cjs' | 'mjs';
}

/** The differences of each program's counts and output from those of its copy, and of a plain run. */
async function differing(node: string, programs: readonly Case[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  let next = 0;
  const work = async () => {
    for (let each = programs[next++]; each !== undefined; each = programs[next++]) {
      const path = folder.write(`${each.name}.${each.kind}`, each.text);
      const plain = await folder.plain(node, [path]);
      const { records, ...traced } = await folder.traced(node, [path], LINES);
      const moved = records.flatMap((record) => (record.kind === 'moved' ? [record] : []));
      const shown = { ...traced, stderr: originalOutput(traced.stderr, moved) };
      if (JSON.stringify(shown) !== JSON.stringify(plain)) found[`${each.name}: output`] = { shown, plain };
      const [file] = countedFiles([records]);
      const counted = new Map(file?.lines.map(({ line, count }) => [line, count]));
      const oracle = await said(node, each.name, each.text, each.kind).catch(() => undefined);
      // How deep a stack may be depends on what is in its functions.
      if (oracle === undefined || each.name.endsWith('overflow')) continue;
      if (JSON.stringify(sorted(counted)) !== JSON.stringify(sorted(oracle)))
        found[each.name] = { counted: sorted(counted), oracle: sorted(oracle) };
    }
  };
  await Promise.all([work(), work()]);
  return found;
}

const sorted = (counts: ReadonlyMap<number, number>) => [...counts].sort(([a], [b]) => a - b);
const nameOf = (text: string) => text.replace(/\W+/g, '-');

describe.each(VERSIONS.map((version, index) => ({ ...version, index })))('on Node $major', ({ path, index }) => {
  test.each(['cjs', 'mjs'] as const)(
    'counts lines as a copy does that counts itself, as .%s',
    async (kind) => {
      const programs = TRACED_CORPUS.map(({ name, text }) => ({ name: nameOf(name), text, kind }));
      expect(await differing(path, programs)).toEqual({});
    },
    300_000,
  );

  // Each version takes its share, so that every program runs on one of them.
  test('generated programs count alike, and write and end as without', async () => {
    const share = GENERATED.filter((_, at) => at % VERSIONS.length === index);
    const programs = share.map(({ name, text, extension }) => ({ name, text, kind: extension }));
    expect(await differing(path, programs)).toEqual({});
  }, 600_000);
});
