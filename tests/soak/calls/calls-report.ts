import type { CallsResult, CallsSize } from './soak-calls.ts';

/** The part of docs/reliability.md about random calls. */
export function callsReport(title: string, { minutes, lanes, seed }: CallsSize, result: CallsResult): string {
  const { calls, cancelled, failed, kills, memoryMb, descriptors, failures } = result;
  return `${title}

Written by \`npm run soak -- --calls --minutes ${minutes} --lanes ${lanes} --seed ${seed} --write\`: ${lanes} sessions side by side of one server launch programs of Node.js and Python (files, npm scripts, lines for
a shell, trees of both languages), attach by pid and port, set breakpoints, step, go on, pause, evaluate (without an end, too), probe, trace, test, watch for hangs, patch and
stop, at random (seed ${seed}); programs are killed from outside, and calls cancelled. Each call has to be answered, none by a defect. When all sessions
have ended, no process, temporary file, listener or \`.debug_session.mcp.json\` may be left, by the running server as well as by the closed one. Memory and open files
are those at the start, and after each quarter of the time, without a session.

| minutes | calls | answered as errors | cancelled | programs killed | memory of the server | its open files | failures |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| ${minutes} | ${calls} | ${failed} | ${cancelled} | ${kills} | ${memoryMb.join(' → ')} MB | ${descriptors.join(' → ')} | ${failures.length} |
`;
}
