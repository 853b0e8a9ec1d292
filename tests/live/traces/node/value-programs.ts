import type { ValueProgram } from '../../../support/value-origins.ts';

/** Programs of Node.js whose wrong values come to be on the lines that say so. */
export const VALUE_PROGRAMS: readonly ValueProgram[] = [
  {
    name: 'a result that is returned through several calls',
    value: '41',
    program: `function inner(n) {
  return n * 4 + 1; // HERE
}
const middle = (n) => inner(n);
function outer(n) {
  const got = middle(n);
  return got;
}
console.log(outer(3), outer(10));`,
    made: 'returned',
    like: 'equal number 41',
    after: ['returned in middle', 'result middle in outer', 'set got in outer', 'returned in outer'],
  },
  {
    name: 'a variable, in the third of five calls',
    value: '30',
    program: `function scaled(n) {
  let made = 0;
  made = n * 10; // HERE
  return made;
}
const all = [];
for (let n = 1; n <= 5; n++) all.push(scaled(n));
console.log(all);`,
    made: 'set made',
    like: 'equal number 30',
  },
  {
    name: 'a property that a method sets',
    value: '36.5',
    program: `class Cart {
  total = 20;
  add(price, count) {
    this.total += price * count; // HERE
  }
}
const cart = new Cart();
cart.add(5.5, 3);
console.log(cart.total);`,
    made: 'set this.total',
    like: 'equal number 36.5',
    after: ['passed console.log in (top level)'],
  },
  {
    name: 'a string that is written out of a number',
    value: '36.50',
    program: `function text(total) {
  return total.toFixed(2); // HERE
}
console.log('total ' + text(36.5));`,
    made: 'result total.toFixed',
    like: 'equal string "36.50"',
    after: ['returned in text'],
  },
  {
    name: 'a number that a string is taken for',
    value: '12345',
    program: `function coerced(value) {
  const number = Number(value); // HERE
  return { zip: number };
}
const text = process.argv[9] ?? String.fromCharCode(49, 50, 51) + 45;
console.log(JSON.stringify(coerced(text)));`,
    made: 'result Number',
    like: 'equal number 12345',
  },
  {
    name: 'a part of a longer string',
    value: 'Tea Tea',
    program: `function menu(items) {
  let text = 'Menu:';
  for (const item of items) {
    text += ' ' + items[0]; // HERE
  }
  return text;
}
console.log(menu(['Tea', 'Milk']));`,
    made: 'set text',
    like: 'part string "Menu: Tea Tea"',
  },
  {
    name: 'a list, written as JSON',
    value: '["b","a"]',
    program: `function combine(one, other) {
  return [].concat(other, one); // HERE
}
console.log(JSON.stringify({ tags: combine('a', 'b') }));`,
    made: 'result [].concat',
    like: 'equal Array ["b", "a"]',
    after: ['returned in combine'],
  },
  {
    name: 'a list that is printed joined',
    value: 'latest,v1',
    program: `function tags(previous, next) {
  const all = previous.concat(next); // HERE
  return all;
}
console.log('tags: ' + tags(['latest'], 'v1'));`,
    made: 'result previous.concat',
    like: 'similar Array ["latest", "v1"]',
    after: ['set all in tags'],
  },
  {
    name: 'a value that comes out of an async function',
    value: '77',
    program: `const wait = () => new Promise((resolve) => setTimeout(resolve, 2));
async function load(id) {
  await wait();
  const found = id * 11; // HERE
  return found;
}
async function main() {
  const [one, two] = await Promise.all([load(3), load(7)]);
  console.log(one, two);
}
main();`,
    made: 'set found',
    like: 'equal number 77',
    after: ['returned in load'],
  },
  {
    name: 'a value that a generator yields',
    value: '"B"',
    program: `function* upper(letters) {
  for (const each of letters) {
    yield each.toUpperCase(); // HERE
  }
}
function first(all) {
  const [one, two] = all;
  return one + two;
}
console.log(first(upper('ab')));`,
    made: 'result each.toUpperCase',
    like: 'equal string "B"',
    after: ['yielded in upper', 'set two in first'],
  },
  {
    name: 'the call of a recursion',
    value: '6',
    program: `function sum(list, at) {
  if (at >= list.length) return 0;
  const rest = sum(list, at + 1);
  return list[at] + rest; // HERE
}
console.log(sum([4, 5, 1], 0));`,
    made: 'returned',
    like: 'equal number 6',
    after: ['result sum in sum', 'set rest in sum'],
  },
];
