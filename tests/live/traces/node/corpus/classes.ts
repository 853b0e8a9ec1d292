import { program } from '../oracle/corpus-run.ts';

/** Objects with code of their own. */
export const CLASSES = [
  program(
    'a method: fields, private ones, statics, accessors',
    `class Account {
  static opened = 0;
  static #secret = 's';
  #balance = 0;
  owner;
  history = [];
  limit = Account.defaultLimit();
  constructor(owner) { this.owner = owner; Account.opened++; }
  static defaultLimit() { return 100; }
  get balance() { return this.#balance; }
  set balance(value) { this.#balance = value; this.touched = true; }
  #log(what) { this.history.push(what); return this; }
  target(amount, { note = 'none' } = {}) {
    if (amount > this.limit) throw new RangeError('too much');
    this.#balance += amount;
    this.#log(note).#log(amount);
    this.balance = this.balance * 2;
    this.history.length = 1;
    const secret = Account.#secret;
    this.limit--;
    return #balance in this ? this.balance : secret;
  }
}
const account = new Account('ann');
console.log(account.target(5), account.target(6, { note: 'x' }), account);`,
  ),
  program(
    'a constructor of a class that extends another',
    `class Base {
  constructor(name) { this.name = name; this.setup(); }
  setup() { this.ready = 1; }
}
class target extends Base {
  extra = ['x'];
  constructor(name, n) {
    const full = name + '!';
    if (n > 1) n = 1;
    super(full);
    this.n = n;
    this.extra.push(n);
    this.later = () => this.n++;
    this.later();
  }
  setup() { super.setup(); this.mine = 2; }
}
console.log(new target('t', 4));`,
    { call: { kind: 'first' } },
  ),
  program(
    'getters, setters and proxies are not run by looking',
    `let reads = 0;
function target(o) {
  const p = new Proxy({ a: 1 }, { get(t, k) { reads++; return t[k]; }, ownKeys(t) { reads++; return Reflect.ownKeys(t); } });
  o.p = p;
  const a = p.a;
  o.lazy;
  o.lazy = 5;
  o.list = [p];
  Object.defineProperty(o, 'hidden', { value: 1, configurable: true });
  Object.defineProperty(o, 'now', { get() { reads++; return 1; }, enumerable: true });
  Object.freeze(o.list);
  return a;
}
console.log(target({ get lazy() { reads++; return 1; }, set lazy(v) { this.x = v; }, toString() { reads++; return ''; }, toJSON() { reads++; } }), reads);`,
  ),
  program(
    'inheritance, super, toString and instances in each other',
    `class Shape { area() { return 0; } toString() { return this.constructor.name + ' ' + this.area(); } }
class Box extends Shape {
  constructor(w, h) { super(); Object.assign(this, { w, h }); }
  area() { return super.area() + this.w * this.h; }
}
class Group extends Shape {
  parts = [];
  add(...parts) { this.parts.push(...parts); return this; }
  area() { return this.parts.reduce((sum, part) => sum + part.area(), 0); }
  target(other) {
    const before = super.toString();
    this.add(new Box(1, 2), other).add(this);
    this.parts.pop();
    this.label = \`\${this}\`;
    return [before, this.label];
  }
}
console.log(new Group().target(new Box(3, 4)));`,
  ),
  program(
    'symbols: iterators of a class, a tag, a primitive value',
    `class Range {
  constructor(from, to) { this.from = from; this.to = to; }
  *[Symbol.iterator]() { for (let n = this.from; n <= this.to; n++) yield n; }
  get [Symbol.toStringTag]() { return 'R'; }
  [Symbol.toPrimitive](hint) { return hint === 'number' ? this.to : 'range'; }
}
function target(range) {
  const all = [...range];
  let sum = +range;
  for (const n of range) {
    sum += n;
    if (n > 2) break;
  }
  const [first, ...rest] = range;
  const entries = new Map(all.map((n) => [n, \`\${range}\`]));
  return [sum, first, rest, entries.size];
}
console.log(target(new Range(1, 4)));`,
  ),
  program(
    'functions as values: this, bind, call, curry, callbacks that hold the state',
    `function Counter(start) { this.n = start; }
Counter.prototype.target = function target(step) {
  const self = this;
  function plain() { return this === undefined || this === globalThis; }
  const bound = plain.bind(self);
  this.n += step;
  const add = (a) => (b) => a + b + this.n;
  self.n = add(1)(2);
  const got = [plain(), bound(), plain.call(self), Reflect.apply(plain, self, [])];
  const once = ((fn, done) => () => (done ? undefined : ((done = true), fn())))(() => self.n++);
  once(); once();
  return got;
};
console.log(new Counter(3).target(4));`,
  ),
];
