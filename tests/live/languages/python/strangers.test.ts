import { rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { DebugEngine } from '../../../../src/engine/debug-engine.ts';
import { encodeStreamMessage } from '../../../../src/wire/stream/stream-framing.ts';
import { freePort } from '../../../support/free-port.ts';
import { pythonWith } from '../../../support/pythons.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder('strangers-');
const engine = new DebugEngine({ cwd: folder });
const program = join(folder, 'plain.py');
writeFileSync(
  program,
  'import os\nvalue = 7\nprint(value, [each for each in os.environ if "TOKEN" in each and "DEBUGGER" in each])\n',
);
const TIMEOUT_MS = 15_000;

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects as soon as the port is open, which is before a Python has begun. */
async function firstAt(port: number): Promise<Socket> {
  for (;;) {
    const socket = await new Promise<Socket | undefined>((resolve) => {
      const attempt = connect({ host: '127.0.0.1', port }, () => resolve(attempt));
      attempt.on('error', () => resolve(undefined));
    });
    if (socket !== undefined) return socket;
    await sleep(1);
  }
}

/** The answer of a process that guesses, to whatever it is asked. */
const FALSE_ANSWER = encodeStreamMessage(
  JSON.stringify({
    type: 'response',
    success: true,
    request_seq: 0,
    seq: 1,
    command: 'pydevdAuthorize',
    body: { clientAccessToken: 'guessed' },
  }),
);
const FALSE_START = ['initialized', 'stopped', 'terminated']
  .map((event) => encodeStreamMessage(JSON.stringify({ type: 'event', event, seq: 1, body: { threadId: 1 } })))
  .join('');

describe('a stranger that connects to the port of a Python program', () => {
  test.each([
    ['says nothing', ''],
    ['talks of something else', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['names another token', FALSE_ANSWER],
    ['plays the program', FALSE_START],
    ['begins a message without an end', 'Content-Length: 400000000\r\n\r\n{'],
    ['leaves', undefined],
  ])('and %s is not taken for it, and holds nothing up', async (_, said) => {
    const port = await freePort();
    const strangers: Socket[] = [];
    const intruding = (async () => {
      for (let count = 0; count < 3; count++) {
        const stranger = await firstAt(port);
        stranger.on('error', () => {});
        stranger.resume();
        if (said === undefined) stranger.destroy();
        else stranger.write(said);
        strangers.push(stranger);
      }
    })();
    const launch = { program, args: [], cwd: folder, env: {}, stopOnEntry: false, debugPort: port };
    const breakpoints = [{ target: { kind: 'line', path: program, line: 2 } as const }];
    const began = Date.now();
    const { session } = await engine.launch(
      { ...launch, runtimeExecutable: pythonWith('newest') },
      { breakpoints, name: `with-${port}` },
      { timeoutMs: TIMEOUT_MS },
    );
    try {
      await intruding;
      expect(await session.waitForStop({ timeoutMs: TIMEOUT_MS })).toMatchObject({ reason: 'breakpoint' });
      expect(Date.now() - began).toBeLessThan(TIMEOUT_MS);
      expect(await session.resume('continue', { timeoutMs: TIMEOUT_MS })).toMatchObject({
        kind: 'exited',
        exitCode: 0,
      });
      expect(session.output.since(0, 1_000).chunks.map(({ text }) => text)).toContain('7 []\n');
    } finally {
      for (const each of strangers) each.destroy();
      await engine.end(session, {});
    }
  });
});
