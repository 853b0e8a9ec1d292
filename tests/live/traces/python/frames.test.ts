import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pythonVersions } from '../../../support/python-versions.ts';
import { differences, type Oracle } from './compare.ts';
import { MORE_PROGRAMS } from './more-programs.ts';
import { PROGRAMS } from './programs.ts';
import { FIRST_CALL, ProgramFolder, recordsOfKind } from './traced-run.ts';

const ORACLE = fileURLToPath(new URL('./oracle.py', import.meta.url));

describe.each(pythonVersions())('Python 3.$minor', ({ minor, path }) => {
  test('records what its interpreter says, and leaves the programs as they are', { timeout: 300_000 }, async () => {
    const programs = [...PROGRAMS, ...MORE_PROGRAMS].filter((each) => (each.minor ?? 0) <= minor);
    using folder = new ProgramFolder(path, Object.fromEntries(programs.map(({ text }, at) => [`p${at}.py`, text])));
    const found: Record<string, unknown> = {};
    for (const [at, { name, libraryCalls }] of programs.entries()) {
      const file = `p${at}.py`;
      const [plain, oracle, traced] = await Promise.all([
        folder.plain(file),
        folder.plain(ORACLE, { args: [`${folder.path}/${file}`] }),
        folder.traced(file, FIRST_CALL),
      ]);
      const said: Oracle = JSON.parse(oracle.stdout);
      const call = recordsOfKind(traced.records, 'call').find(({ isWanted }) => isWanted);
      const problems = call ? differences(call, said, libraryCalls) : ['no call was recorded'];
      problems.push(...recordsOfKind(traced.records, 'note').map(({ text }) => text));
      if (traced.stdout !== plain.stdout || traced.stderr !== plain.stderr || traced.ended !== plain.ended)
        problems.push(`other output: ${JSON.stringify([traced, plain])}`);
      if (problems.length > 0) found[name] = problems;
    }
    expect(found).toEqual({});
  });
});
