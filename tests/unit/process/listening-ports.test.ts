import { expect, test } from 'vitest';
import { socketsInLsof } from '../../../src/process/listening-ports.ts';

test('what lsof prints of several processes: each address once, of the first that has it', () => {
  const text = 'p12\nf19\nn*:3000\nf20\nn127.0.0.1:9229\np13\nf19\nn*:3000\nf21\nn[::1]:5173\n';
  expect(socketsInLsof(text)).toEqual([
    { host: '127.0.0.1', port: 3000, pid: 12, id: '12:3000' },
    { host: '127.0.0.1', port: 9229, pid: 12, id: '12:9229' },
    { host: '[::1]', port: 5173, pid: 13, id: '13:5173' },
  ]);
  expect(socketsInLsof('')).toEqual([]);
});
