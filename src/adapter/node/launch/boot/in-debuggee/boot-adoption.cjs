'use strict';
const { isAnythingWanted, isDependency, matters } = require('./boot-wanted.cjs');

/** Options that have modules be found in another thread, or under other names, where {@link watchLoading} does not see them. */
const OUT_OF_SIGHT = /(^| )--(import|loader|experimental-loader|preserve-symlinks(-main)?)\b/;

/**
 * Puts the process under the debugger: at once where that is asked for, else before it loads a file that matters, else when the server
 * asks for it later.
 *
 * @param {string | undefined} main The script that it runs.
 */
module.exports = function followProcess(folder, settings, report, main) {
  let wanted = settings;
  let isAdopted = false;
  let watched;

  if (isWantedNow()) {
    adopt(true);
    return;
  }
  report.send(folder, { kind: 'begun', argv: process.argv.slice(), version: wanted.version });
  watched = require('./boot-loading.cjs')((path) => {
    if (!isAdopted && matters(wanted, path)) adopt(true);
  });
  require('./boot-endings.cjs')((text) => {
    if (!isAdopted) report.send(folder, { kind: 'died', argv: process.argv.slice(), text });
  });
  listen();

  function isWantedNow() {
    if (wanted.adopt === 'all') return true;
    return isAnythingWanted(wanted) && (isOutOfSight() || isTool());
  }

  function isOutOfSight() {
    const { execArgv, env } = process;
    if (env.NODE_PRESERVE_SYMLINKS === '1') return true;
    const options = env.NODE_OPTIONS ?? '';
    return (execArgv.length > 0 || options !== '') && OUT_OF_SIGHT.test([...execArgv, options].join(' '));
  }

  /** Tools run code in ways of their own: what a test runner runs was read by another process. */
  function isTool() {
    return main !== undefined && isDependency(main);
  }

  function adopt(waits) {
    isAdopted = true;
    const inspector = require('node:inspector');
    const isOpen = inspector.url() !== undefined;
    let isReported = false;
    try {
      if (!isOpen) inspector.open(0, '127.0.0.1');
      const facts = { argv: process.argv.slice(), url: inspector.url(), version: wanted.version };
      report.send(folder, { kind: waits ? 'waiting' : 'running', ...facts });
      isReported = true;
    } finally {
      if (!isReported && !isOpen) inspector.close();
    }
    watched?.end();
    if (waits) inspector.waitForDebugger();
  }

  /** The server wakes all processes that are not adopted by closing its end of a FIFO, of which there is a next one each time. */
  function listen() {
    const { version } = wanted;
    require('./boot-wake.cjs')(`${folder}/${wanted.wake}`, renew);
    // A FIFO that was closed before it was opened here wakes no process.
    if (report.readSettings(folder).version !== version) renew();
  }

  /** Fails when the session is over: nothing is listened for any more. */
  function renew() {
    const next = report.readSettings(folder);
    if (isAdopted || next.version === wanted.version) return;
    wanted = next;
    if (isWantedNow() || (isAnythingWanted(wanted) && watched.seen().some((path) => matters(wanted, path)))) {
      adopt(false);
      return;
    }
    report.send(folder, { kind: 'reached', version: wanted.version });
    listen();
  }
};
