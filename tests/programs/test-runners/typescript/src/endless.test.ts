import { writeFileSync } from 'node:fs';

test('a test that hangs', () => {
  let rounds = 0;
  writeFileSync('hanging.pid', `${process.pid}`);
  for (;;) rounds++; // @endless
});
