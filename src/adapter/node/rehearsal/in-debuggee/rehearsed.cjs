'use strict';
// No user runs this program: a server debugs it once, before the first launch of a user.
function total(prices) {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}

total([1, 2]);
