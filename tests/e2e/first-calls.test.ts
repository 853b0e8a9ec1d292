import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { converse } from '../support/debug-programs.ts';
import { expectGolden } from '../support/golden.ts';

type Call = readonly [tool: string, args: Record<string, unknown>];

const PLACE = { file: 'app.js', line: 10 };

/** Calls that are plausible from what other debuggers take, and wrong or unusual here. `<folder>` is the server's own. */
const CALLS: readonly Call[] = [
  // What to run.
  ['launch', { program: '<url>', breakpoints: ['app.js:10'] }],
  ['launch', { program: 'app.js', breakpoints: ['<url>:10'] }],
  ['launch', { program: '~/app.js' }],
  ['launch', { program: 'APP.js' }],
  ['launch', { program: ' "app.js" ', breakpoints: ['app.js:10'] }],
  ['launch', { program: 'app.js:10' }],
  ['launch', { program: 'app.js:10, app.js:11' }],
  ['launch', { program: 'app.js:10 notes.txt:1' }],
  ['launch', { program: 'app.js', breakpoints: ['app.js:10, app.js:11', 'app.js:12,13'] }],
  ['launch', { program: 'app' }],
  ['launch', { program: 'src/app.js' }],
  ['launch', { program: 'ap.js' }],
  ['launch', { program: 'node APP.js' }],
  ['launch', { program: 'project/package.json' }],
  ['launch', { program: './project' }],
  ['launch', { program: 'project', cwd: '.' }],
  ['launch', { program: '.', cwd: 'project' }],
  ['launch', { program: '.' }],
  ['launch', { program: 'package.json' }],
  ['launch', { program: 'package.json: strat', cwd: 'project' }],
  ['launch', { program: 'launch.json: Server' }],
  ['launch', { program: 'app.js', cwd: 'nowhere/at/all' }],
  ['launch', { program: 'app.js', cwd: 'app.js' }],
  ['launch', { program: 'no-such-command --flag' }],
  ['launch', { program: 'App.py' }],
  ['launch', { program: 'python nope.py' }],
  ['launch', { program: '-m no_such_module' }],
  ['launch', { program: ['app.js'] }],
  ['launch', { program: 'notes.txt' }],
  // What the arguments are called.
  ['launch', { file: 'app.js' }],
  ['launch', { path: 'app.js' }],
  ['launch', { command: 'node app.js' }],
  ['launch', { script: 'app.js' }],
  ['launch', { program: 'app.js', timeout: 1000 }],
  ['launch', { program: 'app.js', timeout_ms: 1000 }],
  ['launch', { program: 'app.js', workingDirectory: '.' }],
  ['launch', { program: 'app.js', arguments: ['x'] }],
  ['launch', { program: 'app.js', environment: {} }],
  ['launch', { program: 'app.js', breakpoint: 'app.js:10' }],
  ['launch', { program: 'app.js', stopAtEntry: true }],
  ['launch', { program: 'app.js', exceptions: 'caught' }],
  ['launch', { program: 'app.js', port: 9229 }],
  ['stack', { sessionId: 'a' }],
  ['stack', { session_id: 'a' }],
  ['stack', { threadId: 1 }],
  ['evaluate', { expr: '1' }],
  ['evaluate', { expression: '1', frameId: 0 }],
  ['breakpoint', { path: 'app.js', line: 10 }],
  ['breakpoint', { file: 'app.js', lineNumber: 10 }],
  ['step', { action: 'over' }],
  ['step', { kind: 'sideways' }],
  ['continue', { wait: 5 }],
  // Where.
  ['launch', { program: 'app.js', breakpoints: ['app.js'] }],
  ['launch', { program: 'app.js', breakpoints: ['APP.js:10'] }],
  ['launch', { program: 'app.js', breakpoints: ['app.js:ten'] }],
  ['launch', { program: 'app.js', breakpoints: [{ file: 'app.js', lines: [10] }] }],
  ['probe', { program: 'app.js', breakpoints: ['app.js:10 if i === 1'] }],
  ['probe', { program: 'app.js', breakpoints: ['app.js:10', 'app.js:11'] }],
  ['probe', { program: 'app.js', breakpoints: ['app.js:10'], ...PLACE }],
  ['probe', { program: 'app.js', file: 'app.js:10' }],
  ['probe', { program: 'app.js' }],
  ['probe', { program: 'app.js', place: 'app.js:10' }],
  ['probe', { ...PLACE }],
  // Tests.
  ['test', { program: 'ends.js' }],
  ['test', { command: 'npm test' }],
  ['test', { program: '.', cwd: 'project' }],
  ['test', { program: 'npx vitest run' }],
  ['test', { program: 'npm test', pattern: 'adds' }],
  // Without a program.
  ['evaluate', { expression: '1' }],
  ['step', {}],
  ['attach', {}],
  ['attach', { pid: 'app.js' }],
  ['attach', { port: 1 }],
  ['attach', { url: 'localhost:9229' }],
];

test('what a caller plausibly writes is taken, or answered with what to write instead', async () => {
  const answers: string[] = [];
  await converse({}, async ({ ask, folder }) => {
    mkdirSync(join(folder, 'project'));
    const scripts = { start: 'node main.js', test: 'node --test' };
    writeFileSync(join(folder, 'project/package.json'), JSON.stringify({ scripts }));
    writeFileSync(join(folder, 'notes.txt'), 'no program\n');
    const url = pathToFileURL(join(folder, 'app.js')).href;
    for (const [tool, args] of CALLS) {
      const written = JSON.stringify(args);
      const { text, isError } = await ask(tool, JSON.parse(written.replaceAll('<url>', url)));
      answers.push(`> debug_${tool} ${written}${isError ? '  [error]' : ''}`, ...beginning(text), '');
      await ask('stop');
    }
  });
  expect(CALLS.length).toBeGreaterThanOrEqual(60);
  expectGolden('first-calls', answers.join('\n'));
});

/** The first lines, up to what is wrong and what to write; of a tool that lists what it takes, without that list. */
function beginning(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^debug_\w+ takes:|^Correct them/.test(line));
  return lines[0]?.endsWith('are wrong:') ? lines : lines.slice(0, 2);
}
