'use strict';
// No user runs this program: a debugger that rehearses a launch stops in it.
function total(prices) {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}

total([1, 2]);
