import type { PatchedFunction } from '../../src/model/program/patch-outcome.ts';
import { DebuggedProgram } from '../support/debugged-program.ts';
import { generatedPatch } from './generated-patches.ts';

/** Functions of each program, all of which a patch changes. */
export const PATCHED_FUNCTIONS = 12;
const TIMEOUT_MS = 60_000;

/**
 * Patches all functions of the program of a seed, and takes that back: an even one is a CommonJS module, an odd one an ES module.
 *
 * @returns what is said to be applied and does not run, or the other way round; undefined where there is nothing
 */
export async function falseVerdictOf(node: string, seed: number): Promise<string | undefined> {
  const patch = generatedPatch(seed, PATCHED_FUNCTIONS);
  const main = seed % 2 === 0 ? 'main.cjs' : 'main.mjs';
  const breakpoints = [{ at: 'return now;' }];
  await using program = await DebuggedProgram.start(node, { [main]: patch.old }, { breakpoints });
  await program.firstStop();
  const before = await valuesIn(program);
  const options = { timeoutMs: TIMEOUT_MS };
  const outcome = await program.session.patch(program.path(main), { kind: 'text', text: patch.new }, options);
  if (outcome.kind !== 'patched') return failure(node, seed, outcome);
  const after = await valuesIn(program, await program.go());
  const byLine = outcome.functions.toSorted((a, b) => a.line - b.line);
  const wrong = patch.names.filter((name, index) => {
    const isNew = isApplied(byLine[index]);
    // Where some function objects keep their text, either may be called.
    return isNew !== undefined && after[name] !== (isNew ? index + 1_000 : before[name]);
  });
  if (wrong.length > 0 || byLine.length !== PATCHED_FUNCTIONS) return failure(node, seed, { wrong, after, byLine });
  const refused = byLine.filter((each) => isApplied(each) === false);
  if (refused.length >= (PATCHED_FUNCTIONS * 2) / 3) return failure(node, seed, byLine);
  const takenBack = await program.session.patch(program.path(main), { kind: 'revert' }, options);
  if (takenBack.kind !== 'patched') return failure(node, seed, takenBack);
  const reverted = await valuesIn(program, await program.go());
  return JSON.stringify(reverted) === JSON.stringify(before) ? undefined : failure(node, seed, { before, reverted });
}

/** Undefined for one of which some function objects run the new text. */
function isApplied(patched: PatchedFunction | undefined): boolean | undefined {
  const { verdict } = patched ?? {};
  if (verdict?.kind !== 'applied') return false;
  return verdict.kept === 0 ? true : undefined;
}

/** The result of each function at its last call. */
async function valuesIn(program: DebuggedProgram, stop = 'breakpoint'): Promise<Readonly<Record<string, number>>> {
  if (!stop.startsWith('breakpoint')) throw new Error(`it has not stopped where it should: ${stop}`);
  const limits = { depth: 0, maxChildren: 0, maxTextLength: 10_000, readOnly: false };
  const outcome = await program.session.inspection.evaluate({ ...limits, expression: 'now' });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  const found: Record<string, number> = JSON.parse(JSON.parse(outcome.value));
  return found;
}

function failure(node: string, seed: number, seen: unknown): string {
  return `patches of seed ${seed}, ${node}: ${JSON.stringify(seen)}`;
}
