'use strict';
globalThis.ownGlobal = 'global value';
const moduleValue = 'module value';

function outer(parameter) {
  const closed = 'closed over';
  const name = 'outer';
  return function inner() {
    const name = 'inner'; // @inner-first
    {
      const block = 'in block';
      const name = 'shadowing';
      use(parameter, closed, moduleValue, name, block); // @stop
      let later = 'too early before';
      use(later);
    }
    return name;
  };
}

function use(...values) {
  return values.length;
}
outer('given')();
