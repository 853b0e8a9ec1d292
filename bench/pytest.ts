import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../tests/support/pythons.ts';
import type { Bench, Measurement } from './bench.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

/** Two suites of packages that many use: their tests expect exceptions by the hundred, and all pass. */
const SUITES = ['click', 'itsdangerous'] as const;
const OPTIONS = ['-q', '-p', 'no:cacheprovider'];

/** Running the tests of Python packages. */
export const pytest: Measurement = {
  name: 'pytest',
  counted:
    'a whole suite of tests that pass, many of which expect exceptions. Floor: python -m pytest, as in a terminal. Server: one debug_test.',
  run: async (bench) => {
    const server = await Server.start(bench);
    try {
      const rows: Row[] = [];
      for (const suite of SUITES) {
        const cwd = suiteFolder(suite);
        const needed = [join(cwd, 'src'), join(cwd, 'needed')];
        rows.push(await suiteRow(bench, server, { name: `the tests of ${suite}`, cwd, needed }));
      }
      // Two hundred tests that pass, in which a package catches what own code throws.
      const cwd = dirname(bench.program('swallowing/test_swallowing.py'));
      const name = 'tests in which others catch';
      rows.push(await suiteRow(bench, server, { name, cwd, needed: [join(cwd, 'site-packages')] }));
      return rows;
    } finally {
      await server.close();
    }
  },
};

interface Suite {
  readonly name: string;
  readonly cwd: string;
  /** Folders that it imports from. */
  readonly needed: readonly string[];
}

async function suiteRow(bench: Bench, server: Server, { name, cwd, needed }: Suite): Promise<Row> {
  const env = { PYTHONPATH: needed.join(delimiter) };
  const python = pythonWith('newest');
  const plainly = () =>
    timed(async () => {
      const child = spawn(python, ['-m', 'pytest', ...OPTIONS], {
        cwd,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`pytest in ${cwd} ended with ${code}`);
    });
  const args = {
    program: ['python -m pytest', ...OPTIONS].join(' '),
    cwd,
    env: { ...env, VIRTUAL_ENV: dirname(dirname(python)) },
  };
  const ours = () => timed(() => server.call('debug_test', args, 'exit code 0'));
  const [plain, served] = await interleaved([plainly, ours], { count: bench.quick ? 1 : 5, budgetMs: 60_000 });
  return {
    name,
    unit: 'ms',
    against: 'pytest alone',
    target: { ratio: 1.5 },
    floor: plain,
    server: served,
  };
}

/** The bundle of this file and its sources lie two and one folders deep. @throws Error when the suites are not installed */
function suiteFolder(name: string): string {
  const places = ['../../', '../'].map((up) =>
    fileURLToPath(new URL(`${up}.cache/pytest-suites/${name}`, import.meta.url)),
  );
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error('The suites are missing. Run: node scripts/install/pytest-suites.mjs');
  return found;
}
