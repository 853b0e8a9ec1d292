import { type ChildProcess, spawn } from 'node:child_process';
import { readProcEntry } from './process-table.ts';
import { SERVER_MARK } from './program-mark.ts';

/**
 * Reads `+ pid` and `- pid` lines and, at the end of its input, kills every process still named, with all that belongs to
 * it. Plain POSIX shell with built-in commands only, so that it needs nothing that could be missing (`ps` often is, in
 * containers; it is used where there is no /proc).
 *
 * - `guarded` are processes that live; `orphaned` are groups whose founder has ended and that still have members. The number
 *   of such a group cannot be given to a new process while it has members; so if a process with that number exists, the
 *   group is not ours any more.
 * - Everything is stopped before it is looked for, so that a debuggee released by the closing of its connection does not run
 *   on, and nothing is started meanwhile.
 * - Then what has left all that, a daemon, is looked for by the mark in its environment, among what was started after this server. `read`
 *   passes over the NUL bytes between variables. What a daemon starts meanwhile is found in the next round.
 * - dash takes a negative pid only after `-s NAME --`.
 */
const SCRIPT = String.raw`
mark=$1 since=$2
trap '' INT TERM HUP QUIT PIPE TSTP TTIN TTOU
guarded=' ' orphaned=' '
signal() { kill -s "$1" -- "-$2" 2>/dev/null; kill -s "$1" -- "$2" 2>/dev/null; }
table() {
  if [ -r /proc/self/stat ]; then
    for stat in /proc/[0-9]*/stat; do
      { read -r line <"$stat"; } 2>/dev/null || continue
      pid=\${line%% *}
      set -- \${line##*) }
      echo "$pid $2 $3 $4"
    done
  else
    ps -A -o pid= -o ppid= -o pgid= | while read -r pid parent group; do echo "$pid $parent $group 0"; done
  fi
}
while read -r verb pid; do
  case $pid in ''|*[!0-9]*|0|1) continue ;; esac
  case $guarded in *" $pid "*) guarded="\${guarded%% $pid *} \${guarded#* $pid }" ;; esac
  case $orphaned in *" $pid "*) orphaned="\${orphaned%% $pid *} \${orphaned#* $pid }" ;; esac
  case $verb in
    +) guarded="$guarded$pid " ;;
    -) kill -s 0 -- "$pid" 2>/dev/null || { kill -s 0 -- "-$pid" 2>/dev/null && orphaned="$orphaned$pid "; } ;;
  esac
done
end_guarded() {
  [ -n "\${guarded# }" ] || return 0
  set -f
  for pid in $guarded; do signal STOP "$pid"; done
  set +f
  known=$(table)
  set -f
  found=1
  while [ $found = 1 ]; do
    found=0
    while read -r pid parent group session; do
      [ "$pid" = "$$" ] && continue
      case $guarded in *" $pid "*) continue ;; esac
      case $guarded in *" $parent "*|*" $group "*|*" $session "*) guarded="$guarded$pid " found=1; kill -s STOP -- "$pid" ;; esac
    done <<END
$known
END
  done
  for pid in $guarded; do signal KILL "$pid"; done
  set +f
}
has_mark() {
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in *"$mark"*) return 0 ;; esac
  done
  return 1
}
marked() {
  if [ -r /proc/self/environ ]; then
    for stat in /proc/[0-9]*/stat; do
      { read -r line <"$stat"; } 2>/dev/null || continue
      pid=\${line%% *}
      set -- \${line##*) }
      case $1 in Z|X) continue ;; esac
      [ "\${20}" -ge "$since" ] || continue
      { has_mark <"/proc/$pid/environ"; } 2>/dev/null && echo "$pid"
    done
  else
    ps -A -E -ww -o pid=,command= 2>/dev/null | while read -r pid line; do
      case "$line" in *"$mark"*) echo "$pid" ;; esac
    done
  fi
}
set -f
for pid in $orphaned; do kill -s 0 -- "$pid" 2>/dev/null || guarded="$guarded$pid "; done
set +f
end_guarded
for round in 1 2 3 4 5; do
  guarded=' '
  for pid in $(marked); do guarded="$guarded$pid "; done
  [ "$guarded" = ' ' ] && exit 0
  end_guarded
done
`.replaceAll('\\${', '${');

/**
 * The lifeline of everything this process starts: a shell in a session of its own that kills the guarded processes when
 * this process ends, however it ends, with all that has a mark of this server, so that nothing is left behind. It notices through a pipe that only this process holds.
 *
 * One for the whole process ({@link watchdog}), started with the first guarded pid, and keeping nothing alive. On Windows it
 * does nothing: there is no `sh`, and libuv puts children into a job object that ends with this process.
 */
export class Watchdog {
  readonly #guarded = new Set<number>();
  #shell: ChildProcess | undefined;

  /** Kill `pid` and its tree when this process ends. Call it after the process was started, never before. */
  guard(pid: number): void {
    if (this.#guarded.has(pid)) return;
    this.#guarded.add(pid);
    if (this.#shell === undefined) this.#start();
    else this.#send(`+ ${pid}\n`);
  }

  /**
   * No longer kill `pid`: it has ended. Call it at once, because its number may be given to another process. What an ended process
   * left behind in its group, or with its mark, stays guarded.
   */
  release(pid: number): void {
    if (this.#guarded.delete(pid)) this.#send(`- ${pid}\n`);
  }

  /** Ends the watchdog, which kills what is still guarded. */
  close(): void {
    this.#guarded.clear();
    this.#shell?.stdin?.end();
    this.#shell = undefined;
  }

  #start(): void {
    if (process.platform === 'win32') return;
    // detached: setsid, so that no signal to this process's group or terminal reaches it.
    const since = readProcEntry(process.pid)?.startTime ?? '0';
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', SERVER_MARK, since], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
    });
    this.#shell = shell;
    shell.on('error', () => this.#lost(shell));
    shell.on('exit', () => this.#lost(shell));
    shell.stdin.on('error', () => {});
    shell.unref();
    // A pipe of a child process is a socket, whatever its declared type says.
    if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
    this.#send([...this.#guarded].map((pid) => `+ ${pid}\n`).join(''));
  }

  /** The shell was killed: the next guarded process starts a new one, which is given all of them. */
  #lost(shell: ChildProcess): void {
    if (this.#shell === shell) this.#shell = undefined;
  }

  #send(lines: string): void {
    this.#shell?.stdin?.write(lines);
  }
}

let shared: Watchdog | undefined;

/** The one watchdog of this process. Asking for it starts nothing. */
export function watchdog(): Watchdog {
  shared ??= new Watchdog();
  return shared;
}
