import { createServer, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listInspectorTargets } from '../../../src/cdp/discover.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answering(answers: Record<string, string>): RequestListener {
  return (request, response) => {
    const body = answers[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  };
}

const VERSION = '{"Browser":"node.js/v24.0.0"}';

describe('listInspectorTargets', () => {
  test('lists what can be connected to, with the process id where the title says it', async () => {
    const list = [
      { title: 'node[4711]', type: 'node', webSocketDebuggerUrl: 'ws://127.0.0.1:9/a' },
      { title: '/app/main.js', type: 'node', webSocketDebuggerUrl: 'ws://127.0.0.1:9/b' },
      { title: 'held by another client', type: 'page' },
    ];
    await using server = await serve(answering({ '/json/version': VERSION, '/json/list': JSON.stringify(list) }));
    const product = 'node.js/v24.0.0';
    expect(await listInspectorTargets('127.0.0.1', server.port)).toEqual([
      { url: 'ws://127.0.0.1:9/a', title: 'node[4711]', type: 'node', product, pid: 4711 },
      { url: 'ws://127.0.0.1:9/b', title: '/app/main.js', type: 'node', product },
    ]);
  });

  test.each([
    ['another kind of server', {}, /HTTP status 404/],
    ['a server that answers with a page', { '/json/version': '<html>', '/json/list': '<html>' }, /JSON/],
    ['a list that is none', { '/json/version': VERSION, '/json/list': '{}' }, /not a list/],
  ])('refuses %s', async (_name, answers: Record<string, string>, message) => {
    await using server = await serve(answering(answers));
    await expect(listInspectorTargets('127.0.0.1', server.port)).rejects.toMatchObject({
      code: 'attach_refused',
      message: expect.stringMatching(message),
    });
  });

  test('gives up at its time limit, and when its signal is aborted', async () => {
    await using server = await serve(() => undefined);
    await expect(listInspectorTargets('127.0.0.1', server.port, { timeoutMs: 40 })).rejects.toMatchObject({
      code: 'request_timeout',
    });
    const signal = AbortSignal.timeout(40);
    await expect(listInspectorTargets('127.0.0.1', server.port, { signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  test('gives up on an answer without end', async () => {
    await using server = await serve((_request, response) => {
      const more = () => response.write('x'.repeat(100_000), () => !response.destroyed && setImmediate(more));
      more();
    });
    await expect(listInspectorTargets('127.0.0.1', server.port)).rejects.toMatchObject({
      code: 'attach_refused',
      message: expect.stringContaining('longer than'),
    });
  });
});
