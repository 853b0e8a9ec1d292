import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TIMEOUT_MS = 15_000;
/** One ends by itself, the other one never does: a pause may come late. */
const PROGRAMS = { ends: `console.log('ran');\n`, ticks: `setInterval(() => console.log('tick'), 5);\n` };
let folder: string;

beforeAll(() => {
  folder = temporaryFolder('asked at start-');
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, `${name}.js`), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Launches the program and asks its thread something in the first moment in which there is one. */
async function askAtOnce<T>(
  node: string,
  name: keyof typeof PROGRAMS,
  ask: (adapter: NodeAdapter, threadId: number) => Promise<T>,
) {
  const adapter = new NodeAdapter();
  let output = '';
  adapter.events.on('output', ({ text }) => {
    output += text;
  });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const exited = once(adapter.events, 'exited', { signal });
  exited.catch(() => {});
  const stopped = once(adapter.events, 'stopped', { signal });
  stopped.catch(() => {});
  const program = join(folder, `${name}.js`);
  const request = { program, args: [], cwd: folder, env: {}, stopOnEntry: false, runtimeExecutable: node };
  const launched = adapter.launch(request, { timeoutMs: TIMEOUT_MS });
  while (adapter.threads().length === 0) await nextTurn(undefined, { signal });
  const [thread] = adapter.threads();
  const answer = await ask(adapter, thread?.id ?? 0);
  await launched;
  return { adapter, answer, exited, stopped, output: () => output, end: () => adapter.terminate() };
}

test.each(nodeVersions())('Node $major: a program that is asked where it is while it starts runs', async ({ path }) => {
  const { answer, exited, output, end } = await askAtOnce(path, 'ends', (adapter, id) =>
    adapter.whereabouts(id, { timeoutMs: 200 }),
  );
  try {
    expect(answer).toBe(undefined);
    expect(await exited).toMatchObject([{ exitCode: 0 }]);
    expect(output()).toContain('ran');
  } finally {
    await end();
  }
});

test.each(nodeVersions())('Node $major: one that is paused while it starts stops, and goes on', async ({ path }) => {
  const { adapter, stopped, output, end } = await askAtOnce(path, 'ticks', (adapter, id) =>
    adapter.pause(id, { timeoutMs: TIMEOUT_MS }),
  );
  try {
    const [{ threadId, reason }] = await stopped;
    expect(reason).toBe('pause');
    const before = output().length;
    await adapter.continue(threadId);
    await expect.poll(() => output().length, { timeout: TIMEOUT_MS }).toBeGreaterThan(before);
  } finally {
    await end();
  }
});
