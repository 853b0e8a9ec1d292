// What watched writes cost: each round prints the least time, in ms, that a million writes take.
const WRITES = 1_000_000;
// Of those that may be looked at.
const FEW = 50_000;
const REPEATED = 15;

class Cart {
  constructor() {
    this.total = 0;
    this.lines = 0;
  }
}
const [watched, other, mixed] = [new Cart(), new Cart(), new Cart()];

function writeOther() {
  for (let index = 0; index < WRITES; index++) other.total = index;
}

function writeEither(cart, writes, total) {
  for (let index = 0; index < writes; index++) cart.total = total;
}

function writeSame() {
  const { total } = watched;
  for (let index = 0; index < FEW; index++) watched.total = total;
}

function least(work) {
  let found = Number.POSITIVE_INFINITY;
  for (let repeated = 0; repeated < REPEATED; repeated++) {
    const began = performance.now();
    work();
    found = Math.min(found, performance.now() - began);
  }
  return found;
}

for (let round = 0; round < 1_000; round++) {
  const other = least(writeOther); // the breakpoint
  const same = (least(writeSame) * WRITES) / FEW;
  const { total } = watched;
  for (let index = 0; index < FEW; index++) writeEither(watched, 1, total);
  const either = least(() => writeEither(mixed, WRITES, round));
  console.log(`other ${other} same ${same} either ${either}.`);
}
