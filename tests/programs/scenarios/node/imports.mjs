import { double } from './imported.mjs';

const four = double(2); // @top
console.log(four);
