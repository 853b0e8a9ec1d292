import { dirname } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import { DebugSession } from '../../../src/session/debug-session.ts';
import {
  type CountedProgram,
  countedProgram,
  FIRST_CODES,
  type FirstCode,
  MODULE_KINDS,
  type ModuleKind,
} from '../../support/counted-program.ts';
import { type NodeVersion, nodeVersions } from '../../support/node-versions.ts';

/** Ways to start a program: program, arguments and folder. */
const STARTS: Readonly<Record<string, (program: CountedProgram) => { program: string; args: string[]; cwd: string }>> =
  {
    'the file': ({ main, folder }) => ({ program: main, args: [], cwd: folder }),
    'an npm script': ({ folder }) => ({ program: 'npm', args: ['run', 'go'], cwd: folder }),
    npx: ({ folder }) => ({ program: 'npx', args: ['app'], cwd: folder }),
    'sh -c': ({ main, folder }) => ({ program: 'sh', args: ['-c', `node ${main}`], cwd: folder }),
    'a workspace': ({ root }) => ({ program: 'npm', args: ['-w', 'app', 'run', 'go'], cwd: root }),
    fork: ({ folder }) => ({ program: 'sh', args: ['-c', 'node fork.cjs'], cwd: folder }),
    cluster: ({ folder }) => ({ program: 'sh', args: ['-c', 'node cluster.cjs'], cwd: folder }),
  };

/** Runs at a time: the machines that test have two cores, and most of a run is Node's own start. */
const AT_A_TIME = 3;
const RUN_TIMEOUT_MS = 20_000;
const VERSION_TIMEOUT_MS = 150_000;

const programs = new Map<string, CountedProgram>();
afterAll(() => {
  for (const program of programs.values()) program.remove();
});

function programOf(kind: ModuleKind, first: FirstCode): CountedProgram {
  const key = `${kind}, ${first}`;
  const program = programs.get(key) ?? countedProgram(kind, first, process.execPath);
  programs.set(key, program);
  return program;
}

/** The hits of each breakpoint against the runs of its line, where these differ. */
async function differences(node: NodeVersion, start: string, kind: ModuleKind, first: FirstCode): Promise<string[]> {
  const program = programOf(kind, first);
  const command = STARTS[start]?.(program);
  if (!command) throw new Error(start);
  const env = { PATH: `${dirname(node.path)}:${process.env.PATH}`, npm_config_update_notifier: 'false' };
  const session = new DebugSession(
    { id: 'start', language: 'node', createAdapter: () => new NodeAdapter() },
    { kind: 'launch', ...command, env, runtimeExecutable: node.path, stopOnEntry: false },
  );
  try {
    for (const { path, line } of program.lines)
      await session.breakpoints.plan({ target: { kind: 'line', path, line } });
    await session.start();
    let outcome = await session.waitForStop({ timeoutMs: RUN_TIMEOUT_MS });
    while (outcome.kind === 'stopped') outcome = await session.resume('continue', { timeoutMs: RUN_TIMEOUT_MS });
    const what = `${start}, ${kind}, ${first} first`;
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0) return [`${what}: ${JSON.stringify(outcome)}`];
    const hits = session.breakpoints.list();
    return program.lines.flatMap(({ line, count, path }, index) => {
      const record = hits[index];
      const isRight = record?.hits === count && record.state.kind === 'verified';
      return isRight ? [] : `${what}: ${path}:${line} ran ${count} times, hit ${record?.hits}: ${record?.state.kind}`;
    });
  } finally {
    await session.end();
  }
}

/** Types are taken out by Node itself from 22.18 on. */
function kindsOn({ major }: NodeVersion): readonly ModuleKind[] {
  return MODULE_KINDS.filter((kind) => kind !== 'TypeScript, types stripped' || major >= 22);
}

test.each(nodeVersions())(
  'on Node $major each line stops as often as it runs, however the program is started',
  { timeout: VERSION_TIMEOUT_MS },
  async (node) => {
    const cases = Object.keys(STARTS).flatMap((start) =>
      kindsOn(node).flatMap((kind) => FIRST_CODES.map((first) => ({ start, kind, first }))),
    );
    const total = cases.length;
    const found: string[] = [];
    const worker = async () => {
      for (let next = cases.shift(); next; next = cases.shift())
        found.push(...(await differences(node, next.start, next.kind, next.first)));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    expect(found).toEqual([]);
    expect(total).toBe(Object.keys(STARTS).length * kindsOn(node).length * FIRST_CODES.length);
  },
);
