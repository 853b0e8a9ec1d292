import { pass } from './passes-exported.mjs';

let sum = 0;
for (let index = 1; index <= 10_000; index++) sum += pass(index);
console.log(sum);
