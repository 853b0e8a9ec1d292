import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExitInfo } from '../../src/model/stop-outcome.ts';
import { startProcess } from '../../src/process/debuggee-process.ts';
import { DebuggedProgram } from '../support/debugged-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type SoakProgram, soakProgram } from './programs.ts';

/** Options of the breakpoints on all marked lines; no program must notice them. */
const GATES = ['condition', 'hitCondition', 'logMessage'] as const;

const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/**
 * Runs the program of a seed plainly and with a condition, hit count or log message on all its marked lines.
 *
 * @returns what differs: its output, how it ended, how often a line was passed; undefined when nothing does
 */
export async function differenceOf(node: string, seed: number): Promise<string | undefined> {
  const program = soakProgram(seed);
  const [plain, counted] = await Promise.all([
    runPlainly(node, program.file, program.source),
    runPlainly(node, program.file, program.counting),
  ]);
  const passes: Record<string, number> = JSON.parse(counted.stderr);
  const gate = GATES[seed % GATES.length] ?? 'condition';
  const debugged = await runDebugged(node, program, gate, passes);
  const expected = { exit: exitText(plain.exit), stdout: plain.stdout, hits: debugged.expected };
  const seen = { exit: debugged.exit, stdout: debugged.stdout, hits: debugged.hits };
  const [wanted, got] = [JSON.stringify(expected), JSON.stringify(seen)];
  return wanted === got ? undefined : `seed ${seed}, ${gate}, ${node}\n  expected ${wanted}\n  seen     ${got}`;
}

/** With a hit count of exactly the passes that there are, each line stops once; a log message counts them all. */
async function runDebugged(
  node: string,
  { file, source, marks }: SoakProgram,
  gate: (typeof GATES)[number],
  passes: Readonly<Record<string, number>>,
) {
  const passesOf = (mark: string) => passes[mark] ?? 0;
  const breakpoints = marks.map((at) => {
    if (gate === 'condition') return { at, condition: 'globalThis.never' };
    return gate === 'hitCondition'
      ? { at, hitCondition: `>=${Math.max(1, passesOf(at))}` }
      : { at, logMessage: 'passed' };
  });
  await using program = await DebuggedProgram.start(node, { [file]: source }, { breakpoints });
  let stop = await program.firstStop();
  while (stop.startsWith('breakpoint')) stop = await program.go();
  const hits = marks.map((_, index) => program.session.breakpoints.get(index + 1).hits);
  const expected = marks.map((mark) => {
    if (gate === 'condition') return 0;
    return gate === 'logMessage' ? passesOf(mark) : Math.min(1, passesOf(mark));
  });
  return { exit: stop, stdout: program.output('stdout'), hits, expected };
}

async function runPlainly(node: string, file: string, text: string) {
  const folder = temporaryFolder('soak-');
  try {
    writeFileSync(join(folder, file), text);
    const child = startProcess({ command: node, args: [file], cwd: folder, env });
    const output = { stdout: '', stderr: '' };
    child.onOutput((stream, chunk) => {
      output[stream] += chunk;
    });
    return { exit: await child.exited, ...output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exitText({ exitCode, signal }: ExitInfo): string {
  return `exited ${exitCode ?? signal}`;
}
