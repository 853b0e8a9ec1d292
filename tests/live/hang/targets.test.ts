import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { detectHang } from '../../../src/investigate/hang/detect-hang.ts';
import { HangLab } from './watch.ts';

const lab = new HangLab();
afterAll(() => lab.end());

const SPIN = `const state = { done: false };
function spin() {
  let rounds = 0;
  while (!state.done) {
    rounds++;
  }
  return rounds;
}
console.log('ready');
spin();
`;
const TICKING = `let ticks = 0;
setInterval(() => {
  ticks++;
  process.stdout.write('tick ' + ticks + '\\n');
}, 20);
`;

function file(name: string, text: string): string {
  const path = join(lab.folder, name);
  writeFileSync(path, text);
  return path;
}

function launchOf(program: string, stopOnEntry = false) {
  return { program, args: [], cwd: lab.folder, env: {}, stopOnEntry };
}

describe('a live session', () => {
  test('that runs goes on running after it has been watched', async () => {
    const program = file('ticking.cjs', TICKING);
    const { session } = await lab.engine.launch(launchOf(program), { breakpoints: [] }, { timeoutMs: 10_000 });
    try {
      const report = await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 200 });
      expect(['busy event loop', 'waiting']).toContain(report.kind);
      expect(session.state.kind).toBe('running');
      const before = session.output.end;
      await expect.poll(() => session.output.end, { timeout: 5_000 }).toBeGreaterThan(before + 20);
      expect(session.state.kind).toBe('running');
    } finally {
      await lab.engine.end(session, {});
    }
  });

  const CONDITIONED = {
    'busy loop': [
      `const state = { done: false };
function spin() {
  let rounds = 0;
  while (!state.done) {
    rounds++;
  }
}
spin();
`,
      'busy loop',
    ],
    'busy event loop': [
      `const wanted = { done: false };
let rounds = 0;
function turn() {
  const until = performance.now() + 5;
  while (performance.now() < until) {
    rounds++;
  }
  if (!wanted.done) setImmediate(turn);
}
turn();
`,
      'busy',
    ],
  } as const;

  test.each(Object.entries(CONDITIONED))(
    'is looked into also where the line of its %s has a condition',
    async (name, [text, kind]) => {
      const program = file(`${name.replaceAll(' ', '-')}.cjs`, text);
      const line = text.split('\n').findIndex((each) => each.includes('rounds++')) + 1;
      const target = { kind: 'line', path: program, line } as const;
      const setup = { breakpoints: [{ target, condition: 'rounds === -1' }] };
      const { session } = await lab.engine.launch(launchOf(program), setup, { timeoutMs: 10_000 });
      try {
        const look = () => detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 300 });
        // Looking at it leaves it as it was.
        for (const report of [await look(), await look()])
          expect(report, JSON.stringify(report)).toMatchObject({ kind, location: { path: program } });
        expect(session.state.kind).toBe('running');
        expect(session.breakpoints.list()).toMatchObject([{ hits: 0 }]);
      } finally {
        await lab.engine.end(session, {});
      }
    },
  );

  test('that is stopped stays where it was', async () => {
    const program = file('stopped.cjs', SPIN);
    const setup = { breakpoints: [{ target: { kind: 'line', path: program, line: 3 } } as const] };
    const { session } = await lab.engine.launch(launchOf(program), setup, { timeoutMs: 10_000 });
    try {
      const stop = await session.waitForStop({ timeoutMs: 10_000 });
      const began = performance.now();
      const report = await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 20_000 });
      // It can only stay as it is: there is nothing to wait for.
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(report).toMatchObject({ kind: 'stopped', hung: false });
      expect(session.state).toMatchObject({ kind: 'stopped', location: { line: 3 } });
      expect(stop.kind).toBe('stopped');
    } finally {
      await lab.engine.end(session, {});
    }
  });

  test('that has the name of a watch of its own stays where it was, too', async () => {
    const program = file('named.cjs', SPIN);
    const setup = { name: 'hang', breakpoints: [{ target: { kind: 'line', path: program, line: 3 } } as const] };
    const { session } = await lab.engine.launch(launchOf(program), setup, { timeoutMs: 10_000 });
    try {
      await session.waitForStop({ timeoutMs: 10_000 });
      await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 200 });
      expect(session.state).toMatchObject({ kind: 'stopped', location: { line: 3 } });
    } finally {
      await lab.engine.end(session, {});
    }
  });

  test('that loops is reported, and can be stopped as before', async () => {
    const program = file('loops.cjs', SPIN);
    const { session } = await lab.engine.launch(launchOf(program), { breakpoints: [] }, { timeoutMs: 10_000 });
    try {
      const report = await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 300 });
      expect(report).toMatchObject({ kind: 'busy loop', hung: true, location: { path: program, line: 4 } });
      expect(session.state.kind).toBe('running');
      expect(await session.pause({ timeoutMs: 5_000 })).toMatchObject({ kind: 'stopped', reason: 'pause' });
    } finally {
      await lab.engine.end(session, {});
    }
  });
});

describe('a process that runs already', () => {
  test('is attached to, reported on and let go', async () => {
    const program = file('attached.cjs', SPIN);
    const child = spawn(process.execPath, ['--inspect-port=0', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      const pid = child.pid ?? 0;
      const report = await detectHang(lab.engine, { kind: 'attach', target: { kind: 'pid', pid } }, { timeoutMs: 300 });
      expect(report).toMatchObject({ kind: 'busy loop', location: { path: program, line: 4 } });
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
    }
  });
});

test('a server that is attached to hears nothing of it, and our connections are not what keeps it alive', async () => {
  const text = `const server = require('node:net').createServer((socket) => console.log('TOUCHED'));
server.listen(0, () => console.log('ready'));`;
  const child = spawn(process.execPath, ['--inspect-port=0', file('own-server.cjs', text)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const written: string[] = [];
  child.stdout.on('data', (data: Buffer) => written.push(data.toString()));
  try {
    await once(child.stdout, 'data');
    const target = { kind: 'pid', pid: child.pid ?? 0 } as const;
    const report = await detectHang(lab.engine, { kind: 'attach', target }, { timeoutMs: 300 });
    expect(report).toMatchObject({ kind: 'idle', keptAliveBy: [{ kind: 'server' }] });
    expect(written.join('')).toBe('ready\n');
  } finally {
    child.kill('SIGKILL');
  }
});

test('a number that only goes up and down below its limit is no progress', async () => {
  const text = `let n = 1;
function spin(limit) {
  while (n < limit) {
    n = (n * 7 + 3) % 1000003;
  }
}
spin(2e9);`;
  const launch = launchOf(file('wandering.cjs', text));
  const report = await detectHang(lab.engine, { kind: 'launch', launch }, { timeoutMs: 300 });
  expect(report).toMatchObject({ kind: 'busy', evidence: 'n goes up and down' });
});

describe('a command', () => {
  test.skipIf(process.platform === 'win32')('that has come to no program yet is starting, and not hung', async () => {
    const program = 'sh';
    const launch = { ...launchOf(program), args: ['-c', 'sleep 40; node x.js'] };
    const report = await detectHang(lab.engine, { kind: 'launch', launch }, { withinMs: 2_500 });
    expect(report).toMatchObject({
      ...{ kind: 'starting', hung: false },
      keptAliveBy: [{ kind: 'child process', command: 'sleep 40' }],
    });
  });

  test('is as its child is, where it waits for that', async () => {
    const server = file('child-server.cjs', `require('node:http').createServer(() => {}).listen(0, '127.0.0.1');`);
    const text = `const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(server)}]);
require('node:events').once(child, 'exit').then(() => console.log('over'));`;
    const launch = launchOf(file('wrapper.cjs', text));
    const report = await detectHang(lab.engine, { kind: 'launch', launch }, { timeoutMs: 1_500 });
    expect(report, JSON.stringify(report)).toMatchObject({ kind: 'idle', hung: false });
  });
});

describe('the watch', () => {
  test('honours its time and its interval', async () => {
    const program = file('honoured.cjs', SPIN);
    const launch = launchOf(program);
    const options = { timeoutMs: 1_000, sampleIntervalMs: 50 };
    const report = await detectHang(lab.engine, { kind: 'launch', launch }, options);
    expect(report.durationMs).toBeGreaterThanOrEqual(1_000);
    expect(report.sampleIntervalMs).toBe(50);
    // Sixteen close looks at the end; the machine may be too busy for each look of the watch.
    expect(report.samples).toBeGreaterThanOrEqual(20);
    expect(report.samples).toBeLessThanOrEqual(20 + 16 + 5);
  });

  test('ends with the program', async () => {
    const program = file('short.cjs', 'setTimeout(() => process.exit(3), 300);');
    const report = await detectHang(lab.engine, { kind: 'launch', launch: launchOf(program) }, { timeoutMs: 20_000 });
    expect(report).toMatchObject({ kind: 'finished', exitCode: 3, hung: false });
    expect(report.durationMs).toBeLessThan(10_000);
  });

  test('is cancelled, and leaves nothing behind', async () => {
    const program = file('cancelled.cjs', SPIN);
    const signal = AbortSignal.timeout(700);
    const watched = detectHang(
      lab.engine,
      { kind: 'launch', launch: launchOf(program) },
      { timeoutMs: 20_000, signal },
    );
    await expect(watched).rejects.toMatchObject({ code: 'cancelled' });
  });
});
