import { describe, expect, test } from 'vitest';
import { assertLocal } from '../../../src/engine/local-only.ts';

describe('a program to attach to', () => {
  const port = (host: string) => ({ kind: 'port', host, port: 9229 }) as const;
  const url = (text: string) => ({ kind: 'url', url: text }) as const;

  test.each([
    port('127.0.0.1'),
    port('localhost'),
    port('::1'),
    port('127.8.0.1'),
    url('ws://127.0.0.1:9229/x'),
    url('ws://[::1]:9229/x'),
    { kind: 'pid', pid: 1 } as const,
  ])('is here: %j', (target) => {
    expect(() => assertLocal(target)).not.toThrow();
  });

  test.each([
    port('192.0.2.1'),
    port('example.com'),
    port('127.0.0.1.example.com'),
    port('localhost.example.com'),
    port('0.0.0.0'),
    url('ws://192.0.2.1:9229/x'),
    url('ws://user@example.com:9229/127.0.0.1'),
  ])('is elsewhere: %j', (target) => {
    expect(() => assertLocal(target)).toThrow(/another machine/);
  });
});
