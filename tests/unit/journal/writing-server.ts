// A process that writes a journal, as a server does: `node writing-server.mjs JSON`. Says what it was warned of, and its count, on stdout.
import { setTimeout as delay } from 'node:timers/promises';
import { Journal } from '../../../src/journal/journal.ts';

interface Task {
  readonly file: string;
  readonly name: string;
  readonly entries: number;
  /** Written at once, then a pause. */
  readonly burst: number;
  readonly pauseMs: number;
  readonly maxBytes: number;
  readonly keptFiles: number;
}

const { file, name, entries, burst, pauseMs, maxBytes, keptFiles }: Task = JSON.parse(process.argv[2] ?? '{}');
const say = (line: string) => process.stdout.write(`${line}\n`);
const journal = new Journal({ file, level: 'info', cwd: '/w/x', home: '/h/x', warn: say, maxBytes, keptFiles });

for (let callId = 1; callId <= entries; callId++) {
  // Lines of very different lengths, up to some kilobytes.
  const args = { name, text: 'é'.repeat(callId % 190), list: Array(callId % 5).fill('x'.repeat(callId % 199)) };
  journal.onTool({ kind: 'call', tool: 'write', callId, args });
  if (callId % burst === 0) await delay(pauseMs);
}
await journal.close();
say('done');
