'use strict';
const fs = require('node:fs');

function read() {
  const text = fs.readFileSync(__filename, 'utf8'); // @read
  return text.length; // @after-read
}

function visit(item) {
  return item * 2; // @callback
}

function main() {
  read();
  const doubled = [1, 2].map(visit); // @map
  return doubled; // @after-map
}
main();

setTimeout(function first() {
  let n = 1; // @first-timer
  n += 1; // @first-timer-end
}, 1);
setTimeout(function second() {
  console.log('second'); // @second-timer
}, 5);
