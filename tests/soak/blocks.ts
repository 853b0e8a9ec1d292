/**
 * The parts of generated programs: `$a` to `$z` become names of the block, `$1` to `$9` numbers, a line that ends with `// @` is
 * one
 * whose passes are counted, and what stands behind `run` is awaited and printed, at the top level of an ES module.
 */
export const BLOCKS: readonly string[] = [
  `
function $f(n) {
  let sum = $1;
  for (let i = 0; i < n; i++) {
    sum += i % $2; // @
    sum -= 1; // @
  }
  return sum; // @
}
console.log($f($3));
console.log($f($4) + $f(0));`,
  `
class $A {
  items = [];
  #total = $1;
  static made = 0;
  static {
    $A.made = $2;
  }
  static #hidden(n) {
    const twice = n * 2;
    return twice; // @
  }
  get total() {
    return this.#total; // @
  }
  set total(value) {
    this.#total = value; // @
  }
  add(item) {
    this.items.push(item); // @
    this.total += $A.#hidden(item); // @
    return this;
  }
}
const $a = new $A();
for (let i = 0; i < $3; i++) {
  $a.add(i); // @
}
console.log($a.total, $a.items.join(), $A.made);`,
  `
class $A {
  constructor(n) {
    this.n = n; // @
  }
  twice() {
    const { n } = this;
    return n * 2; // @
  }
}
class $B extends $A {
  twice() {
    const once = super.twice();
    return once + $1; // @
  }
}
function $f(n) {
  const b = new $B(n);
  return b.twice(); // @
}
console.log($f($2), $f($3), new $B($4).twice());`,
  `
class $A {
  wait = async (n) => {
    await null;
    return n + this.#k(); // @
  };
  #k() {
    const k = $1;
    return k; // @
  }
  static of = () => new this();
}
run $A.of().wait($2)`,
  `
function* $g(n) {
  let k = $1;
  for (let i = 0; i < n; i++) {
    k += i; // @
    yield k; // @
  }
  return k; // @
}
console.log([...$g($2)].join(), $g(1).next().value);`,
  `
async function* $g(n) {
  try {
    for (let i = 0; i < n; i++) {
      await null;
      yield i * $1; // @
    }
  } finally {
    console.log('closed'); // @
  }
}
async function $r() {
  let sum = 0;
  for await (const each of $g($2)) {
    sum += each; // @
    if (sum > $3) break;
  }
  return sum; // @
}
run $r()`,
  `
function $f(n) {
  const twice = n * 2;
  return twice; // @
}
console.log(String($f).length, $f($1), \`\${$f}\`);`,
  `
const $o = {
  get size() {
    const s = $1;
    return s; // @
  },
  async work(n) {
    await null;
    return n * this.size; // @
  },
  *each() {
    yield this.size; // @
  },
};
console.log($o.size, [...$o.each()].join());
run $o.work($2)`,
  `
const $c = ((kept) => function $f(n) {
  const sum = n + kept;
  return sum; // @
})($1);
const $d = (n) => {
  const half = n / 2;
  return [half, 1].map((x) => {
    const y = x + $2;
    return y; // @
  });
};
console.log($c($3), $d($4).join());`,
  `
function $f(n) {
  try {
    if (n % 2) throw new Error('odd'); // @
    return 'even'; // @
  } catch (error) {
    console.log(error.message); // @
  } finally {
    console.log('done'); // @
  }
  return 'odd'; // @
}
console.log($f($1), $f($2));`,
  `
let $s = 0;
for (let i = 0; i < $1; i++) {
  $s += i; // @
}
switch ($2 % 3) {
  case 0:
    $s += 10; // @
    break;
  default:
    $s += 20; // @
}
console.log($s);`,
  `
async function $f(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += await i; // @
    sum += $1; // @
  }
  return sum; // @
}
run $f($2)
run Promise.all([$f(1), $f($3)])`,
  `
function $r(n) {
  if (n === 0) return 1; // @
  const rest = $r(n - 1);
  return rest * n; // @
}
console.log($r($1));
const $k = [$2, $3].map((n) => $r(n));
console.log($k.join());`,
  `
class $A {
  static [\`of\${'x'}\`](n) {
    const list = [n, ...Array(n).keys()];
    return list; // @
  }
  'a b' = $1;
  ['c' + 'd'] = () => {
    const e = this['a b'];
    return e; // @
  };
}
console.log($A.ofx($2).join(), new $A().cd());
console.log($A.toString().length);`,
];
