import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originalOutput } from '../../../../src/investigate/trace/original-output.ts';
import { generatedTracedPrograms } from '../../../support/generated-traced-programs.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder, type RunResult } from '../../../support/traced-program.ts';

const PROGRAMS = generatedTracedPrograms();
const VERSIONS = nodeVersions();
const WANTED = {
  kind: 'frame',
  place: { kind: 'function', name: 'target' },
  call: { kind: 'last' },
} as const;
const CALLS = { kind: 'calls' } as const;
const folder = new ProgramFolder();
/** Results of programs without a tracer, by version and name. */
const plainRuns = new Map<string, Promise<RunResult>>();

beforeAll(buildTracer);
afterAll(() => folder.remove());

/** Programs whose traced run differs from their plain one in what they write or how they end. */
async function differing(
  node: string,
  programs: readonly (typeof PROGRAMS)[number][],
  wanted: typeof WANTED | typeof CALLS,
) {
  const found: string[] = [];
  let untraced = 0;
  let next = 0;
  const work = async () => {
    for (let program = programs[next++]; program !== undefined; program = programs[next++]) {
      const path = folder.write(`${program.name}.${program.extension}`, program.text);
      const key = `${node} ${program.name}`;
      const running = plainRuns.get(key) ?? folder.plain(node, [path]);
      plainRuns.set(key, running);
      const plain = await running;
      const { records, ...traced } = await folder.traced(node, [path], wanted);
      const moved = records.flatMap((record) => (record.kind === 'moved' ? [record] : []));
      const shown = { ...traced, stderr: originalOutput(traced.stderr, moved) };
      if (JSON.stringify(shown) !== JSON.stringify(plain)) found.push(program.name);
      if (!records.some(({ kind }) => kind === 'call' || kind === 'node')) untraced++;
    }
  };
  await Promise.all([work(), work()]);
  return { found, untraced };
}

describe.each(VERSIONS.map((version, index) => ({ ...version, index })))('on Node $major', ({ path, index }) => {
  // Each version takes its share, so that every program runs on one of them: on all one whose stack is as deep as stacks get.
  const share = PROGRAMS.filter(({ name }, at) => at % VERSIONS.length === index || name === 'method-reads');

  test('a program whose function is traced writes and ends as without', async () => {
    const { found, untraced } = await differing(path, share, WANTED);
    expect(found).toEqual([]);
    // Those that end with a syntax error.
    expect(untraced).toBeLessThan(share.length / 20);
  }, 600_000);

  test('a program all of whose calls are traced does, too', async () => {
    const some = share.filter((_, at) => at % 4 === 1);
    expect((await differing(path, some, CALLS)).found).toEqual([]);
  }, 300_000);
});
