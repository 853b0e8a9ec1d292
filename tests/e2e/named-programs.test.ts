import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const variable = (name: string) => `$\{${name}}`;

/** As editors write it, and as people edit it. */
const LAUNCH = `{
  // Use IntelliSense to learn about possible attributes.
  "version": "0.2.0",
  "configurations": [
    {
      "type": "node", "request": "launch", "name": "Server",
      "skipFiles": ["<node_internals>/**"],
      "program": "${variable('workspaceFolder')}/api/server.js",
      "args": ["--port", "8"],
      "cwd": "${variable('workspaceFolder')}/api",
      "env": { "MODE": "dev", },
      "envFile": "${variable('workspaceFolder')}/.env", /* secrets of nobody */
    },
    { "type": "node", "request": "launch", "name": "Dev", "runtimeExecutable": "npm", "runtimeArgs": ["run", "dev"] },
    { "type": "debugpy", "request": "launch", "name": "Python: Module", "module": "shop.main", "args": "--x 1" },
    { "type": "debugpy", "request": "launch", "name": "Python: Current File", "program": "${variable('file')}" },
    { "type": "node", "request": "attach", "name": "Attach", "port": PORT },
    { "type": "node", "request": "launch", "name": "Outside", "program": "${variable('workspaceFolder')}/../x.js" },
    { "type": "node", "request": "launch", "name": "Secrets", "program": "api/server.js", "envFile": "/etc/hostname" },
  ],
}
`;
const FILES = {
  '.env': 'REGION=eu\n',
  'api/server.js': `const mode = process.env.MODE + process.env.REGION;
console.log(mode, process.argv.slice(2).join(' '));
`,
  'shop/__init__.py': '',
  'shop/main.py': 'import sys\nwords = sys.argv[1:]\nprint(words)\n',
  'package.json': JSON.stringify({ name: 'shop', scripts: { dev: 'node api/server.js', build: 'node -v' } }),
} as const;

let folder: string;
let server: RunningServer;
let port: number;

beforeAll(async () => {
  folder = temporaryFolder('mcp-debugger-names-');
  port = await freePort();
  const files = { ...FILES, '.vscode/launch.json': LAUNCH.replace('PORT', String(port)) };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  server = await startServer({ cwd: folder, args: ['--no-log', '--root', folder] });
});
afterEach(async () => {
  const { text } = await server.call('debug_sessions');
  for (const [, session] of text.matchAll(/^(s\d+) /gm)) await server.call('debug_stop', { session });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function launch(args: Readonly<Record<string, unknown>>): Promise<string> {
  return (await server.call('debug_launch', args)).text;
}

test('without a session, the names that there are are listed', async () => {
  const { text } = await server.call('debug_sessions');
  expect(text).toBe(
    'No debug sessions. debug_launch or debug_attach starts one.\n' +
      'Programs by name: "launch.json: Server", "launch.json: Dev", "launch.json: Python: Module", "launch.json: Python: Current File", ' +
      '"launch.json: Attach", "launch.json: Outside", "launch.json: Secrets", "package.json: dev", "package.json: build".',
  );
});

test('a configuration runs with all that it says, in its folder, and breakpoints are found from there or from the project', async () => {
  const text = await launch({ program: 'launch.json: Server', breakpoints: ['api/server.js:2'] });
  expect(text).toContain('It runs "server.js --port 8" in api.\nStopped (breakpoint) at server.js:2');
  expect(text).toContain('mode: string = "deveu"');
  const again = await launch({
    program: 'launch.json: Server',
    args: ['mine'],
    env: { MODE: 'prod' },
    breakpoints: ['server.js:2'],
  });
  expect(again).toContain('It runs "server.js mine" in api.');
  expect(again).toContain('mode: string = "prodeu"');
});

test('a command, a module and a script run by their names, also in one call', async () => {
  expect(await launch({ program: 'launch.json: Dev', breakpoints: ['api/server.js:2'] })).toContain(
    'It runs "npm run dev".\nStopped (breakpoint) at api/server.js:2',
  );
  expect(await launch({ program: 'launch.json: Python: Module', breakpoints: ['shop/main.py:3'] })).toMatch(
    /It runs "python -m shop\.main --x 1"\.\nStopped \(breakpoint\) at shop\/main\.py:3[\s\S]*words: list = \['--x', '1'\]/,
  );
  const probe = {
    program: 'package.json: dev',
    args: ['--a'],
    file: 'api/server.js',
    line: 2,
    expressions: ['process.argv[2]'],
  };
  expect((await server.call('debug_probe', probe)).text).toMatch(/"--a"[\s\S]*It runs "npm run dev -- --a"\./);
  const trace = await server.call('debug_trace', { program: 'launch.json: Server', at: ['api/server.js:2: mode'] });
  expect(trace.text).toContain('deveu');
});

test('one that attaches is attached to, and no run', async () => {
  expect(await launch({ program: 'launch.json: Attach' })).toContain(`127.0.0.1:${port}`);
  const { text } = await server.call('debug_probe', { program: 'launch.json: Attach', file: 'api/server.js', line: 2 });
  expect(text).toContain('attaches to a program; a run starts one');
});

test('what cannot be run says what can be done', async () => {
  expect(await launch({ program: 'launch.json: Python: Current File' })).toContain(
    'Give the file itself as program, with the args, env and cwd that it needs.',
  );
  expect(await launch({ program: 'launch.json: server' })).toContain('launch.json has "Server", "Dev",');
  expect(await launch({ program: 'package.json: none' })).toContain('package.json has "dev", "build".');
});

test('nothing outside of the roots is run or read', async () => {
  const calls = [
    { program: 'launch.json: Outside' },
    { program: 'launch.json: Secrets' },
    { program: 'package.json: dev', cwd: '..' },
  ];
  for (const call of calls) expect(await launch(call), call.program).toContain('is outside of the folders');
});
