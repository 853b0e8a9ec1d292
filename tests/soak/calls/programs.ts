/** The project that random calls are made in: programs that end, loop, wait, crash, start others and serve. */
export const PROJECT: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    scripts: {
      start: 'node steps.js',
      sized: 'NODE_OPTIONS=--no-warnings node steps.js',
      test: 'node --test sums.test.js',
    },
  }),
  'steps.js': `function add(a, b) {
  const sum = a + b;
  return sum;
}
let total = 0;
for (let i = 0; i < 50; i++) {
  total = add(total, i);
}
console.log('total', total);
`,
  'ticks.js': `let n = 0;
function tick() {
  n += 1;
  if (n % 50 === 0) console.log('tick', n);
}
setInterval(tick, 10);
`,
  'busy.js': `let n = 0;
for (;;) {
  n += 1;
  n %= 1000;
}
`,
  'crash.js': `function fail(order) {
  throw new TypeError('no price for ' + order.id);
}
fail({ id: 7, lines: [1, 2, 3] });
`,
  'tree.js': `const { spawn } = require('node:child_process');
const { Worker } = require('node:worker_threads');
new Worker("setInterval(() => {}, 50)", { eval: true });
spawn(process.execPath, ['ticks.js'], { stdio: 'inherit' });
spawn(process.execPath, ['steps.js'], { stdio: 'inherit' });
setInterval(() => {}, 50);
`,
  'serve.js': `require('node:http').createServer((_, answer) => answer.end('ok')).listen(0, '127.0.0.1');
`,
  'sums.test.js': `const { test } = require('node:test');
test('adds', () => {});
test('breaks', () => { const seen = 4; if (seen !== 3) throw new Error('wrong'); });
`,
  'steps.py': `def add(a, b):
    total = a + b
    return total


total = 0
for i in range(50):
    total = add(total, i)
print("total", total)
`,
  'ticks.py': `import time

n = 0
while True:
    n += 1
    time.sleep(0.01)
`,
  'busy.py': `n = 0
while True:
    n += 1
    n %= 1000
`,
  'crash.py': `def fail(order):
    raise KeyError(order["id"])


fail({"id": 7, "lines": [1, 2, 3]})
`,
  'tree.py': `import subprocess
import sys
import threading
import time

threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
subprocess.Popen([sys.executable, "ticks.py"])
subprocess.Popen(["node", "ticks.js"])
while True:
    time.sleep(0.05)
`,
};

/** Programs that can be launched, each with lines that it passes. */
export const LAUNCHED: readonly {
  readonly program: string;
  readonly file: string;
  readonly lines: readonly number[];
}[] = [
  { program: 'steps.js', file: 'steps.js', lines: [2, 3, 7, 9] },
  { program: 'ticks.js', file: 'ticks.js', lines: [3, 4] },
  { program: 'busy.js', file: 'busy.js', lines: [3, 4] },
  { program: 'crash.js', file: 'crash.js', lines: [2, 4] },
  { program: 'tree.js', file: 'ticks.js', lines: [3] },
  { program: 'serve.js', file: 'serve.js', lines: [1] },
  { program: 'npm start', file: 'steps.js', lines: [2, 7] },
  { program: 'npm run sized', file: 'steps.js', lines: [2, 7] },
  { program: 'echo begins && node steps.js', file: 'steps.js', lines: [2] },
  { program: 'steps.py', file: 'steps.py', lines: [2, 3, 8] },
  { program: 'ticks.py', file: 'ticks.py', lines: [5, 6] },
  { program: 'busy.py', file: 'busy.py', lines: [3, 4] },
  { program: 'crash.py', file: 'crash.py', lines: [2, 5] },
  { program: 'tree.py', file: 'ticks.py', lines: [5] },
];
