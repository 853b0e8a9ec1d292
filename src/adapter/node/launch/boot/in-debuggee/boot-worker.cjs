'use strict';

/**
 * In a worker thread: reports the first file that matters. The server meets workers through the main thread of a process that it has
 * under control; in another process no debugger stops this worker, which the session says.
 */
module.exports = function watchWorker(folder, settings, report) {
  const { isAnythingWanted, matters } = require('./boot-wanted.cjs');
  if (!isAnythingWanted(settings)) return;
  const watched = require('./boot-loading.cjs')((path) => {
    if (!matters(settings, path)) return;
    watched.end();
    report.send(folder, { kind: 'worker', argv: process.argv.slice(), text: path });
  });
};
