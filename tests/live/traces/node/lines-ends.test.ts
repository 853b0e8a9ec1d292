import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedFiles } from '../../../../src/investigate/trace/counted-files.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const LINES = { kind: 'lines' } as const;
const folder = new ProgramFolder();

beforeAll(buildTracer);
afterAll(() => folder.remove());

const BUSY = `let n = 0;
const end = Date.now() + 400;
while (Date.now() < end) {
  n++;
}
process.kill(process.pid, 'SIGKILL');
while (true);
`;
const WORKERS = `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
function work(n) {
  return n * 2;
}
if (isMainThread) {
  const all = [1, 2, 3].map(() => new Worker(__filename));
  let left = all.length;
  for (const each of all) each.on('message', () => { each.terminate(); left--; if (left === 0) process.exit(3); });
} else {
  parentPort.postMessage([1, 2].map(work));
  setInterval(() => {}, 1000);
}
`;
const FORKS = `const { fork } = require('node:child_process');
function work() {
  return 1;
}
if (process.send) {
  work();
  process.send('done');
  setInterval(() => {}, 1000);
} else {
  for (const each of [1, 2]) {
    const child = fork(__filename);
    child.on('message', () => child.kill('SIGKILL'));
  }
}
`;
const CONTEXTS = `const vm = require('node:vm');
const text = 'function inner(n) {\\n  return n + 1;\\n}\\ninner(1); inner(2);';
vm.runInNewContext('(function () { ' + text + '\\n})()', {}, { filename: __dirname + '/inner.js' });
const late = () => {
  throw new Error('late');
};
late();
`;

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  const counted = async (name: string, text: string) => {
    const { records, ...run } = await folder.traced(node, [folder.write(name, text)], LINES);
    // Files of records stand one after the other: each begins with its process.
    const starts = records.flatMap(({ kind }, at) => (kind === 'process' ? [at] : []));
    const processes = starts.map((start, index) => records.slice(start, starts[index + 1]));
    const files = countedFiles(processes);
    const callsOf = (called: string) =>
      files.flatMap((file) => file.functions).find((each) => each.name === called)?.calls;
    const countAt = (line: number) => files[0]?.lines.find((each) => each.line === line)?.count;
    return { run, files, callsOf, countAt };
  };

  test('a busy program that is killed loses no more than the last moment', async () => {
    const { countAt, run } = await counted('busy.cjs', BUSY);
    expect(run.code).toBeNull();
    expect(countAt(4)).toBeGreaterThan(1_000);
  }, 60_000);

  test('workers and forks that are ended as soon as they have answered are counted', async () => {
    const { callsOf, run } = await counted('workers.cjs', WORKERS);
    expect(run.code).toBe(3);
    expect(callsOf('work')).toBe(6);
    const forks = await counted('forks.cjs', FORKS);
    expect(forks.callsOf('work')).toBe(2);
  }, 60_000);

  test('code in a context of its own is counted, and what an error leaves', async () => {
    const { files, callsOf, run } = await counted('contexts.cjs', CONTEXTS);
    expect(run.code).toBe(1);
    expect(callsOf('inner')).toBe(2);
    const own = files.find(({ path }) => path.endsWith('contexts.cjs'));
    expect(own?.lines.map(({ line, count }) => [line, count])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 1],
      [7, 1],
    ]);
  }, 60_000);
});
