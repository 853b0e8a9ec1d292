import { expect, test } from 'vitest';
import { answerInTime } from '../../../src/session/answer-in-time.ts';

test('as many answers as one call wants are waited for without a warning', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on('warning', onWarning);
  const { signal } = new AbortController();
  const answers = Array.from({ length: 20 }, (_, at) => answerInTime(Promise.resolve(at), { signal }));
  expect(await Promise.all(answers)).toHaveLength(20);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
