import { expect, test } from 'vitest';
import { SourceTexts } from '../../../../../src/adapter/dap/inspection/source-texts.ts';
import { DapConnection } from '../../../../../src/dap/dap-connection.ts';
import { ReplayTransport } from '../../../../../src/wire/replay-transport.ts';

const line = (direction: 'in' | 'out', message: unknown) => JSON.stringify({ elapsedMs: 0, direction, message });
const SOURCE = { name: 'made.py', sourceReference: 7 };
const FRAME = { id: 1, name: 'apply', line: 2, column: 1, source: SOURCE };

test('a source that is no file is asked of the adapter whose frame stood in it, until that ends', async () => {
  const request = { seq: 1, type: 'request', command: 'source', arguments: { source: SOURCE, sourceReference: 7 } };
  const body = { content: 'twice = 2' };
  const response = { seq: 5, type: 'response', request_seq: 1, success: true, command: 'source', body };
  const connection = new DapConnection(new ReplayTransport([line('out', request), line('in', response)]));
  const texts = new SourceTexts();
  const file = { id: 2, name: 'main', line: 1, column: 1, source: { path: '/app/main.py' } };
  const session = { connection };
  texts.note(session, [FRAME, file]);
  expect(await texts.text('/app/main.py', {})).toBeUndefined();
  expect(await texts.text('made.py', {})).toBe('twice = 2');
  texts.forget(session);
  expect(await texts.text('made.py', {})).toBeUndefined();
});
