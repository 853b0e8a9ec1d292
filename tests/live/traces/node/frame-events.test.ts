import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frameText } from '../../../support/frame-text.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { TRACED_CORPUS } from '../../../support/traced-corpus.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const folder = new ProgramFolder();

beforeAll(buildTracer);
afterAll(() => folder.remove());

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  describe.each(['cjs', 'mjs'])('as .%s', (extension) => {
    test.each(TRACED_CORPUS)('$name', async ({ name, text, events, call = { kind: 'first' } }) => {
      const file = folder.write(`${name.replace(/\W+/g, '-')}.${extension}`, text);
      const wanted = { kind: 'frame', place: { kind: 'function', name: 'target' }, call } as const;
      const { records } = await folder.traced(path, [file], wanted);
      const calls = records.flatMap((record) => (record.kind === 'call' ? [record] : []));
      // A call that ran when it was written is written again when it has ended.
      expect(calls.at(-1)?.isWanted).toBe(true);
      expect(calls.slice(-1).flatMap(frameText)).toEqual(events);
    });
  });
});
