import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { loggedOutput, shownOutput } from '../../support/logged-output.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { TIER } from '../../support/tier.ts';

/** The program writes down by itself in which order it does what. */
const FUNCTIONS = `const done = [];
let number = 0;
function note(stream, text) {
  done.push([stream, text]);
  return text;
}
function line(stream, mark = '') {
  number += 1;
  return note(stream, stream + ' ' + number + mark + '\\n');
}
function pass() {
  const text = line('log').trim();
  return text; // passed
}
const say = () => console.log(line('stdout').trimEnd());
const warn = () => console.error(line('stderr').trimEnd());
const write = () => process.stdout.write(line('stdout', ' é→😀'));
const half = () => process.stdout.write(note('stdout', 'half '));
const long = () => process.stdout.write(line('stdout', 'x'.repeat(90000)));
void pass; // V8 leaves out a function that nothing refers to
const turn = () => new Promise((resolve) => setImmediate(resolve));
process.on('exit', () => require('node:fs').writeFileSync(__dirname + '/done.json', JSON.stringify(done)));
`;
const step = fc.constantFrom(
  'pass();',
  'pass();',
  'pass();',
  'say();',
  'say();',
  'warn();',
  'write();',
  'half();',
  'long();',
  'await turn();',
);
const part = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 6 }), fc.constantFrom(1, 3, 40))
  .map(([steps, times]) => `for (let i = 0; i < ${times}; i++) { ${steps.join(' ')} }`);

// Feature: mcp-debugger-tool, Property 340: lines of log breakpoints stand in the output where the program passed them
test('log lines stand among the output of the program as it wrote it', { timeout: 300_000 }, async () => {
  const runs = fc.record({
    parts: fc.array(part, { minLength: 1, maxLength: 5 }),
    node: fc.constantFrom(...nodeVersions()),
  });
  await fc.assert(
    fc.asyncProperty(runs, async ({ parts, node }) => {
      const source = `${FUNCTIONS}(async () => {\n${parts.join('\n')}\n})();\n`;
      const breakpoints = [{ at: '// passed', logMessage: '{text}' }];
      await using program = await DebuggedProgram.start(node.path, { 'main.cjs': source }, { breakpoints });
      expect(program.describe(await program.session.waitForStop({ timeoutMs: 30_000 }))).toBe('exited 0');
      const done: ['stdout' | 'stderr' | 'log', string][] = JSON.parse(readFileSync(program.path('done.json'), 'utf8'));
      const { chunks, omittedChars } = program.session.output.since(0, Number.POSITIVE_INFINITY);
      for (const stream of ['stdout', 'stderr'] as const) {
        const shown = shownOutput(chunks, stream);
        const wanted = loggedOutput(
          done.map(([category, text]) => ({ category, text })),
          stream,
        );
        // Of more output than is kept, the oldest is forgotten.
        expect(shown).toBe(omittedChars > 0 ? wanted.slice(wanted.length - shown.length) : wanted);
      }
    }),
    { numRuns: TIER === 'all' ? 100 : 6 },
  );
});
