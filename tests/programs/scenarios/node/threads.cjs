'use strict';
const { Worker, isMainThread, workerData } = require('node:worker_threads');

function work(limit) {
  const done = limit * 2; // @work
  return done; // @leave
}

if (isMainThread) {
  const worker = new Worker(__filename, { workerData: 21, name: 'works' });
  worker.on('exit', () => {
    console.log('joined'); // @joined
  });
} else {
  work(workerData);
}
