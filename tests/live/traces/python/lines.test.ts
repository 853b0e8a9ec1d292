import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { countedFiles } from '../../../../src/investigate/trace/counted-files.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { PROGRAMS } from './programs.ts';
import { ProgramFolder, recordsOfKind } from './traced-run.ts';

const ORACLE = fileURLToPath(new URL('./lines-oracle.py', import.meta.url));
const LINES = { kind: 'lines' } as const;

interface Oracle {
  readonly lines: Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<string, number>>;
}

/** The lines that the tracer counts otherwise than a copy of the program that counts itself. */
function differences(file: ReturnType<typeof countedFiles>[number] | undefined, oracle: Oracle): string[] {
  const counted = new Map(file?.lines.map(({ line, count }) => [line, count]));
  const lines = Object.entries(oracle.lines).flatMap(([line, count]) => {
    const found = counted.get(Number(line));
    return found === count ? [] : [`line ${line}: ${found}, and not ${count}`];
  });
  const calls = (file?.functions ?? []).flatMap(({ name, line, calls: found }) => {
    const count = oracle.calls[line] ?? 0;
    return found === count || name.endsWith('<lambda>') ? [] : [`${name}:${line}: ${found} calls, and not ${count}`];
  });
  return [...lines, ...calls];
}

describe.each(pythonVersions())('Python 3.$minor', ({ minor, path }) => {
  test('counts lines and calls as a program does that counts itself', { timeout: 300_000 }, async () => {
    const programs = PROGRAMS.filter((each) => (each.minor ?? 0) <= minor);
    using folder = new ProgramFolder(path, Object.fromEntries(programs.map(({ text }, at) => [`p${at}.py`, text])));
    const found: Record<string, unknown> = {};
    for (const [at, { name }] of programs.entries()) {
      const file = `p${at}.py`;
      const [plain, oracle, traced] = await Promise.all([
        folder.plain(file),
        folder.plain(ORACLE, { args: [`${folder.path}/${file}`] }),
        folder.traced(file, LINES),
      ]);
      const said: Oracle = JSON.parse(oracle.stdout);
      const [own] = countedFiles(traced.processes);
      const problems = differences(own, said);
      problems.push(...recordsOfKind(traced.records, 'note').map(({ text }) => text));
      if (traced.stdout !== plain.stdout || traced.stderr !== plain.stderr || traced.ended !== plain.ended)
        problems.push(`other output: ${JSON.stringify([traced.stdout, traced.stderr, plain.stdout, plain.stderr])}`);
      if (problems.length > 0) found[name] = problems;
    }
    expect(found).toEqual({});
  });
});
