import { Server } from '../../server.ts';
import { ask } from '../ask.ts';
import type { Verdict } from '../verdict.ts';
import { type SuiteProject, suiteProject } from './project.ts';
import type { SuiteBug } from './suite-bug.ts';

/** A busy machine must not turn the second run into none. */
const TIMEOUT_MS = 200_000;

/** The result of one call of `debug_test` for a bug. */
interface Asked {
  readonly verdict: Verdict;
  readonly tokens: number;
  readonly ms: number;
}

/** A planted bug, and what it took to see it. */
export interface SuiteResult {
  readonly id: string;
  readonly package: string;
  readonly kind: string;
  readonly command: string;
  readonly mistake: string;
  readonly faulty: string;
  readonly plainMs: number;
  readonly why: Asked;
  /** The same call with `why: false`. */
  readonly without: Asked;
}

/** @param server The built server's file. @param show Whether the answer is printed. */
export async function measuredSuite(bug: SuiteBug, home: string, server: string, show: boolean): Promise<SuiteResult> {
  const project = suiteProject(bug, home);
  const { id, suite, mistake } = bug;
  const why = await asked(project, server, {}, show);
  const without = await asked(project, server, { why: false }, false);
  const { file, line } = project.faulty;
  const { package: name, kind, command } = suite;
  return {
    id,
    package: name,
    kind,
    command,
    mistake,
    faulty: `${file}:${line}`,
    plainMs: project.plainMs,
    why,
    without,
  };
}

async function asked(project: SuiteProject, file: string, more: object, isShown: boolean): Promise<Asked> {
  const { cwd, env, bug } = project;
  const server = await Server.startIn(cwd, file, ['--no-log', '--toolset', 'debug'], env);
  try {
    const began = Date.now();
    const { text, tokens } = await ask(server, 'debug_test', {
      program: bug.suite.command,
      timeoutMs: TIMEOUT_MS,
      ...more,
    });
    if (isShown) console.log(text);
    return { verdict: verdictOf(text, project), tokens, ms: Date.now() - began };
  } finally {
    await server.close();
  }
}

/** A row with the number of the line below a call of that file, and the wrong value in the answer. Excerpts have a bar behind the number. */
function verdictOf(text: string, { bug, faulty }: SuiteProject): Verdict {
  let file = '';
  const holdsLine = text.split('\n').some((row) => {
    file = /\s(\S+\.\w+):\d+\b/.exec(row)?.[1] ?? file;
    const isRow = new RegExp(`^ +${faulty.line} (?!\\|)`).test(row) || row.includes(`${faulty.file}:${faulty.line}`);
    return isRow && faulty.file.endsWith(file);
  });
  if (!holdsLine) return 'no';
  return bug.value.test(text) ? 'found' : 'line';
}
