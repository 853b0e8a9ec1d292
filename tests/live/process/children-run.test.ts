import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { startServer } from '../../support/mcp-client.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('mcp-debugger-children-');
const WORKERS = 8;

writeFileSync(
  join(folder, 'forks.cjs'),
  `const { fork } = require('node:child_process');
if (process.argv[2] === 'child') console.log('child ran');
else fork(__filename, ['child']).on('exit', (code) => console.log('child ended with', code, process.execArgv));`,
);
writeFileSync(
  join(folder, 'threads.cjs'),
  `const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) {
  let left = ${WORKERS};
  for (let i = 0; i < ${WORKERS}; i++) new Worker(__filename).on('exit', () => --left || console.log('all threads ended'));
}`,
);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(nodeVersions())('a program launched in Node $major', ({ path }) => {
  test('runs the processes that it forks, though it was itself started to wait for a debugger', async () => {
    const text = await runToEnd('forks.cjs', path);
    expect(text).toContain('Exit code: 0');
    expect(text).toContain('child ran');
    expect(text).toContain('child ended with 0 []');
  });

  test('answers in a worker whatever characters an expression has', async () => {
    const files = {
      'main.cjs': `const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) new Worker(__filename);
else {
  const greeting = 'Grüße, 世界 😀';
  console.log(greeting); // stop
}`,
    };
    const condition = "greeting.includes('世界')";
    await using program = await DebuggedProgram.start(path, files, { breakpoints: [{ at: '// stop', condition }] });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:5');
    expect(await program.value("greeting === 'Grüße, 世界 😀'")).toBe('true');
    expect(await program.value('greeting')).toBe('"Grüße, 世界 😀"');
  });

  test('runs its worker threads', async () => {
    const text = await runToEnd('threads.cjs', path);
    expect(text).toContain('Exit code: 0');
    expect(text).toContain('all threads ended');
  });
});

/** Launches a program with a breakpoint that is never reached, so that the answer is its end. */
async function runToEnd(program: string, node: string): Promise<string> {
  const server = await startServer({ cwd: folder });
  try {
    const launch = { program, runtimeExecutable: node, breakpoints: ['neverCalled()'], timeoutMs: 10_000 };
    return (await server.call('debug_launch', launch)).text;
  } finally {
    await server.close();
  }
}
