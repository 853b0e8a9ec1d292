import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('mcp-debugger-hang-e2e-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SPIN = `const state = { done: false };
function spin() {
  while (!state.done) {
    state.rounds = (state.rounds ?? 0) + 1;
  }
}
spin();
`;

test('debug_hang says why a program is stuck: one that it starts, and one of a session, which it leaves alone', async () => {
  writeFileSync(join(folder, 'spin.cjs'), SPIN);
  const server = await startServer();
  try {
    const launched = await server.call('debug_hang', { program: 'spin.cjs', cwd: folder, timeoutMs: 5_000 });
    expect(launched.text).toContain('Hung: busy loop in spin, spin.cjs:3-5.');
    expect(launched.text).toContain('Its end depends on: !state.done');

    await server.call('debug_launch', { program: 'spin.cjs', cwd: folder, stopOnEntry: false, timeoutMs: 500 });
    const watched = await server.call('debug_hang', { timeoutMs: 5_000 });
    expect(watched.text).toContain('Hung: busy loop in spin');
    expect((await server.call('debug_sessions')).text).toContain('running');

    const both = await server.call('debug_hang', { program: 'spin.cjs', pid: 1 });
    expect(both.text).toContain('debug_hang takes one of program, pid, port and session.');
  } finally {
    await server.close();
  }
});
