import { pathInDebuggee } from '../../../files/debuggee-file.ts';
import type { Rehearsal } from '../../language.ts';

/** The line of the loop, 1-based. */
const LINE = 5;

/** A program of ours, run by the Node.js of this server: one that is on PATH may not be there, and what the user preloads is not for us. */
export function nodeRehearsal(): Rehearsal {
  const program = pathInDebuggee('rehearsed.cjs', import.meta.url);
  return { program, line: LINE, runtimeExecutable: process.execPath, env: { NODE_OPTIONS: '' } };
}
