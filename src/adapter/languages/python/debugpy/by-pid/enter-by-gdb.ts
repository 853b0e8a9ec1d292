import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../../../../../files/read-file.ts';
import type { Entrance } from './entrance.ts';
import { arrangedIn, gdbArguments, gdbCommands } from './gdb-commands.ts';
import { type GdbProcess, startGdb } from './gdb-process.ts';
import { obstacleIn, PTRACE_SCOPE, pidRefused } from './pid-obstacles.ts';

/** A program that runs Python comes to a safe point at once; a busy machine may take its time. */
export const SAFE_POINT_MS = 2_000;
/** Time before another attempt, if Python's state was in flux. */
const NEXT_MOMENT_MS = 100;
const POLL_MS = 20;

/**
 * Makes a running Python take an entrance, at a moment at which it can: see {@link gdbCommands}. A main thread that stays in a native
 * call runs it there, as soon as that looks safe. Resolves when it has begun.
 *
 * @param onStarted Called with each gdb. The process is its, and dies of an end by force: it is to be waited for.
 * @throws DebugError `attach_refused` when gdb cannot get into the process
 */
export async function enterByGdb(
  pid: number,
  entrance: Entrance,
  signal: AbortSignal,
  onStarted: (gdb: GdbProcess) => void,
): Promise<void> {
  for (let how: 'safely' | 'force' = 'safely'; !signal.aborted; how = 'force') {
    const said = await runGdb(pid, entrance, how, onStarted);
    const arranged = arrangedIn(said);
    if (entrance.wasTaken() || signal.aborted) return;
    // A gdb without Python does not know whether that would be safe.
    if (arranged === undefined && how === 'force') return;
    if (arranged === undefined) throw pidRefused(pid, obstacleIn(said, readText(PTRACE_SCOPE)));
    const waitMs = arranged === 'unsafe' ? NEXT_MOMENT_MS : SAFE_POINT_MS;
    if (await wasTakenSoon(entrance, waitMs, signal)) return;
  }
}

async function runGdb(
  pid: number,
  entrance: Entrance,
  how: 'safely' | 'force',
  onStarted: (gdb: GdbProcess) => void,
): Promise<string> {
  const commands = entrance.write('commands.gdb', gdbCommands(entrance.path, how));
  const log = entrance.write('said.txt', '');
  const gdb = startGdb(gdbArguments(pid, how, commands), log);
  onStarted(gdb);
  await gdb.exited;
  return readText(log) ?? '';
}

/** True if a process has begun to run an entrance by then. */
export async function wasTakenSoon(entrance: Entrance, waitMs: number, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + waitMs;
  while (!entrance.wasTaken()) {
    if (signal.aborted || performance.now() > until) return false;
    await sleep(POLL_MS);
  }
  return true;
}
