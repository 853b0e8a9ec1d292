import type { HangFrame } from '../../../model/hang-report.ts';

/** One of the signals for the program's own use that hardly any program uses. */
export const STACKS_SIGNAL = process.platform === 'linux' ? 60 : 31;

/** What faulthandler writes: each thread with its frames, innermost first. The debugger's own threads and frames are left out. */
export function readStacks(text: string): HangFrame[] {
  const threads = text.split(/^(?=(?:Current thread|Thread) 0x)/m).map((part) =>
    [...part.matchAll(/^ {2}File "(.*)", line (\d+) in (.*)$/gm)].flatMap(
      ([, path = '', line, name = '']): HangFrame[] => {
        if (/pydevd|debugpy|start_debuggee|<frozen|<mcp-debugger>|<string>|\/runpy\.py$/.test(path)) return [];
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
