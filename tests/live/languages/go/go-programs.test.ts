import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachedLanguage, languageOf } from '../../../../src/adapter/languages/languages.ts';
import type { StopOutcome } from '../../../../src/model/stop-outcome.ts';
import { DebugSession } from '../../../../src/session/debug-session.ts';
import type { StartRequest } from '../../../../src/session/start-request.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { reasonWithout } from '../../../support/unavailable-tools.ts';

const dlv = fileURLToPath(new URL('../../../../.cache/go/bin/dlv', import.meta.url));
const GO = process.platform === 'win32' ? 'go.exe' : 'go';
const LIMITS = { depth: 1, maxChildren: 20, maxTextLength: 100 };
const WAIT = { timeoutMs: 20_000 };
const WAIT_FOR_OUTPUT = { timeout: 20_000 };
/** The first build of a machine compiles Go's library, too. */
const BUILD = { timeoutMs: 170_000 };
const folder = temporaryFolder('go-live-');
afterAll(() => rmSync(folder, { recursive: true }));

const MAIN = `package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"app/shop"
)

func main() {
	items := []*shop.Item{{Name: "kettle", Cost: 40}, {Name: "cup", Cost: 4.5}}
	if len(os.Args) > 1 && os.Args[1] == "spin" {
		fmt.Println("spinning")
		for n := 0; ; n++ {
			time.Sleep(5 * time.Millisecond) // @spin
		}
	}
	if len(os.Args) > 1 && os.Args[1] == "deadlock" {
		<-make(chan int) // @deadlock
	}
	if len(os.Args) > 1 && os.Args[1] == "panic" {
		panic(errors.New("boom")) // @panic
	}
	show(items)
	os.Exit(3)
}

func show(items []*shop.Item) {
	fmt.Println("total", shop.Total(items)) // @show
	fmt.Fprintln(os.Stderr, "done")
}
`;
const SHOP = `package shop

type Item struct {
	Name string
	Cost float64
}

func Total(items []*Item) float64 {
	sum := 0.0
	for _, item := range items {
		// What each costs.
		sum += item.Cost // @sum
	}
	return sum // @return
}
`;
const TEST = `package shop

import "testing"

func TestTotal(t *testing.T) {
	got := Total([]*Item{{"a", 1}, {"b", 2}})
	if got != 4 {
		t.Errorf("got %v", got) // @failed
	}
}

func TestOther(t *testing.T) {}
`;

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const main = write('main.go', MAIN);
const shop = write('shop/shop.go', SHOP);
write('go.mod', 'module app\n\ngo 1.22\n');
write('shop/shop_test.go', TEST);

function lineOf(text: string, mark: string): number {
  return text.split('\n').findIndex((line) => line.endsWith(`@${mark}`)) + 1;
}

const env = { PATH: `${dirname(dlv)}${delimiter}${process.env.PATH}` };
const unconfigured = { cwd: folder, configFile: undefined };

/** A session as the engine makes it, from the program alone. */
async function sessionOf(
  program: string,
  more: { args?: string[]; stopOnEntry?: boolean } = {},
): Promise<DebugSession> {
  const { args = [], stopOnEntry = false } = more;
  const request: StartRequest = { kind: 'launch', program, args, cwd: folder, env, stopOnEntry };
  const language = await languageOf(undefined, request, unconfigured);
  const adapters = await language.load({});
  return new DebugSession({ id: 'go', language: language.id, createAdapter: () => adapters.createAdapter() }, request);
}

function where(outcome: StopOutcome): string {
  return outcome.kind === 'stopped' ? `${outcome.reason} ${outcome.location.line}` : JSON.stringify(outcome);
}

function output(session: DebugSession): string {
  const { chunks } = session.output.since(0, Number.POSITIVE_INFINITY);
  return chunks.map(({ category, text }) => `${category}: ${text}`).join('');
}

async function locals(session: DebugSession): Promise<Record<string, string>> {
  const [scope] = await session.inspection.scopes();
  const variables = await session.inspection.variables(scope?.variablesReference ?? 0, LIMITS);
  return Object.fromEntries(variables.map((each) => [each.name, each.value]));
}

describe.skipIf(!existsSync(dlv) && reasonWithout('delve') !== undefined)('Go', () => {
  // An attach takes the environment of this process.
  beforeAll(() => {
    process.env.PATH = env.PATH;
  });

  test('a file is run with its package: entry, breakpoints, values, steps, output and exit code', async () => {
    const session = await sessionOf(main, { stopOnEntry: true });
    try {
      await session.start(BUILD);
      expect(where(await session.waitForStop(WAIT))).toBe('entry 12');
      const sum = lineOf(SHOP, 'sum');
      await session.breakpoints.set({
        target: { kind: 'line', path: shop, line: sum - 1 },
        condition: 'item.Cost < 9',
      });
      expect(session.breakpoints.get(1).state).toMatchObject({ kind: 'verified', movedFromLine: sum - 1 });
      const log = { kind: 'line', path: shop, line: lineOf(SHOP, 'return') } as const;
      await session.breakpoints.set({ target: log, logMessage: 'sum is {sum}' });
      expect(await session.resume('continue', WAIT)).toMatchObject({ location: { line: sum }, hitBreakpointIds: [1] });
      expect(await locals(session)).toEqual({
        items: 'len: 2, cap: 2, [*{Name: "kettle", Cost: 40},*{Name: "cup", Cost: 4.5}]',
        sum: '40',
        item: '*{Name: "cup", Cost: 4.5}',
      });
      expect(await session.inspection.setVariable('item.Cost', '5.5')).toMatchObject({ value: '5.5' });
      const asked = { expression: 'item', readOnly: false, ...LIMITS };
      const item = await session.inspection.evaluate(asked);
      expect(item.kind === 'value' && item.children?.map((each) => each.name)).toEqual(['Name', 'Cost']);
      expect(where(await session.resume('next', WAIT))).toBe('step 10');
      expect(where(await session.resume('stepOut', WAIT))).toBe(`step ${lineOf(MAIN, 'show')}`);
      const frames = await session.inspection.stack();
      const own = frames.filter(({ presentation }) => presentation === 'normal');
      expect(own.map(({ name }) => name)).toEqual(['main.show', 'main.main']);
      expect(await session.resume('continue', WAIT)).toMatchObject({ kind: 'exited', exitCode: 3 });
      // From two pipes: each in its order.
      expect(output(session).split('\n').sort()).toEqual([
        '',
        'log: sum is 45.5',
        'stderr: done',
        'stdout: total 45.5',
      ]);
    } finally {
      await session.end();
    }
  }, 180_000);

  test('a panic stops in own code, uncaught, with the locals there', async () => {
    const session = await sessionOf('.', { args: ['panic'] });
    try {
      await session.start(BUILD);
      const stop = await session.waitForStop(WAIT);
      expect(where(stop)).toBe(`exception ${lineOf(MAIN, 'panic')}`);
      expect(stop).toMatchObject({ exception: { name: 'panic', message: 'boom', uncaught: true } });
      expect((await locals(session)).items).toContain('kettle');
      expect(await session.resume('continue', WAIT)).toMatchObject({ kind: 'exited', exitCode: 2 });
    } finally {
      await session.end();
    }
  }, 180_000);

  test('a deadlock of all goroutines stops where the program waits', async () => {
    const session = await sessionOf('go run . deadlock');
    try {
      await session.start(BUILD);
      const stop = await session.waitForStop(WAIT);
      expect(where(stop)).toBe(`exception ${lineOf(MAIN, 'deadlock')}`);
      expect(stop).toMatchObject({
        exception: { name: 'fatal error', message: 'all goroutines are asleep - deadlock!', uncaught: true },
      });
    } finally {
      await session.end();
    }
  }, 180_000);

  test('one test of a package is debugged, and the package is left as it was', async () => {
    const session = await sessionOf('go test ./shop -run TestTotal -v');
    const before = readdirSync(join(folder, 'shop'));
    try {
      session.breakpoints.plan({ target: { kind: 'function', name: 'shop.Total' } });
      await session.start(BUILD);
      const stop = await session.waitForStop(WAIT);
      expect(stop).toMatchObject({ reason: 'function breakpoint', hitBreakpointIds: [1], functionName: 'shop.Total' });
      expect((await session.inspection.stack()).map(({ name }) => name)).toContain('shop.TestTotal');
      expect(await session.resume('continue', WAIT)).toMatchObject({ kind: 'exited', exitCode: 1 });
      expect(output(session)).toMatch(/--- FAIL: TestTotal/);
      expect(output(session)).not.toContain('TestOther');
    } finally {
      await session.end();
    }
    expect(readdirSync(join(folder, 'shop'))).toEqual(before);
  }, 180_000);

  test('failures of tests stop where they are said, once each, when exceptions that are caught do', async () => {
    const session = await sessionOf('go test ./shop');
    try {
      session.exceptionMode = 'all';
      await session.start(BUILD);
      const stop = await session.waitForStop(WAIT);
      expect(stop).toMatchObject({
        reason: 'exception',
        location: { path: join(folder, 'shop/shop_test.go'), line: lineOf(TEST, 'failed') },
        exception: { name: 'test failure', uncaught: false },
      });
      expect((await locals(session)).got).toBe('3');
      expect(await session.resume('continue', WAIT)).toMatchObject({ kind: 'exited', exitCode: 1 });
    } finally {
      await session.end();
    }
  }, 180_000);

  test('errors of the compiler are the answer', async () => {
    const broken = write('broken/main.go', 'package main\n\nfunc main() {\n\tmissing()\n}\n');
    const session = await sessionOf(broken);
    await expect(session.start(BUILD)).rejects.toMatchObject({
      code: 'launch_failed',
      message: expect.stringMatching(/main\.go does not build:[\s\S]*main\.go:4:2: undefined: missing/),
    });
    await session.end();
  }, 180_000);

  test('a program that was built elsewhere is run, paused, and attached to by its pid', async () => {
    const built = join(folder, 'built');
    const go = spawn(GO, ['build', '-gcflags=all=-N -l', '-o', built, '.'], { cwd: folder, stdio: 'inherit' });
    expect(await once(go, 'exit')).toEqual([0, null]);
    const session = await sessionOf('./built', { args: ['spin'] });
    try {
      await session.start(WAIT);
      await expect.poll(() => output(session), WAIT_FOR_OUTPUT).toContain('spinning');
      expect(await session.pause(WAIT)).toMatchObject({ reason: 'pause' });
      expect((await session.inspection.stack()).map(({ name }) => name)).toContain('main.main');
    } finally {
      await session.end();
    }
    const running = spawn(built, ['spin'], { stdio: 'ignore' });
    const target = { kind: 'pid', pid: running.pid ?? 0 } as const;
    const language = await attachedLanguage(undefined, target, unconfigured, {});
    const { createAdapter } = await language.load({});
    const attached = new DebugSession(
      { id: 'attached', language: language.id, createAdapter },
      { kind: 'attach', target, cwd: folder, label: 'spin' },
    );
    try {
      attached.breakpoints.plan({ target: { kind: 'line', path: main, line: lineOf(MAIN, 'spin') } });
      await attached.start(WAIT);
      expect(where(await attached.waitForStop(WAIT))).toBe(`breakpoint ${lineOf(MAIN, 'spin')}`);
      await attached.end();
      expect(running.exitCode).toBeNull();
      expect(running.signalCode).toBeNull();
    } finally {
      await attached.end();
      running.kill('SIGKILL');
      await once(running, 'exit');
    }
  }, 180_000);

  test('input and terminals are refused, and a missing delve is named with the way to get it', async () => {
    const request = { kind: 'launch', program: main, args: [], cwd: folder, env, stopOnEntry: false } as const;
    const language = await languageOf(undefined, request, unconfigured);
    const { createAdapter } = await language.load({});
    await expect(createAdapter().launch({ ...request, tty: true }, WAIT)).rejects.toMatchObject({
      code: 'unsupported',
    });
    const bare = { ...request, env: { PATH: '/nowhere', GOBIN: '/nowhere', GOPATH: '/nowhere', HOME: '/nowhere' } };
    await expect(createAdapter().launch(bare, WAIT)).rejects.toMatchObject({
      code: 'launch_failed',
      advice: expect.stringContaining('go install github.com/go-delve/delve/cmd/dlv@latest'),
    });
  });
});
