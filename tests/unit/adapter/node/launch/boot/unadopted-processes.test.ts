import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { UnadoptedProcesses } from '../../../../../../src/adapter/node/launch/boot/unadopted-processes.ts';

const begun = (pid: number) => ({ kind: 'begun', pid, argv: ['/usr/bin/node', '/app/child.cjs'], version: 1 }) as const;

describe('a process that runs without a debugger', () => {
  test('is in the list while it runs, and behind what it has not read', () => {
    const processes = new UnadoptedProcesses();
    processes.hear(begun(process.pid));
    expect(processes.list()).toEqual([{ pid: process.pid, name: 'child.cjs' }]);
    expect(processes.areBehind(1)).toBe(false);
    expect(processes.areBehind(2)).toBe(true);
  });

  test('has its name when its last reports are read after its end was seen', () => {
    const { pid } = spawnSync('true');
    const processes = new UnadoptedProcesses();
    processes.hear(begun(pid));
    expect(processes.list()).toEqual([]);
    expect(processes.areBehind(2)).toBe(false);
    expect(processes.get(pid)).toEqual({ pid, name: 'child.cjs' });
  });

  test('is none once it is adopted', () => {
    const processes = new UnadoptedProcesses();
    processes.hear(begun(process.pid));
    const argv = ['/usr/bin/node', '/app/child.cjs'];
    processes.hear({ kind: 'running', pid: process.pid, ppid: 1, argv, url: 'ws://127.0.0.1:9/x' });
    expect(processes.get(process.pid)).toBeUndefined();
    expect(processes.list()).toEqual([]);
  });
});
