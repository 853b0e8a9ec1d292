// Loaded by test.js: line 42 is passed twice.

function work(myVariable) {




































  // What the example of the specification looks at.

  return String(myVariable);
}

work(42);
work(43);
