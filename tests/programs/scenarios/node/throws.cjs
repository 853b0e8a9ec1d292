'use strict';
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function fail(text) {
  const reason = `reason: ${text}`;
  throw new TypeError(reason); // @throw
}

async function failLater() {
  await wait(1);
  fail('later');
}

async function caughtByCaller() {
  try {
    await failLater();
  } catch (error) {
    console.log(`caught ${error.message}`); // @handled
  }
}

const modes = {
  sync: () => fail('sync'),
  caught: () => {
    try {
      fail('caught');
    } catch {
      console.log('caught');
    }
  },
  async: () => void failLater(),
  'async-caught': () => void caughtByCaller(),
  'async-handler': () => void failLater().catch((error) => console.log(`handled ${error.message}`)),
  primitive: () => {
    throw 'just text'; // @throw-text
  },
  fs: () => require('node:fs').readFileSync('/nowhere/at/all'), // @throw-fs
};
modes[process.argv[2]]();
