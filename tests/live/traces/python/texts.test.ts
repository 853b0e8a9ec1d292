import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pythonVersions } from '../../../support/python-versions.ts';
import { ProgramFolder } from './traced-run.ts';

const ORACLE = fileURLToPath(new URL('./texts-oracle.py', import.meta.url));
const LANGUAGE = new URL('../../../../src/adapter/languages/python/', import.meta.url);
const FOLDERS = ['in-debuggee', 'trace/in-debuggee'].map((name) => fileURLToPath(new URL(name, LANGUAGE)));

describe.each(pythonVersions())('Python 3.$minor', ({ path }) => {
  test.each(['1', '2'])('a value that is described again has the text that it has anew, seed %s', async (seed) => {
    using folder = new ProgramFolder(path, {});
    const { stdout, stderr } = await folder.plain(ORACLE, { args: [...FOLDERS, seed] });
    expect(stderr).toBe('');
    const { count, others }: { count: number; others: unknown[] } = JSON.parse(stdout);
    expect(others).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });
});
