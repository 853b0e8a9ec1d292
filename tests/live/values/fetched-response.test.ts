import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const PROGRAM = `import http from 'node:http';
const server = http.createServer((request, response) => {
  response.writeHead(404, { 'x-kind': 'test' });
  response.end('none');
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const fetched = await fetch(\`http://127.0.0.1:\${server.address().port}/a?b=1\`);
const copy = fetched.clone();
const text = await fetched.text();
console.log(text);
server.close();
`;

test.each(nodeVersions())('a response that was fetched shows its status and url on Node $major', async ({ path }) => {
  const breakpoints = [{ at: 'console.log', logMessage: '{fetched} | {copy}' }];
  await using program = await DebuggedProgram.start(path, { 'main.mjs': PROGRAM }, { breakpoints });
  expect(await program.firstStop()).toBe('exited 0');
  const shown =
    /^Response \{status: 404, ok: false, statusText: "Not Found", url: "http:\/\/127\.0\.0\.1:\d+\/a\?b=1", headers: \{"x-kind": "test"/;
  for (const each of program.output('log').split(' | ')) expect(each).toMatch(shown);
  expect(program.output('log').split(' | ')).toHaveLength(2);
});
