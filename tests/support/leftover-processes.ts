import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const MARK = 'MCP_DEBUGGER_TEST_RUN';
const GRACE_MS = 1_500;
const POLL_MS = 50;

interface Leftover {
  readonly pid: number;
  readonly ppid: number;
  readonly command: string;
}

/**
 * Vitest global setup: marks everything that this run starts through an environment variable that all children inherit,
 * and at the end fails the run when a marked process is still there.
 *
 * A child that was started with a wiped environment has no mark and is not seen.
 */
export function setup(): () => Promise<void> {
  const mark = `${MARK}=${randomUUID()}`;
  process.env[MARK] = mark.slice(MARK.length + 1);
  return () => failOnLeftovers(mark);
}

async function failOnLeftovers(mark: string): Promise<void> {
  const deadline = Date.now() + GRACE_MS;
  let left = leftovers(mark);
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(POLL_MS);
    left = leftovers(mark);
  }
  if (left.length === 0) return;
  // Vitest reports an error of a teardown, but does not promise an exit code for it.
  process.exitCode = 1;
  const list = left.map(({ pid, ppid, command }) => `  ${pid} (parent ${ppid}): ${command}`).join('\n');
  for (const { pid } of left) tryKill(pid);
  const message = `Tests left ${left.length} process(es) behind (now killed):\n${list}`;
  // The verdict of scripts/test.mjs is made from files: an exit code does not say what failed.
  const record = process.env.MCP_DEBUGGER_TEST_LEFT;
  if (record !== undefined) writeFileSync(record, JSON.stringify([message]));
  throw new Error(message);
}

/** Vitest's own workers and its bundler's service are direct children of this process; tests run in the workers. */
function leftovers(mark: string): Leftover[] {
  const marked = process.platform === 'linux' ? markedByProc(mark) : markedByPs(mark);
  return marked.filter(({ pid, ppid }) => pid !== process.pid && ppid !== process.pid);
}

function markedByProc(mark: string): Leftover[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // Other users' processes cannot be read, and any process may end between the two calls.
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(mark)) return [];
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ').trim();
        return [{ pid: Number(name), ppid, command }];
      } catch {
        return [];
      }
    });
}

function markedByPs(mark: string): Leftover[] {
  const table = execFileSync('ps', ['eww', '-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    if (match === null || !line.includes(mark)) return [];
    return [{ pid: Number(match[1]), ppid: Number(match[2]), command: (match[3] ?? '').slice(0, 200) }];
  });
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
