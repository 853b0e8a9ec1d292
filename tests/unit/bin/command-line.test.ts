import { expect, test } from 'vitest';
import { parseCommandLine } from '../../../src/bin/command-line.ts';

const parse = (...args: string[]) => parseCommandLine(args, ['debug', 'script']);

test('without arguments, the default toolset is served', () => {
  expect(parse()).toEqual({ kind: 'serve', toolsets: ['debug'], traceWire: undefined });
  expect(parse('serve')).toEqual(parse());
});

test('toolsets are a comma list, repeatable, each once, in the order named', () => {
  expect(parse('--toolset', 'script, debug', '--toolset=script')).toMatchObject({ toolsets: ['script', 'debug'] });
});

test('a file for the wire trace', () => {
  expect(parse('--trace-wire', 'wire.jsonl')).toMatchObject({ traceWire: 'wire.jsonl' });
});

test('help and version win over the rest', () => {
  expect(parse('-h', 'nonsense')).toEqual({ kind: 'help' });
  expect(parse('--version')).toEqual({ kind: 'version' });
});

test.each([
  [['--toolset', 'debugger'], 'Unknown toolset: debugger. Toolsets: debug, script'],
  [['--toolset', ''], 'Unknown toolset: (empty). Toolsets: debug, script'],
  [['launch'], 'Unknown command: launch. Commands: serve'],
  [['serve', 'x'], 'Unexpected argument: x'],
  [['--port', '1'], "Unknown option '--port'"],
  [['--trace-wire'], '--trace-wire'],
])('%j is refused', (args, message) => {
  expect(parse(...args)).toEqual({ kind: 'usage-error', message: expect.stringContaining(message) });
});
