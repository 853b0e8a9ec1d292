'use strict';
const box = { value: 1 };
let shared = 1;

function compute(parameter) {
  let local = 1;
  const fixed = 1;
  let captured = 1;
  const readCaptured = () => captured;
  let unused = 0;
  unused += 1; // @stop
  const result = { parameter, local, fixed, captured: readCaptured(), shared, box: box.value, unused };
  console.log(JSON.stringify(result));
  return result; // @done
}

function outer() {
  let kept = 'old';
  compute(1);
  console.log(`kept ${kept}`);
}
outer();
