import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { waitWatching } from '../../../src/investigate/serving/wait-watching.ts';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { fixedPort } from '../../support/fixed-port.ts';

const WAIT_MS = 20_000;

const source = (port: number) => `
const http = require('node:http');
function total(n) {
  const doubled = n * 2;
  return doubled + 1;
}
http.createServer((req, res) => res.end(String(total(Number(req.url.slice(1)))))).listen(${port});
`;

/** A watcher in a few lines: it runs the program again whenever a file named "again" is there. */
const WATCHER = `
const { spawn } = require('node:child_process');
const fs = require('node:fs');
let child;
const run = () => { child = spawn(process.execPath, ['main.cjs'], { stdio: 'inherit' }); };
run();
setInterval(() => {
  if (!fs.existsSync('again')) return;
  fs.rmSync('again');
  child.once('exit', run);
  child.kill();
}, 20);
`;

function wait(session: DebugSession) {
  return waitWatching(session, (until) => session.waitForStop({ timeoutMs: WAIT_MS, until }));
}

test('a watcher: the breakpoint goes with its statement, and the restart is known with its file', async () => {
  const port = await fixedPort();
  const text = source(port);
  await using program = await DebuggedProgram.start(
    process.execPath,
    { 'main.cjs': text, 'watch.cjs': WATCHER },
    { breakpoints: [{ at: 'return doubled' }], command: { program: 'sh', args: ['-c', 'node watch.cjs; true'] } },
  );
  const { session } = program;
  expect((await wait(session)).kind).toBe('listening');
  const edit = (edited: string) => {
    writeFileSync(program.path(), edited);
    writeFileSync(program.path('again'), '');
  };
  for (const edited of [`// one\n// more\n${text}`, `// one\n${text}`]) {
    edit(edited);
    expect((await wait(session)).kind).toBe('listening');
    expect(session.restarts.take()).toEqual({ file: program.path() });
    const line = edited.split('\n').findIndex((each) => each.includes('return doubled')) + 1;
    expect(session.breakpoints.list()).toMatchObject([{ id: 1, target: { line }, state: { kind: 'verified' } }]);
    expect(session.breakpoints.takeNews()).toEqual([expect.stringContaining(`is on line ${line} now`)]);
    const answer = fetch(`http://127.0.0.1:${port}/5`).then((response) => response.text());
    expect(await program.firstStop()).toBe(`breakpoint [1] main.cjs:${line}`);
    await session.go('continue');
    expect(await answer).toBe('11');
  }
  rmSync(program.path('again'), { force: true });
});
