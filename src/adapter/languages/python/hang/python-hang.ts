import type { HangQuestions } from '../../../dap/recipe/hang-questions.ts';
import { jsonInText } from '../answer-in-text.ts';
import { HANG_MODULES, moduleTexts } from '../debuggee-files.ts';
import { installedModuleSays, installModule, moduleNamed } from '../install-module.ts';
import { asciiJson } from '../python-literals.ts';
import { plainCommand } from './plain-command.ts';
import { callIn, isMatching, readStacks, STACKS_SIGNAL } from './python-stacks.ts';

/** Beside the code that describes values, where the program sees nothing of it. */
const NAME = 'mcp_debugger_hang';
const MODULE = moduleNamed(NAME);
/** The text that `multiprocessing` has such a process run: its fork server, the default from Python 3.14 on, and what tracks its resources. */
const STARTER = /\bfrom multiprocessing\.(?:forkserver|resource_tracker) import main\b/;

/** Looks at the threads of a Python program through code inside of it; a program that holds the interpreter's lock gets a signal. */
export const pythonHang: HangQuestions = {
  // A native debugger reads the symbols of all that the process has loaded.
  attachToPidMs: 10_000,
  // A forked process has what its parent has noted.
  installation: () =>
    `${installedModuleSays(NAME, 'is_recording')} or ${installModule(NAME, { module: 'hang_threads', texts: moduleTexts(HANG_MODULES) })}`,
  expression({ kind, ...rest }, dapThreadId) {
    const args = Object.values(rest).map((each) => (typeof each === 'string' ? asciiJson(each) : String(each)));
    return `${MODULE}.ask(${[asciiJson(kind), dapThreadId, ...args].join(', ')})`;
  },
  record: `${MODULE}.record()`,
  decode(result) {
    try {
      // Written by hang_threads.py, alone or at the end of a traceback.
      const start = result.includes('{"answer": ') ? '{"answer": ' : '{"error": ';
      const answer = jsonInText(result, start) as { answer?: unknown; pid: number; tid?: number; error?: string };
      return answer.answer === undefined || answer.answer === null
        ? undefined
        : { answer: answer.answer, pid: answer.pid, systemThread: answer.tid };
    } catch {
      return undefined;
    }
  },
  commandOf: plainCommand,
  isStarter: (command) => STARTER.test(command),
  stacks: {
    signal: STACKS_SIGNAL,
    listen: (file) => `${MODULE}.listen(${STACKS_SIGNAL}, ${asciiJson(file)})`,
    read: readStacks,
    callIn,
    isMatching,
  },
};
