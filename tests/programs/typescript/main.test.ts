import { finished } from './main.ts';

declare function test(name: string, body: () => Promise<void>): void;

test('the customer pays less with a discount', async () => {
  const paid: number = await finished;
  if (paid !== 75) throw new Error(`paid ${paid}`);
});
