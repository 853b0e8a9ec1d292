'use strict';
const modes = {
  first: () => process.stdout.write('first byte'),
  split: () => {
    const euro = Buffer.from('€');
    process.stdout.write(euro.subarray(0, 1));
    setTimeout(() => process.stdout.write(euro.subarray(1)), 50);
  },
  flood: () => {
    const line = `${'y'.repeat(99)}\n`;
    for (let written = 0; written < 10_000_000; written += 100_000) process.stdout.write(line.repeat(1_000));
    process.stdout.write('the last line\n');
  },
  stderr: () => process.stderr.write('a complaint\n'),
};
modes[process.argv[2]]();
