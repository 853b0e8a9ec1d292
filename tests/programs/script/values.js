class Point {
  constructor(x) {
    this.x = x;
  }
}

const cycle = { name: 'cycle' };
cycle.self = cycle;

const values = [
  42,
  'text',
  true,
  null,
  { name: 'John', list: [1, { deep: { deeper: [true] } }] },
  [1, [2, [3, [4, [5]]]]],
  new Point(1),
  new Date(0),
  'x'.repeat(5_000),
  undefined,
  function named(a) {
    return a;
  },
  (a) => a,
  class Shape {},
  Symbol('mark'),
  12345678901234567890n,
  { big: 1n },
  cycle,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  new Map([['a', 1]]),
  new Set([1]),
  new Error('wrong'),
  /expression/,
  Object.create(null),
  {
    toJSON() {
      throw new RangeError('not as JSON');
    },
  },
  new Proxy({}, {}),
  JSON,
];

for (const value of values) {
  String(typeof value);
}

let count = 0;
function fails() {
  count += 1;
  if (count % 2 === 0) throw new TypeError(`pass ${count}`);
  return count;
}

for (let index = 0; index < 4; index++) {
  String(index);
}

function recursive(depth) {
  return depth === 0 ? 0 : 1 + recursive(depth - 1);
}

recursive(3);

debugger;
if (process.argv[2] === 'fails') fails();
console.log('values.js has ended');
