import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { name, sessionsIn } from '../../../support/configured-session.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { reasonWithout } from '../../../support/unavailable-tools.ts';

const WAIT = { timeoutMs: 20_000 };
const BUILD = { timeoutMs: 110_000 };
const LIMITS = { depth: 0, maxChildren: 20, maxTextLength: 100 };
const folder = temporaryFolder('built-');
afterAll(() => rmSync(folder, { recursive: true }));
const { sessionOf, launching } = sessionsIn(folder);

const dlv = fileURLToPath(new URL('../../../../.cache/go/bin/dlv', import.meta.url));
const SHOP = `package main

import (
	"errors"
	"os"
	"time"
)

type Item struct{ Cost float64 }

func price(item *Item) float64 {
	return item.Cost * 2
}

func main() {
	item := &Item{Cost: 4}
	if os.Args[1] == "spin" {
		println("spinning")
		for {
			time.Sleep(5 * time.Millisecond)
		}
	}
	if price(item) > 9 {
		os.Exit(9)
	}
	panic(errors.New("boom"))
}
`;

/** A language whose programs are built before they are debugged, in which a session begins in a function of the program. */
const go = {
  extensions: ['.go'],
  command: dlv,
  args: ['dap', `--listen=127.0.0.1:${name('port')}`],
  build: ['go', 'build', '-gcflags=all=-N -l', '-o', name('output'), name('program')],
  launch: { mode: 'exec', program: name('output'), args: name('args'), env: name('env'), outputMode: 'remote' },
  entry: 'main.main',
  exceptionFilters: { uncaught: ['unrecovered-panic', 'runtime-fatal-throw'], all: ['unrecovered-panic'] },
};

function written(file: string, text: string): string {
  writeFileSync(join(folder, file), text);
  return join(folder, file);
}

describe.skipIf(!existsSync(dlv) && reasonWithout('delve') !== undefined)('a program that is built first', () => {
  test('it stops at its entry in its own code, takes values by a path, and its panic is uncaught', async () => {
    const session = sessionOf(go, launching(written('shop.go', SHOP), ['run'], { stopOnEntry: true }));
    try {
      await session.start(BUILD);
      expect(await session.waitForStop(WAIT)).toMatchObject({ reason: 'entry', location: { line: 15 } });
      await session.breakpoints.set({ target: { kind: 'function', name: 'main.price' } });
      const stop = await session.resume('continue', WAIT);
      expect(stop).toMatchObject({ reason: 'function breakpoint', hitBreakpointIds: [1] });
      // Delve remembers what it read of an argument at its function's head.
      await session.resume('next', WAIT);
      expect(await session.inspection.setVariable('item.Cost', '4.25')).toMatchObject({ value: '4.25' });
      const uncaught = await session.resume('continue', WAIT);
      expect(uncaught).toMatchObject({ reason: 'exception', location: { line: 26 }, exception: { uncaught: true } });
      const evaluate = (expression: string) => session.inspection.evaluate({ expression, readOnly: false, ...LIMITS });
      expect(await evaluate('item.Cost')).toMatchObject({ value: '4.25' });
      expect(await evaluate('item.Nothing')).toMatchObject({ kind: 'thrown' });
    } finally {
      await session.end();
    }
  }, 130_000);

  test('it is paused before it has stopped anywhere, where its own code is', async () => {
    const session = sessionOf(go, launching(written('spin.go', SHOP), ['spin']));
    try {
      await session.start(BUILD);
      const output = () => session.output.since(0, Number.POSITIVE_INFINITY).chunks.map(({ text }) => text);
      await expect.poll(() => output().join(''), { timeout: 20_000 }).toContain('spinning');
      expect(await session.pause(WAIT)).toMatchObject({ reason: 'pause' });
      const frames = await session.inspection.stack();
      expect(frames.map((frame) => frame.name)).toContain('main.main');
      expect(await session.resume('continue', { timeoutMs: 50 })).toMatchObject({ kind: 'running' });
      expect(await session.pause(WAIT)).toMatchObject({ reason: 'pause' });
    } finally {
      await session.end();
    }
  }, 130_000);

  test('errors of the build are the answer, and nothing is started', async () => {
    const broken = written('broken.go', 'package main\n\nfunc main() {\n\tmissing()\n}\n');
    const session = sessionOf(go, launching(broken, []));
    await expect(session.start(BUILD)).rejects.toMatchObject({
      code: 'launch_failed',
      message: expect.stringMatching(/does not build:[\s\S]*broken\.go:4:2: undefined: missing/),
    });
    await session.end();
  }, 130_000);

  test('errors that its debugger reports as output before it refuses are in the answer', async () => {
    const broken = written('refused.go', 'package main\n\nfunc main() {\n\tmissing()\n}\n');
    const launch = { mode: 'debug', program: name('program'), outputMode: 'remote' };
    const session = sessionOf({ ...go, build: undefined, launch }, launching(broken, []));
    await expect(session.start(BUILD)).rejects.toMatchObject({
      code: 'launch_failed',
      message: expect.stringContaining('undefined: missing'),
    });
    await session.end();
  }, 130_000);
});
