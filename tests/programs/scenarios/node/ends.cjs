'use strict';
const how = process.argv[2]; // @first
if (how === 'code') process.exit(Number(process.argv[3])); // @code
if (how === 'signal') process.kill(process.pid, process.argv[3]);
if (how === 'natural') console.log('done'); // @line
setTimeout(() => {}, how === 'signal' ? 10_000 : 0);
