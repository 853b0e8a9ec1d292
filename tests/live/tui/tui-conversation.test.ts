import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, SERVER_PATH, startServer } from '../../support/mcp-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TmuxTerminal } from '../../support/tmux-terminal.ts';

const PROGRAMS = join(import.meta.dirname, '../../programs/demo');

let folder: string;
let server: RunningServer;
let view: TmuxTerminal;

beforeEach(async () => {
  folder = temporaryFolder('mcp-debugger-watched-');
  cpSync(PROGRAMS, folder, { recursive: true });
  const command = [process.execPath, SERVER_PATH, 'tui'];
  view = await TmuxTerminal.open({ columns: 120, rows: 40, command, cwd: folder });
  server = await startServer({ cwd: folder });
});

afterEach(async () => {
  await view.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a person sees in the terminal view what an agent does, while it does it', async () => {
  await view.shows('waiting for it to appear');

  await server.call('debug_launch', { program: 'invoices.js', breakpoints: ['invoices.js:19'], session: 'shop' });
  const stopped = await view.shows((screen) => /› *‖ shop +node +paused/.test(screen) && screen.includes('price = 36'));
  expect(stopped).toMatch(/● *→ *19 +lines\.push/);
  // The journal keeps some lines, the file has all of them.
  expect(stopped).toMatch(/ 25 +for \(const order of ORDERS\)/);
  expect(stopped).toContain('→#0 invoice  invoices.js:19');
  expect(stopped).toMatch(/» debug_launch.*\d m?s ✓/);

  await server.call('debug_watch', { expression: 'CATALOGUE.kettle.price' });
  await server.call('debug_step', {});
  await view.keys('Tab');
  const stepped = await view.shows('*CATALOGUE.kettle.price = 36  was 40');
  expect(stepped).toContain('Source: invoices.js:20');
  expect(stepped).toMatch(/\*product = \{name: "Kettle", price: 36, quantity: 1\} {2}was \{/);

  expect((await server.call('debug_stack', { session: 'nobody' })).isError).toBe(true);
  await view.shows((screen) => /debug_stack.*✗/.test(screen) && screen.includes('1 error'));

  await view.keys('Left');
  await view.shows((screen) => screen.includes('Source: invoices.js:20') && /entries +paused/.test(screen));
  await view.keys('Left');
  await view.shows('Source: invoices.js:19');
  await server.call('debug_breakpoint', { breakpoint: 1, remove: true });
  await server.call('debug_continue', {});
  await view.shows(/paused, \d+ later/);
  await view.keys('Space');
  const ended = await view.shows((screen) => screen.includes('exited code 0') && screen.includes('Cleo   64.80'));
  expect(ended).toMatch(/shop +node +stopped/);
  await server.call('debug_stop', {});
  await view.shows((screen) => /shop +node +closed/.test(screen));
});
