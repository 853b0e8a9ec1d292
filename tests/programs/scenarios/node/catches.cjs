'use strict';
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function main() {
  let failures = 0;
  const value = parse('{'); // @call
  if (value === undefined) failures += 1; // @after-call
  return failures;
}
main();
