import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { fixedPort } from '../support/fixed-port.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';

/** The folder into which scripts/install/frameworks.mjs has installed them. */
const HOME = fileURLToPath(new URL('../../.cache/frameworks/', import.meta.url));
const LONG_MS = 120_000;
/** A worker of a server may be started again for a changed file, too. */
const IDLE_AGAIN = /^(Restarted .*\. )?Idle again, listening on /;
/** Limit for a server to notice that a file has changed. */
const TAKEN_IN_MS = 3_000;

/** A small application of a framework, which answers `/n/7` with the square of 7 somewhere in a text. */
export interface Framework {
  readonly name: string;
  /** Files by their paths; `PORT` in them and in the command stands for the port. */
  readonly files: Readonly<Record<string, string>>;
  readonly command: string;
  /** `file: text`: the line of the file that has the text; the request stops there, with a local `n` of 7. */
  readonly stop: string;
  /** The file of the stop is edited while it runs: lines are put in front of it. */
  readonly watched?: {
    readonly comment: string;
    /** True if the change is taken in without a restart. */
    readonly isReloaded?: true;
  };
}

/** An application that is debugged. */
interface Debugged {
  readonly server: RunningServer;
  readonly port: number;
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** The line of the file that the request stops at, as the file is now. */
  line(): number;
}

/**
 * Debugs a framework as an agent does: launch with a breakpoint until it listens, a request in the background, the stop, and the answer to
 * the request; with a watcher, the same once more after an edit.
 */
export async function debugByRequest(framework: Framework): Promise<void> {
  const port = await fixedPort();
  // Below the installed packages: bundlers refuse links that lead out of a project.
  const folder = mkdtempSync(join(HOME, 'node', 'project-'));
  const server = await startServer({ cwd: folder, env: { PATH: path(), NEXT_TELEMETRY_DISABLED: '1' } });
  try {
    const [file = '', text = ''] = framework.stop.split(': ');
    for (const [name, source] of Object.entries({ 'package.json': '{"private":true}', ...framework.files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), source.replaceAll('PORT', String(port)));
    }
    const line = () =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .findIndex((each) => each.includes(text)) + 1;
    const debugged = { server, port, file, path: join(folder, file), line };
    const program = framework.command.replaceAll('PORT', String(port));
    const launch = { program, breakpoints: [`${file}:${line()}`], timeoutMs: LONG_MS };
    expect((await server.call('debug_launch', launch)).text).toMatch(listening(port));
    await stopAndAnswer(debugged);
    if (framework.watched) await edited(debugged, framework.watched);
    expect((await server.call('debug_stop')).text).toBe('Debug session ended.');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stopAndAnswer({ server, port, file, line }: Debugged): Promise<void> {
  const answer = fetch(`http://127.0.0.1:${port}/n/7`).then((response) => response.text());
  // A rejection before anybody awaits it must not end the test run.
  answer.catch(() => {});
  let stop = await server.call('debug_continue', { timeoutMs: LONG_MS });
  // Compiling an edited file for the request may take longer than a server is quiet before it is called idle.
  if (/^Restarted .*Idle again/.test(stop.text)) stop = await server.call('debug_continue', { timeoutMs: LONG_MS });
  expect(stop.text).toContain(`Stopped (breakpoint) at ${file}:${line()}`);
  expect(stop.text).toMatch(/^ {2}n: (number|int) = 7$/m);
  expect((await server.call('debug_continue', { timeoutMs: LONG_MS })).text).toMatch(IDLE_AGAIN);
  expect(await answer).toContain('49');
}

/** The line moves with the file; where it was restarted for that, the next answer says so. */
async function edited(debugged: Debugged, watched: NonNullable<Framework['watched']>): Promise<void> {
  const { server, file, path } = debugged;
  const { comment, isReloaded } = watched;
  writeFileSync(path, `${comment} one line\n${comment} and another\n${readFileSync(path, 'utf8')}`);
  if (isReloaded) await sleep(TAKEN_IN_MS);
  else {
    const answer = await server.call('debug_continue', { timeoutMs: LONG_MS });
    expect(answer.text).toContain(`Restarted (file changed: ${file})`);
    expect(answer.text).toMatch(listening(debugged.port));
  }
  await stopAndAnswer(debugged);
}

function listening(port: number): RegExp {
  return new RegExp(
    `^(Restarted .*\\. )?(Listening|Idle again, listening) on .*http://(127\\.0\\.0\\.1|\\[::1\\]):${port}\\b`,
    'm',
  );
}

/** A PATH that begins with the installed commands of both languages. */
function path(): string {
  const python = join(HOME, 'python', process.platform === 'win32' ? 'Scripts' : 'bin');
  if (!existsSync(python)) throw new Error(`The frameworks are not installed: node scripts/install/frameworks.mjs`);
  return [python, join(HOME, 'node', 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
}
