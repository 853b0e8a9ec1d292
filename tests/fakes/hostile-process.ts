import { spawnSync } from 'node:child_process';
import { HOSTILE_PROGRAM } from './hostile-realm.ts';

/** The outcome of a text in a process of Node whose program has replaced all that it can reach. */
interface HostileAnswer {
  readonly answer: unknown;
  /** The functions of the program that were called. */
  readonly called: string;
}

interface HostileRun {
  /** Code of the program before it replaces anything. It ends with a call of `go`, in which the text is evaluated. */
  readonly setup: string;
  readonly text: string;
  /** Built-ins that it leaves as they are. */
  readonly spared?: readonly string[];
}

/** Runs a hostile program in a process of its own, as Node's modules and handles are there only once. */
export function inHostileProcess({ setup, text, spared = [] }: HostileRun): HostileAnswer {
  const program = `
    const { writeSync } = require('node:fs');
    const { stringify } = JSON;
    const { exit } = process;
    const spared = ${JSON.stringify(spared)};
    ${HOSTILE_PROGRAM}
    globalThis.require = require;
    const evaluate = eval;
    const go = () => {
      let answer, calls;
      try {
        poison(spared, false);
        answer = evaluate(${JSON.stringify(text)});
        calls = called;
      } catch (error) {
        answer = 'thrown: ' + error;
      }
      heal();
      writeSync(1, stringify({ answer, called: calls }) ?? '');
      exit.call(process);
    };
    ${setup}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8', timeout: 20_000 });
  if (!stdout.startsWith('{')) throw new Error(`The program did not answer: ${stdout}${stderr}`);
  const { answer, called }: HostileAnswer = JSON.parse(stdout);
  return { answer, called };
}
