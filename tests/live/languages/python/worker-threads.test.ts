import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

const PROGRAM = `import threading, time

def work():
    total = 0
    for number in range(40):
        total += number
    return total

for _ in range(6):
    threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
worker = threading.Thread(target=work)
worker.start()
worker.join()
`;

test('a step in a worker thread does not wait for the debugger to look again', async () => {
  await using program = await DebuggedPython.start(
    { 'main.py': PROGRAM },
    { breakpoints: [{ at: 'for number in range(40):' }] },
  );
  await program.firstStop();
  const times: number[] = [];
  for (let step = 0; step < 11; step += 1) {
    const began = performance.now();
    await program.go('next');
    times.push(performance.now() - began);
  }
  const median = times.sort((a, b) => a - b)[5] ?? 0;
  // A fifth of a second each, when the thread is not woken.
  expect(median, JSON.stringify(times)).toBeLessThan(150);
});
