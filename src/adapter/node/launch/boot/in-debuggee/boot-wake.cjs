'use strict';
const fs = require('node:fs');

const { openSync, closeSync } = fs;

/**
 * Calls back once, when the last writer of a FIFO has closed it: one act of the server that reaches all processes. It neither keeps the
 * process alive nor stands among its handles, as a socket or a signal would.
 *
 * @throws where the FIFO is gone
 */
module.exports = function whenClosed(path, callback) {
  const { Pipe, constants } = pipes();
  const fd = openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  const pipe = new Pipe(constants.SOCKET);
  try {
    pipe.open(fd);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  pipe.unref();
  pipe.onread = () => {
    pipe.close();
    try {
      callback();
    } catch {
      // The session is over.
    }
  };
  pipe.readStart();
};

function pipes() {
  const noDeprecation = Object.getOwnPropertyDescriptor(process, 'noDeprecation');
  process.noDeprecation = true;
  try {
    return process.binding('pipe_wrap');
  } finally {
    if (noDeprecation) Object.defineProperty(process, 'noDeprecation', noDeprecation);
    else delete process.noDeprecation;
  }
}
