'use strict';

function priceOf(line) {
  if (line.price < 0) {
    const problem = `negative price: ${line.title}`;
    throw new RangeError(problem); // @throw
  }
  return line.price * line.count;
}

module.exports = { priceOf };
