import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { OutputBuffer } from '../../../src/session/output/output-buffer.ts';
import { ProcessRestarts } from '../../../src/session/process-restarts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('restarts-');
const file = join(folder, 'lib.js');
let output: OutputBuffer;
let restarts: ProcessRestarts;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  writeFileSync(file, '1');
  setAge(60);
  output = new OutputBuffer();
  restarts = new ProcessRestarts({ cwd: folder, output, files: () => [file] });
});

/** @param seconds Negative for a time to come, which is after every start of a test. */
function setAge(seconds: number): void {
  const time = Date.now() / 1_000 - seconds;
  utimesSync(file, time, time);
}

function start(id: number, name = 'app.js'): void {
  restarts.started({ id, name, pid: 100 + id });
}

test('a process that ends and comes again after a file has changed was restarted; it is said once', () => {
  start(1);
  setAge(-60);
  restarts.exited(1);
  start(2);
  expect(restarts.take()).toEqual({ file });
  expect(restarts.take()).toBeUndefined();
});

test('a process is known by its own name, whatever its threads are called while it has others beside it', () => {
  restarts.started({ id: 1, name: 'thread 1', pid: 101, process: { pid: 101, name: 'gunicorn' } });
  restarts.started({ id: 2, name: 'thread 1 (gunicorn)', pid: 102, process: { pid: 102, name: 'gunicorn' } });
  setAge(-60);
  restarts.exited(2);
  restarts.started({ id: 3, name: 'MainThread', pid: 103, process: { pid: 103, name: 'gunicorn' } });
  expect(restarts.take()).toEqual({ file });
});

test('the file is the one that a watcher names, where none is known to have changed', () => {
  start(1);
  output.add({ category: 'stdout', text: "WARNING:  WatchFiles detected changes in 'views.py'. Reloading...\n" });
  restarts.exited(1);
  start(2);
  expect(restarts.take()).toEqual({ file: 'views.py' });
});

test('what a watcher wrote before that process started is no sign', () => {
  output.add({ category: 'stdout', text: 'change in ./app.js Restarting...\n' });
  start(1);
  restarts.exited(1);
  start(2);
  expect(restarts.take()).toBeUndefined();
});

test('a worker that is replaced, a command that runs a script twice, and a second process beside the first are no restarts', () => {
  start(1);
  restarts.exited(1);
  start(2);
  setAge(-60);
  start(3);
  expect(restarts.take()).toBeUndefined();
});

test('threads of a process, and another start of the session, are none', () => {
  restarts.started({ id: 1, name: 'app.js' });
  setAge(-60);
  restarts.exited(1);
  restarts.started({ id: 2, name: 'app.js' });
  start(3);
  restarts.exited(3);
  restarts.reset();
  start(4);
  expect(restarts.take()).toBeUndefined();
});
