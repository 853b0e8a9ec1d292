import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { AttachRequest } from '../../../../src/adapter/debug-adapter.ts';
import type { StopOutcome } from '../../../../src/model/stop-outcome.ts';
import type { DebugSession } from '../../../../src/session/debug-session.ts';
import { name, sessionsIn } from '../../../support/configured-session.ts';
import { freePort } from '../../../support/free-port.ts';
import { pythonWith } from '../../../support/pythons.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { reasonWithout } from '../../../support/unavailable-tools.ts';

const LIMITS = { depth: 0, maxChildren: 20, maxTextLength: 100 };
const WAIT = { timeoutMs: 20_000 };
/** Programs write into their folder, or build there. */
const folder = temporaryFolder('configured-');
afterAll(() => rmSync(folder, { recursive: true }));
const { sessionOf, launching } = sessionsIn(folder);

const program = (name: string) => fileURLToPath(new URL(`../../../programs/${name}`, import.meta.url));
const TICKING = `import time

count = 0
while True:
    count += 1
    value = count * 2
    print("tick", value, flush=True)  # @value
    time.sleep(0.02)
`;

function lineOf(path: string, mark: string): number {
  return (
    readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((line) => line.endsWith(`@${mark}`)) + 1
  );
}

/** `breakpoint 14`, or the outcome where it is no stop. */
function where(outcome: StopOutcome): string {
  return outcome.kind === 'stopped' ? `${outcome.reason} ${outcome.location.line}` : JSON.stringify(outcome);
}

async function locals(session: DebugSession): Promise<Record<string, string>> {
  const [scope] = await session.inspection.scopes();
  const variables = await session.inspection.variables(scope?.variablesReference ?? 0, LIMITS);
  return Object.fromEntries(variables.map((each) => [each.name, each.value]));
}

async function evaluated(session: DebugSession, expression: string): Promise<string> {
  const outcome = await session.inspection.evaluate({ expression, readOnly: false, ...LIMITS });
  return outcome.kind === 'value' ? outcome.value : JSON.stringify(outcome);
}

/** Launch, breakpoint, locals, step, evaluate, exit: what works at all works for every adapter. */
async function debugged(
  session: DebugSession,
  path: string,
  {
    marks,
    expression,
    value,
    local,
    exitCode,
  }: {
    marks: readonly [string, string];
    expression: string;
    value: string;
    local: Readonly<Record<string, string>>;
    exitCode: number;
  },
): Promise<void> {
  const [first, second] = marks.map((mark) => lineOf(path, mark));
  try {
    session.breakpoints.plan({ target: { kind: 'line', path, line: first ?? 0 } });
    await session.start(WAIT);
    expect(where(await session.waitForStop(WAIT))).toBe(`breakpoint ${first}`);
    expect(session.breakpoints.get(1).state.kind).toBe('verified');
    expect(await locals(session)).toMatchObject(local);
    expect(await evaluated(session, expression)).toBe(value);
    expect(where(await session.resume('stepIn', WAIT))).toMatch(/^step /);
    expect(where(await session.resume('stepOut', WAIT))).toMatch(/^step /);
    await session.breakpoints.remove(1);
    await session.breakpoints.set({ target: { kind: 'line', path, line: second ?? 0 } });
    expect(where(await session.resume('continue', WAIT))).toBe(`breakpoint ${second}`);
    expect(await session.resume('continue', WAIT)).toMatchObject({ kind: 'exited', exitCode });
    const { chunks } = session.output.since(0, Number.POSITIVE_INFINITY);
    expect(chunks.map((chunk) => chunk.text).join('')).toContain('total');
  } finally {
    await session.end();
  }
}

const PYTHON = {
  extensions: ['.py'],
  launch: {
    program: name('program'),
    args: name('args'),
    cwd: name('cwd'),
    env: name('env'),
    console: 'internalConsole',
    stopOnEntry: name('stopOnEntry'),
    justMyCode: false,
  },
  attach: { connect: { host: name('host'), port: name('port') } },
};

describe('an adapter that speaks over its pipes', () => {
  const cart = program('scenarios/python/cart.py');
  const command = { command: pythonWith('newest'), args: ['-m', 'debugpy.adapter'] };
  const expected = {
    marks: ['cost', 'print'],
    expression: 'quantity + 1',
    value: '4',
    local: { sum: '0', quantity: '3' },
    exitCode: 0,
  } as const;

  test('a program is debugged from launch to exit', async () => {
    await debugged(sessionOf({ ...PYTHON, ...command }, launching(cart, [])), cart, expected);
  });

  test('the same over a port that is chosen', async () => {
    const args = ['-m', 'debugpy.adapter', '--host', '127.0.0.1', '--port', name('port')];
    await debugged(sessionOf({ ...PYTHON, ...command, args }, launching(cart, [])), cart, expected);
  });

  test('one that ends at once is reported with what it wrote', async () => {
    const args = ['-c', 'import sys; sys.exit("no adapter here")'];
    for (const each of [args, [...args, name('port')]]) {
      const session = sessionOf({ ...PYTHON, ...command, args: each }, launching(cart, []));
      await expect(session.start(WAIT)).rejects.toMatchObject({
        code: 'launch_failed',
        message: expect.stringContaining('no adapter here'),
      });
      await session.end();
    }
  });

  test('one that is not installed is named', async () => {
    const session = sessionOf({ ...PYTHON, command: 'no-such-adapter' }, launching(cart, []));
    await expect(session.start(WAIT)).rejects.toMatchObject({
      code: 'launch_failed',
      message: expect.stringContaining('"no-such-adapter"'),
    });
    await session.end();
  });

  test('a program that runs already is attached to by its template, and left running', async () => {
    const ticking = join(folder, 'ticking.py');
    writeFileSync(ticking, TICKING);
    const port = await freePort();
    const listening = ['-X', 'frozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, ticking];
    const child = spawn(pythonWith('newest'), listening, { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const target: AttachRequest = { kind: 'port', host: '127.0.0.1', port };
    // Its adapter came with it.
    const session = sessionOf({ ...PYTHON, port }, { kind: 'attach', target, cwd: folder, label: 'ticking' });
    try {
      await expect.poll(() => text, { timeout: 15_000 }).toContain('tick');
      session.breakpoints.plan({ target: { kind: 'line', path: ticking, line: lineOf(ticking, 'value') } });
      await session.start(WAIT);
      expect(where(await session.waitForStop(WAIT))).toBe(`breakpoint ${lineOf(ticking, 'value')}`);
      expect(await evaluated(session, 'value == count * 2')).toBe('True');
      await session.end();
      const seen = text.length;
      await expect.poll(() => text.length, { timeout: 10_000 }).toBeGreaterThan(seen + 20);
      expect(child.exitCode).toBeNull();
    } finally {
      await session.end();
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  test('what its templates do not say is refused', async () => {
    const target: AttachRequest = { kind: 'pid', pid: 1 };
    const session = sessionOf({ ...PYTHON, ...command }, { kind: 'attach', target, cwd: folder, label: 'process 1' });
    await expect(session.start(WAIT)).rejects.toMatchObject({ code: 'unsupported', advice: 'Call again with host.' });
    await session.end();
  });
});

const dlv = fileURLToPath(new URL('../../../../.cache/go/bin/dlv', import.meta.url));

/** Left out only where `scripts/install/delve.mjs` recorded that there is none; where it is missing without that, it fails. */
describe.skipIf(!existsSync(dlv) && reasonWithout('delve') !== undefined)('an adapter without a recipe: Go', () => {
  const go = {
    extensions: ['.go'],
    command: dlv,
    args: ['dap', `--listen=127.0.0.1:${name('port')}`],
    launch: { mode: 'debug', program: name('program'), args: name('args'), env: name('env'), outputMode: 'remote' },
  };

  test('a program is built and debugged from launch to exit', async () => {
    const main = program('go/main.go');
    await debugged(sessionOf(go, launching(main, ['x', 'y'])), main, {
      marks: ['sum', 'print'],
      expression: 'sum + 1',
      value: '1',
      local: { sum: '0' },
      exitCode: 3,
    });
  }, 120_000);

  test('it stops where a local is written, and says what it was', async () => {
    const main = program('go/main.go');
    const session = sessionOf(go, launching(main, ['x', 'y']));
    try {
      session.breakpoints.plan({ target: { kind: 'line', path: main, line: lineOf(main, 'sum') } });
      await session.start(WAIT);
      await session.waitForStop(WAIT);
      const { writes } = session.inspection;
      await expect(writes.add({ expression: 'nobody', isLogged: false })).rejects.toThrow(/cannot be watched/);
      await writes.add({ expression: 'sum', isLogged: false });
      await session.breakpoints.remove(1);
      const seen: string[] = [];
      for (let stop = await session.resume('continue', WAIT); stop.kind === 'stopped'; ) {
        const { line } = stop.write?.madeAt ?? stop.location;
        seen.push(`${stop.reason} ${line} ${stop.write?.before} ${stop.write?.after}`);
        stop = await session.resume('continue', WAIT);
      }
      const line = lineOf(main, 'sum');
      expect(seen).toEqual([`data breakpoint ${line} 0 15`, `data breakpoint ${line} 15 23`]);
    } finally {
      await session.end();
    }
  }, 120_000);
});
