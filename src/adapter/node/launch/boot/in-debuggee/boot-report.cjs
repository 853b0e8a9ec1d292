'use strict';
const fs = require('node:fs');

const FIFO = 'announce';
const SETTINGS = 'settings.json';
// POSIX promises that writes up to this size are not mixed with those of other processes. 512 is the least allowed value.
const ATOMIC_WRITE_BYTES = process.platform === 'linux' ? 4096 : 512;
const FULL_PIPE_RETRY_MS = 5;
const FULL_PIPE_RETRIES = 400;
const BIG = { bigint: true };

// As they were when the process began: the program may patch its own.
const { openSync, fstatSync, writeSync, closeSync, readFileSync } = fs;

/** The present settings for processes. @throws once the session is over */
exports.readSettings = function readSettings(folder) {
  return JSON.parse(readFileSync(`${folder}/${SETTINGS}`, 'utf8'));
};

/** Writes one line to the server. @throws when there is none, or it does not listen */
exports.send = function send(folder, facts) {
  // Without O_NONBLOCK this would wait for a server that may be gone; with it, that is the error ENXIO.
  const fifo = openSync(`${folder}/${FIFO}`, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  try {
    // A configuration that is not ours may name anything; nothing but a FIFO is ever written to. Node's realpath looks at what the
    // last look at a file found, whichever code asked: were that the FIFO, a main script that is a symbolic link (node_modules/.bin/jest)
    // would not be resolved. What is found in big numbers is kept elsewhere.
    if (!fstatSync(fifo, BIG).isFIFO()) throw new Error('not a FIFO');
    writeWhole(fifo, lineOf({ pid: process.pid, ppid: process.ppid, ...facts }));
  } finally {
    closeSync(fifo);
  }
};

function lineOf(facts) {
  const { argv = [], text, ...rest } = facts;
  const kept = argv.slice();
  let said = text;
  for (;;) {
    const line = Buffer.from(`${JSON.stringify({ ...rest, argv: kept, text: said })}\n`);
    if (line.length <= ATOMIC_WRITE_BYTES || (kept.length === 0 && !said)) return line;
    if (said) said = said.slice(0, said.length >> 1);
    else kept.pop();
  }
}

function writeWhole(fd, line) {
  for (let attempt = 0; ; attempt++) {
    try {
      writeSync(fd, line);
      return;
    } catch (error) {
      if (error.code !== 'EAGAIN' || attempt >= FULL_PIPE_RETRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_RETRY_MS);
    }
  }
}
