/**
 * Stands for the server in tests that kill it: starts the programs named on its command line (one JSON array of arguments
 * each, for its own node binary) guarded, passes their output on, and stays. With `pause` as the first argument it
 * also attaches to each, and lets it run to its first line; with `release` the programs are strangers that were guarded and released.
 */
import { spawn } from 'node:child_process';
import { startProcess } from '../../../src/process/debuggee-process.ts';
import { watchdog } from '../../../src/process/watchdog.ts';

const [mode, ...programs] = process.argv.slice(2);
const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));

for (const program of programs) {
  const args: string[] = JSON.parse(program);
  if (mode === 'release') {
    releaseStranger(args);
    continue;
  }
  const debuggee = startProcess({ command: process.execPath, args, cwd: process.cwd(), env });
  process.stdout.write(`pid ${debuggee.pid}\n`);
  debuggee.onOutput((_stream, text) => {
    process.stdout.write(text);
    const url = /ws:\/\/\S+/.exec(text)?.[0];
    if (mode === 'pause' && url !== undefined) pauseAt(url);
  });
  void debuggee.exited.then(() => process.stdout.write('debuggee exited\n'));
}
setInterval(() => {}, 1_000);

function releaseStranger(args: readonly string[]): void {
  const { pid = 0 } = spawn(process.execPath, [...args], { detached: true, stdio: 'ignore' });
  watchdog().guard(pid);
  watchdog().release(pid);
  process.stdout.write(`pid ${pid}\n`);
}

function pauseAt(url: string): void {
  const socket = new WebSocket(url);
  socket.onopen = () => {
    socket.send('{"id":1,"method":"Debugger.enable"}');
    socket.send('{"id":2,"method":"Runtime.runIfWaitingForDebugger"}');
  };
  socket.onmessage = ({ data }) => {
    const { method } = JSON.parse(String(data));
    if (method !== 'Debugger.paused') return;
    process.stdout.write('paused\n');
  };
}
