'use strict';
async function lowest() {
  await null;
  return 1; // @lowest
}
async function middle() {
  const one = await lowest();
  return one + 1; // @middle
}
async function top() {
  return await middle();
}
top();
