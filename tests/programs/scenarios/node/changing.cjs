'use strict';
function count(limit) {
  let total = 0;
  for (let i = 1; i <= limit; i++) {
    total += i; // @loop
  }
  return total;
}
count(4);
