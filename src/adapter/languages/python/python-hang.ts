import type { HangFrame } from '../../../model/hang-report.ts';
import type { HangQuestions } from '../../dap/recipe/hang-questions.ts';
import { debuggeeText, HANG_FILES } from './debuggee-files.ts';
import { installModule, moduleNamed } from './install-module.ts';
import { asciiJson } from './python-literals.ts';

/** Beside the code that describes values, where the program sees nothing of it. */
const NAME = 'mcp_debugger_hang';
const MODULE = moduleNamed(NAME);
/** One of the signals for the program's own use that hardly any program uses. */
const STACKS_SIGNAL = process.platform === 'linux' ? 60 : 31;

/** Looks at the threads of a Python program through code inside of it; a program that holds the interpreter's lock gets a signal. */
export const pythonHang: HangQuestions = {
  installation: () => installModule(NAME, { texts: HANG_FILES.map(debuggeeText) }),
  expression({ kind, ...rest }, dapThreadId) {
    const args = Object.values(rest).map((each) => (typeof each === 'string' ? asciiJson(each) : String(each)));
    return `${MODULE}.ask(${[asciiJson(kind), dapThreadId, ...args].join(', ')})`;
  },
  decode(result) {
    try {
      // Written by hang_threads.py, alone or at the end of a traceback.
      const [text = ''] = /\{"(?:answer|error)": .*\}/.exec(result) ?? [];
      const answer = JSON.parse(text) as { answer?: unknown; pid: number; error?: string };
      return answer.answer === undefined || answer.answer === null
        ? undefined
        : { answer: answer.answer, pid: answer.pid };
    } catch {
      return undefined;
    }
  },
  stacks: {
    signal: STACKS_SIGNAL,
    listen: (file) => `${MODULE}.listen(${STACKS_SIGNAL}, ${asciiJson(file)})`,
    read: readStacks,
  },
};

/** What faulthandler writes: each thread with its frames, innermost first. The debugger's own threads and frames are left out. */
function readStacks(text: string): HangFrame[] {
  const threads = text.split(/^(?=(?:Current thread|Thread) 0x)/m).map((part) =>
    [...part.matchAll(/^ {2}File "(.*)", line (\d+) in (.*)$/gm)].flatMap(
      ([, path = '', line, name = '']): HangFrame[] => {
        if (/pydevd|debugpy|start_debuggee|<frozen|\/runpy\.py$/.test(path)) return [];
        const isLibrary = /\/lib\/python\d|site-packages|\\Lib\\/.test(path);
        const location = { path, line: Number(line), column: 1 };
        const shown = name === '<module>' ? '(module)' : name;
        return [{ name: shown, location, presentation: isLibrary ? 'internal' : 'normal' }];
      },
    ),
  );
  const own = threads.filter((frames) => frames.some(({ presentation }) => presentation === 'normal'));
  return own.find((frames) => frames.at(-1)?.name === '(module)') ?? own[0] ?? [];
}
