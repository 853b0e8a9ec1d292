import { oneLine } from '../plain-text.ts';

const MAX_COMMAND_CHARS = 160;

/** The holder of a port that a program was refused. */
interface TakenPort {
  readonly port: number;
  readonly pid: number;
  readonly command: string;
  /** Name of the session whose program it is. */
  readonly session?: string | undefined;
}

/** `Port 3000 is held by process 12 (node serve.js), which session s1 still runs: …` */
export function renderTakenPort({ port, pid, command, session }: TakenPort, stop: string): string {
  const who = `process ${pid}${command === '' ? '' : ` (${oneLine(command, MAX_COMMAND_CHARS)})`}`;
  const whose = session === undefined ? '.' : `, which session ${oneLine(session, 80)} still runs: ${stop} ends it.`;
  return `Port ${port} is held by ${who}${whose}`;
}
