import type { HostileSubject } from './hostile-subjects.ts';

/** A column of the table: what is asked of a program, and what is compared of the answers. */
export interface HostileTool {
  readonly name: string;
  /** The command that the tool runs. */
  readonly command: (subject: HostileSubject) => string;
  /** The names of tools and their arguments, called one after the other. */
  readonly calls: (subject: HostileSubject) => readonly (readonly [string, Record<string, unknown>])[];
  /** The last words of a plain run of the command; `undefined` where it has no end. */
  readonly written: RegExp | undefined;
  /** The end as each answer tells it, also one that says that not all was seen. */
  readonly told: RegExp;
  /** The program takes a whole processor: no other one runs meanwhile. */
  readonly isAlone?: boolean;
  /** The part of an answer that does not depend on the deed; without, all of it. */
  readonly compared?: (text: string) => string;
}

/** Most of it is used to see whether a loop goes on; and on a busy machine, to find what is waited for. */
const LOOP_MS = 6_000;
const WAIT_MS = 12_000;
const TOTAL = { written: /^total 6054$/m, told: /\btotal 6054\b/ };
const WITHOUT_END = { written: undefined, told: /./ };

/** All tools that run a program to its end, to a stop, or to where it hangs. */
export const HOSTILE_TOOLS: readonly HostileTool[] = [
  {
    name: 'session',
    command: ({ main }) => main,
    calls: ({ main, file, line, last }) => [
      ['debug_launch', { program: main, breakpoints: [{ file, line, condition: last }] }],
      ['debug_variables', {}],
      ['debug_evaluate', { expression: 'total + i' }],
      ['debug_watch', { expression: 'total' }],
      ['debug_step', {}],
      ['debug_continue', {}],
      ['debug_output', {}],
      ['debug_stop', {}],
    ],
    ...TOTAL,
  },
  {
    name: 'probe',
    command: ({ main }) => main,
    calls: ({ main, file, line }) => [
      ['debug_probe', { program: main, file, line, hits: 9, expressions: ['total', 'i'] }],
    ],
    ...TOTAL,
    // A probe that stops does not tell what the program wrote.
    told: /exit code: 0\b/i,
  },
  {
    name: 'trace of a call',
    command: ({ main }) => main,
    calls: ({ main }) => [['debug_trace', { program: main, function: 'f', output: true }]],
    ...TOTAL,
  },
  {
    name: 'trace of calls',
    command: ({ main }) => main,
    calls: ({ main }) => [['debug_trace', { program: main, mode: 'calls', function: 'f', output: true }]],
    ...TOTAL,
  },
  {
    name: 'trace of a value',
    command: ({ main }) => main,
    calls: ({ main }) => [['debug_trace', { program: main, value: '6054', output: true }]],
    ...TOTAL,
    // The rows between are the deed's own.
    compared: (text) =>
      text
        .replace(/^… \d+ more functions?\n/m, '')
        .replace(/^Its call[\s\S]*?^(f\(order.*\)) (?:main\.\w+)?:/m, '$1 :'),
  },
  {
    name: 'test',
    command: ({ test }) => test,
    calls: ({ test }) => [['debug_test', { program: test }]],
    // As node:test and unittest count it, where a deed does not end the runner itself.
    written: /^(?![\s\S]*Unhandled 'error')[\s\S]*\n(?:\S fail 1|FAILED \(errors=1\))\n/,
    told: /total is wrong/,
    // Of a deed that throws in the runner, that is told as well.
    compared: (text) =>
      text
        .replace(/^.*\b(?:last run|New in its message)\b.*\n|^Likely cause: .* at deed\.js.*\n/gm, '')
        .replace(/^ {2}Swallowed: .* at deed\.js[\s\S]*?(?=^ {4,}\d+ \|)/m, ''),
  },
  {
    name: 'hang in a loop',
    command: ({ busy }) => busy,
    calls: ({ busy }) => [['debug_hang', { program: busy, timeoutMs: LOOP_MS }]],
    isAlone: true,
    ...WITHOUT_END,
  },
  {
    name: 'hang in a wait',
    command: ({ waiting }) => waiting,
    calls: ({ waiting }) => [['debug_hang', { program: waiting, timeoutMs: WAIT_MS }]],
    ...WITHOUT_END,
  },
];
