// What a traced pass costs: the part that is asked for prints how long each of its passes took.
function primitives(passes) {
  let sum = 0;
  for (let index = 0; index < passes; index++) {
    sum += index & 7;
  }
  return sum;
}

function objects(passes) {
  const item = { id: 0, name: 'pen', tags: ['a', 'b'], size: { width: 1, height: 2 } };
  for (let index = 0; index < passes; index++) {
    item.id = index;
  }
  return item.id;
}

function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

function untraced(passes) {
  let sum = 0;
  for (let index = 0; index < passes; index++) {
    sum += fibonacci(12);
  }
  return sum;
}

function once() {
  return 1;
}

function mostMemory() {
  // Of this program alone: what a process is said to have used at most includes what started it.
  const status = require('node:fs').readFileSync('/proc/self/status', 'utf8');
  return Number(/VmHWM:\s*(\d+)/.exec(status)[1]) / 1_024;
}

const parts = { primitives, objects, untraced };
const [part, passes] = process.argv.slice(2);
once();
if (part !== undefined) {
  const began = process.hrtime.bigint();
  parts[part](Number(passes));
  const nanoseconds = Number(process.hrtime.bigint() - began);
  console.log(`a pass took ${nanoseconds / 1_000 / Number(passes)} us`);
  console.log(`most memory was ${mostMemory()} MB`);
}
