import { DebuggedProgram } from '../support/debugged-program.ts';

const SOURCE = `const n = 1;
function twice(x) {
  const y = x * 2;
  return y;
}
console.log(twice(n));
`;

/** A way to launch, and where the program stops first then. */
const WAYS = [
  { options: { stopOnEntry: true }, stop: 'entry main.cjs:1' },
  { options: { breakpoints: [{ at: 'return y' }] }, stop: 'breakpoint [1] main.cjs:4' },
  { options: { breakpoints: [{ at: 'return y' }] }, stop: 'breakpoint [1] main.cjs:4', isCommand: true },
] as const;

/** Launches a program in one of the ways, and lets it run to its end. @returns what was wrong */
export async function failureOf(node: string, seed: number): Promise<string | undefined> {
  const { options, stop, ...way } = WAYS[seed % WAYS.length] ?? WAYS[0];
  const command = 'isCommand' in way ? { command: { program: 'sh', args: ['-c', `"${node}" main.cjs`] } } : {};
  const stops: string[] = [];
  try {
    await using program = await DebuggedProgram.start(node, { 'main.cjs': SOURCE }, { ...options, ...command });
    stops.push(await program.firstStop(), await program.go(), program.output('stdout'));
  } catch (error) {
    stops.push(String(error));
  }
  const expected = [stop, 'exited 0', '2\n'];
  return stops.join() === expected.join() ? undefined : `launch ${seed}, ${node}: ${stops.join(', ')}`;
}
