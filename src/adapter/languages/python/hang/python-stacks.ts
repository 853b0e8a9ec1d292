import type { HangFrame } from '../../../../model/hang-report.ts';
import { MODULE_FRAME } from '../../../../model/stack-frame.ts';

/** A signal for the program's own use that hardly any program uses. */
export const STACKS_SIGNAL = process.platform === 'linux' ? 60 : 31;

/**
 * Reads faulthandler's output: each thread with its frames, innermost first. The debugger's own threads and frames are left out.
 */
export function readStacks(text: string): HangFrame[] {
  const threads = text.split(/^(?=(?:Current thread|Thread) 0x)/m).map((part) =>
    [...part.matchAll(/^ {2}File "(.*)", line (\d+) in (.*)$/gm)].flatMap(
      ([, path = '', line, name = '']): HangFrame[] => {
        if (/pydevd|debugpy|start_debuggee|<frozen|<mcp-debugger>|<string>|\/runpy\.py$/.test(path)) return [];
        const isLibrary = /\/lib\/python\d|site-packages|\\Lib\\/.test(path);
        const location = { path, line: Number(line), column: 1 };
        const shown = name === '<module>' ? MODULE_FRAME : name;
        return [{ name: shown, location, presentation: isLibrary ? 'internal' : 'normal' }];
      },
    ),
  );
  const own = threads.filter((frames) => frames.some(({ presentation }) => presentation === 'normal'));
  return own.find((frames) => frames.at(-1)?.name === MODULE_FRAME) ?? own[0] ?? [];
}

/** Modules of Python's pattern functions, whose work is done in C. */
const PATTERN_MODULE = /[\\/](re[\\/]__init__|re|regex)\.py$/;
const PATTERN_METHOD = /\.(match|fullmatch|search|sub|subn|split|findall|finditer)\s*\(/;

/** True if the innermost frame of a stack matches a pattern, by its file or by the text of its line. */
export function isMatching([innermost]: readonly HangFrame[], line: string): boolean {
  if (innermost === undefined) return false;
  return PATTERN_MODULE.test(innermost.location.path) || PATTERN_METHOD.test(line);
}

const MAX_CALL_CHARS = 100;

/**
 * The call that the innermost own frame of a stack is in, as its line has it: that of the function which it has called, where that is
 * Python's too, else the only one on the line. Undefined where the line does not show it.
 */
export function callIn(frames: readonly HangFrame[], line: string): string | undefined {
  const own = frames.findIndex(({ presentation }) => presentation === 'normal');
  const calls = callsOn(line);
  const called = frames[own - 1]?.name;
  const fitting = called === undefined ? calls : calls.filter(({ name }) => name.split('.').at(-1) === called);
  const [found] = fitting.length === 1 ? fitting : calls.length === 1 ? calls : [];
  if (!found) return undefined;
  return found.text.length > MAX_CALL_CHARS ? `${found.text.slice(0, MAX_CALL_CHARS - 1)}…` : found.text;
}

/** The calls of names (`re.match`) on a line, from their name to their closing bracket, or to the end of the line. */
function callsOn(line: string): { readonly name: string; readonly text: string }[] {
  return [...line.matchAll(/(?<![\w.])([A-Za-z_][\w.]*)\(/g)].flatMap(({ 1: name = '', index }) => {
    const isDefinition = /\b(?:def|class)\s+$/.test(line.slice(Math.max(0, index - 10), index));
    return isDefinition ? [] : [{ name, text: line.slice(index, closingAfter(line, index + name.length)) }];
  });
}

/** Behind the bracket that closes the one at an index; the end of the line where none does. */
function closingAfter(line: string, opening: number): number {
  let depth = 0;
  let quote = '';
  for (let index = opening; index < line.length; index++) {
    const char = line[index] ?? '';
    if (quote !== '') {
      if (char === '\\') index += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')' && --depth === 0) return index + 1;
  }
  return line.length;
}
