import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listeningAddresses } from '../../../src/process/listening-ports.ts';

const WATCHDOG = ' watchdog MCP_DEBUGGER_PROGRAM=';
const MAX_COMMAND = 300;

/** The places where a soak can leave something behind, and must not. */
export interface Surroundings {
  readonly serverPid: number;
  /** Every process below the server has it in its environment: `NAME=value`. */
  readonly mark: string;
  /** The folder for temporary files. */
  readonly temporary: string;
  readonly project: string;
}

/** Resources that a process has in use. */
export interface Usage {
  readonly descriptors: number;
  readonly memoryMb: number;
}

/** The things that are there although no session is, a line each. `isOpen`: the server still runs. */
export async function leftBehind(all: Surroundings, isOpen: boolean): Promise<string[]> {
  const { serverPid, mark, temporary, project } = all;
  // The watchdog outlives all but the server.
  const isExpected = (command: string) => isOpen && command.includes(WATCHDOG);
  const processes = marked(mark).filter(({ pid, command }) => pid !== serverPid && !isExpected(command));
  const addresses = isOpen ? await listeningAddresses(serverPid) : [];
  const files = readdirSync(temporary);
  const recovery = join(project, '.debug_session.mcp.json');
  return [
    ...processes.map(({ pid, command }) => `process ${pid}: ${command.slice(0, MAX_COMMAND)}`),
    ...addresses.map(({ host, port }) => `listener ${host}:${port}`),
    ...files.map((name) => `temporary file ${name}`),
    ...(existsSync(recovery) ? ['.debug_session.mcp.json'] : []),
  ];
}

/** The number of files that a process has open, and its memory. */
export function usageOf(pid: number): Usage {
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  const memory = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { descriptors, memoryMb: Math.round(Number(memory) / 1024) };
}

function marked(mark: string): { readonly pid: number; readonly command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(mark)) return [];
      return [
        { pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ').trim() },
      ];
    } catch {
      return [];
    }
  });
}
