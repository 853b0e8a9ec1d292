import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programsReport } from './soak/programs-report.ts';

test('docs/reliability.md says of launches and programs what npm run soak writes with its figures', () => {
  const page = readFileSync('docs/reliability.md', 'utf8');
  const [part = ''] = page.split('\n## ', 1);
  const option = (name: string) => Number(new RegExp(`--${name} (\\d+)`).exec(part)?.[1]);
  const [launches, programs] = [option('launches'), option('programs')];
  const counts = { launches, programs, patches: option('patches'), restarts: option('restarts') };
  const size = { ...counts, at: option('at'), from: 1 };
  const results = [...part.matchAll(/^\| (\d+) \|.* (\d+) \|$/gm)].map(([, major, failures]) => ({
    ...{ ...counts, major: Number(major) },
    failures: Array<string>(Number(failures)).fill(''),
  }));
  expect(results.length).toBeGreaterThan(1);
  expect(part).toBe(programsReport(size, results));
});
