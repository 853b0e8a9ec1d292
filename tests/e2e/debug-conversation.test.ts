import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { converse, copyPrograms } from '../support/debug-programs.ts';
import { expectGolden } from '../support/golden.ts';

const firstLine = (text: string) => text.split('\n')[0];

describe.each(['legacy', 'modern'] as const)('in the %s era', (era) => {
  test('the example of the specification goes as it is written there', async () => {
    await converse({ era }, async ({ ask, transcript, stderr }) => {
      const launched = await ask('launch', { program: 'app.js', language: 'node' });
      expect(firstLine(launched.text)).toBe('Debugger started for app.js (node). Ready for breakpoints.');
      const set = await ask('breakpoint', { file: 'app.js', line: 10 });
      expect(firstLine(set.text)).toBe('Breakpoint at app.js:10 (verified)');
      const stopped = await ask('continue');
      expect(firstLine(stopped.text)).toBe('Stopped (breakpoint) at app.js:10');
      expect(stopped.text).toContain('\n  >>> 10 |     total += item.price * item.quantity;\n');
      expect((await ask('evaluate', { expression: 'item' })).text).toMatch(/^\(object\) /);
      expect((await ask('evaluate', { expression: 'total' })).text).toBe('(number) 0');
      const { text } = await ask('variables');
      expect(text).toMatch(/^ {2}total: number = 0$/m);
      expect(text).toMatch(/^ {2}i: number = 0$/m);
      expect(text).toMatch(/^ {2}item: object = \{.*\}$/m);
      expect((await ask('stack')).text).toMatch(/^#0 {2}sum {2}\(app\.js:10\)\n#1 {2}main {2}\(app\.js:16\)\n/);
      expect((await ask('stop')).text).toBe('Debug session ended.');
      expect(stderr()).toBe('');
      expectGolden('debug/specification', transcript());
    });
  });
});

test('who writes a variable: stops, a list of writers, and what cannot be watched', async () => {
  await converse({}, async ({ ask, transcript }) => {
    await ask('launch', { program: 'app.js', breakpoints: ['app.js:9'] });
    await ask('watch', { expression: 'total', on: 'write' });
    await ask('watch', { expression: 'i', on: 'log_writes' });
    await ask('watch', { expression: 'list', on: 'write' });
    await ask('watch', { expression: 'list[0].price', on: 'log_reads' });
    await ask('breakpoint', { breakpoint: 1, enabled: false });
    await ask('continue');
    await ask('step');
    await ask('continue');
    await ask('watch');
    await ask('watch', { remove: 1 });
    const { text } = await ask('continue');
    expect(firstLine(text)).toBe('Program terminated. Exit code: 0.');
    await ask('stop');
    expectGolden('debug/writers', transcript());
  });
});

test('stepping, watching, changing and looking around', async () => {
  await converse({}, async ({ ask, transcript }) => {
    await ask('launch', { program: 'app.js', breakpoints: ['app.js:10 if i > 0', 'sum()'] });
    await ask('watch', { expression: 'total' });
    await ask('step', { count: 2 });
    await ask('continue', { to: 'app.js:9' });
    await ask('continue');
    await ask('variables', { path: 'list[0]', depth: 1 });
    await ask('variables', { path: 'item.quantity', set: 'item.quantity + 1' });
    await ask('evaluate', { expression: 'item', depth: 1, readOnly: true });
    await ask('evaluate', { expression: 'list.push(1)', readOnly: true });
    await ask('breakpoint', { file: 'app.js', line: 12, logMessage: 'total is {total}' });
    await ask('step', { action: 'step_out' });
    await ask('variables', { frame: 1, scope: 'module' });
    await ask('breakpoint', { breakpoint: 1, enabled: false });
    await ask('breakpoint');
    await ask('watch', { remove: 1 });
    const { text } = await ask('continue');
    expect(firstLine(text)).toBe('Program terminated. Exit code: 0.');
    await ask('output');
    await ask('sessions');
    await ask('stop');
    expectGolden('debug/looking-around', transcript());
  });
});

test('exceptions, modules that are loaded later, and a restart', async () => {
  await converse({}, async ({ ask, transcript }) => {
    await ask('launch', { program: 'throwing.js', stopOnEntry: false });
    await ask('stop');
    await ask('launch', { program: 'lazy.js' });
    const { text } = await ask('breakpoint', { file: 'lazy-part.mjs', line: 2 });
    expect(firstLine(text)).toBe('Breakpoint at lazy-part.mjs:2 (pending)');
    await ask('continue');
    await ask('breakpoint', { exceptions: 'all' });
    await ask('launch', { program: 'lazy.js' });
    await ask('continue');
    await ask('continue');
    await ask('launch', { program: 'ends.js', stopOnEntry: false });
    expectGolden('debug/exceptions-and-restart', transcript());
  });
});

test('breakpoints at statements, which are found again when the file has been edited', async () => {
  await converse({}, async ({ ask, folder, transcript }) => {
    const app = join(folder, 'app.js');
    const atTotal = { file: 'app.js', statement: 'total += item.price * item.quantity;' };
    await ask('launch', { program: 'app.js', breakpoints: [atTotal] });
    await ask('breakpoint', { file: 'app.js', statement: 'total', nearLine: 12 });
    await ask('breakpoint', { file: 'app.js', line: 12, expect: 'return total' });
    await ask('breakpoint', { file: 'app.js', line: 13, expect: 'return total' });
    writeFileSync(app, `// A line more.\n${readFileSync(app, 'utf8')}`);
    const restarted = await ask('launch', { program: 'app.js' });
    expect(restarted.text).toContain('was on line 10 and is on line 11 now');
    await ask('continue');
    expectGolden('debug/statements', transcript());
  });
});

test('a program that never stops, paused', async () => {
  await converse({}, async ({ ask, transcript }) => {
    await ask('launch', { program: 'busy.js', stopOnEntry: false, timeoutMs: 2_000 });
    await ask('pause');
    await ask('evaluate', { expression: 'globalThis.enough = true' });
    await ask('continue');
    expectGolden('debug/paused', transcript());
  });
});

test('a probe says everything about a line at once', async () => {
  await converse({}, async ({ ask, transcript }) => {
    const probe = { program: 'app.js', file: 'app.js', line: 10 };
    const { text } = await ask('probe', { ...probe, condition: 'i > 0', expressions: ['item.price * 2', 'nope'] });
    expect(text).toContain('\n--- Stack Trace ---\n#0  sum  (app.js:10)\n');
    expect(text).toContain('\n--- Local Variables ---\n  item: object = ');
    await ask('probe', { ...probe, condition: 'false' });
    await ask('probe', { ...probe, line: 5, hitCondition: '2' });
    await ask('sessions');
    expectGolden('debug/probe', transcript());
  });
});

test('a process that runs already is attached to, and let go unharmed', async () => {
  const { folder, remove } = copyPrograms();
  const args = ['--inspect-port=0', 'ticking.js'];
  const program = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(program.stdout, 'data');
    await converse({}, async ({ ask, transcript }) => {
      const { text } = await ask('attach', { pid: program.pid });
      expect(text).toBe(`Debugger attached to process ${program.pid} (node). Ready for breakpoints.`);
      await ask('breakpoint', { file: `${folder}/ticking.js`, line: 5, condition: 'ticks % 2 === 0' });
      await ask('continue');
      await ask('stack');
      await ask('stop');
      await once(program.stdout, 'data');
      // How often it ticked before the stop, and whether it has hit the breakpoint by the time of the answer, is not known.
      const known = transcript()
        .replace(/\nOutput:(?:\n {2}.*)+/, '')
        .replace(', hits: 1', '');
      expectGolden('debug/attached', known.replaceAll(String(program.pid), '<pid>'));
    });
    expect(program.exitCode).toBe(null);
  } finally {
    program.kill('SIGKILL');
    remove();
  }
});
