import { DebuggedProgram } from '../support/debugged-program.ts';
import { generatedRestarts } from './generated-restarts.ts';

/** Functions of each program, all of which are to be restarted. */
export const RESTARTED_FUNCTIONS = 12;
const WAIT = { timeoutMs: 20_000 };

type Counts = Readonly<Record<string, number>>;

/**
 * Restarts each function of the program of a seed at its last line: an even one is a CommonJS module, an odd one an ES module. A call that is
 * said to be restarted begins a second time, any other goes on, and the results are those of a plain run in both cases.
 *
 * @returns what is said to be restarted and was not, or the other way round; undefined where there is nothing
 */
export async function falseRestartOf(node: string, seed: number): Promise<string | undefined> {
  const { text, names } = generatedRestarts(seed, RESTARTED_FUNCTIONS);
  const main = seed % 2 === 0 ? 'main.cjs' : 'main.mjs';
  const breakpoints = names.map((name) => ({ at: `ended.${name} += 1;` }));
  await using program = await DebuggedProgram.start(node, { [main]: text }, { breakpoints });
  const verdicts: Record<string, string> = {};
  let stop = await program.firstStop();
  for (const [index, name] of names.entries()) {
    const here = `breakpoint [${index + 1}] ${main}:${program.line(`ended.${name} += 1;`)}`;
    if (stop !== here) return failure(node, seed, { name, stop, verdicts });
    const frames = await program.session.inspection.stack(WAIT);
    const own = frames.flatMap(({ presentation }, at) => (presentation === 'normal' ? at : []));
    // Its own call, or the one that called it.
    const outcome = await program.session.restartFrame(own[(seed + index) % 2], WAIT);
    verdicts[name] = outcome.kind === 'refused' ? outcome.why : outcome.kind;
    if (outcome.kind === 'restarted') {
      const began = await program.firstStop();
      if (!began.startsWith('restart ')) return failure(node, seed, { name, began, verdicts });
      stop = await program.go();
      if (stop !== here) return failure(node, seed, { name, stop, verdicts });
    }
    stop = await program.go();
  }
  if (stop !== 'exited 0') return failure(node, seed, { stop, verdicts });
  const seen: Readonly<Record<'begun' | 'ended' | 'results', Counts>> = JSON.parse(program.output('stdout'));
  const wrong = names.filter((name, index) => {
    const begun = verdicts[name] === 'restarted' ? 2 : 1;
    return seen.begun[name] !== begun || seen.ended[name] !== 1 || seen.results[name] !== index;
  });
  const restarted = Object.values(verdicts).filter((each) => each === 'restarted');
  const isRare = restarted.length < RESTARTED_FUNCTIONS / 4;
  return wrong.length > 0 || isRare ? failure(node, seed, { wrong, seen, verdicts }) : undefined;
}

function failure(node: string, seed: number, seen: unknown): string {
  return `restarts of seed ${seed}, ${node}: ${JSON.stringify(seen)}`;
}
