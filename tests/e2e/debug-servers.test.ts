import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { converse } from '../support/debug-programs.ts';
import { fixedPort } from '../support/fixed-port.ts';
import { expectGolden } from '../support/golden.ts';

test('a server: it listens, a request stops it, it is idle again, and another start finds its port taken', async () => {
  const port = await fixedPort();
  await converse({}, async ({ ask, folder, transcript }) => {
    const lines = [
      "const http = require('node:http');",
      'const server = http.createServer((req, res) => {',
      '  const path = req.url;',
      "  require('./late.js');",
      '  res.end(`ok $' + '{path}`);',
      '});',
      `server.listen(${port}, () => console.log('up'));`,
    ];
    writeFileSync(join(folder, 'server.js'), lines.join('\n'));
    writeFileSync(join(folder, 'late.js'), 'exports.late = 1;\n');
    const program = { program: 'server.js', stopOnEntry: false };
    await ask('launch', { ...program, breakpoints: ['server.js:3', 'late.js:1'] });
    const answer = fetch(`http://127.0.0.1:${port}/one`).then((response) => response.text());
    answer.catch(() => {});
    await ask('continue', { timeoutMs: 10_000 });
    await ask('continue', { timeoutMs: 10_000 });
    await ask('continue', { timeoutMs: 10_000 });
    expect(await answer).toBe('ok /one');
    await ask('launch', { ...program, session: 'second', exceptions: 'none' });
    await ask('stop', { session: 'second' });
    expectGolden(
      'debug/servers',
      transcript()
        .replaceAll(String(port), '<port>')
        .replace(/^ {2}\[stderr\] .*\n/gm, '')
        .replace(/\d+ earlier characters?/g, '<n> earlier characters'),
    );
  });
});
