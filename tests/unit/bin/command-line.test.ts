import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../src/bin/command-line.ts';
import { helpText } from '../../../src/bin/help.ts';

const parse = (...args: string[]) => parseCommandLine(args, ['debug', 'script']);

test('without arguments, the default toolset is served', () => {
  expect(parse()).toEqual({
    kind: 'serve',
    toolsets: ['debug'],
    traceWire: undefined,
    config: undefined,
    roots: [],
    allowShell: false,
    allowRemote: false,
    journal: { file: join('logs', 'debug-mcp-server.log'), level: 'info' },
    showSecrets: false,
  });
  expect(parse('serve')).toEqual(parse());
});

test('toolsets are a comma list, repeatable, each once, in the order named', () => {
  expect(parse('--toolset', 'script, debug', '--toolset=script')).toMatchObject({ toolsets: ['script', 'debug'] });
});

test('a file for the wire trace', () => {
  expect(parse('--trace-wire', 'wire.jsonl')).toMatchObject({ traceWire: 'wire.jsonl' });
});

test('a configuration file, for both commands', () => {
  expect(parse('--config', 'a.json')).toMatchObject({ kind: 'serve', config: 'a.json' });
  expect(parse('doctor', '--config', 'a.json')).toMatchObject({ kind: 'doctor', config: 'a.json' });
});

test('the journal has another file, another level, or is not written', () => {
  expect(parse('--log-file', 'a.log', '--log-level', 'error')).toMatchObject({
    journal: { file: 'a.log', level: 'error' },
  });
  expect(parse('--no-log')).toMatchObject({ journal: undefined });
  expect(parse('--show-secrets')).toMatchObject({ showSecrets: true });
});

test('doctor looks at all languages or at one, and mends only when asked to', () => {
  const plain = { kind: 'doctor', language: undefined, fix: false, json: false, config: undefined, python: undefined };
  expect(parse('doctor')).toEqual(plain);
  expect(parse('doctor', '--fix', 'python', '--json')).toEqual({ ...plain, language: 'python', fix: true, json: true });
});

test('doctor looks at a Python that is named', () => {
  expect(parse('doctor', '--fix', 'python', '--python', '/x/bin/python')).toMatchObject({
    language: 'python',
    fix: true,
    python: '/x/bin/python',
  });
});

test('trust is for the working folder, or one that is named', () => {
  expect(parse('trust')).toEqual({ kind: 'trust', folder: undefined });
  expect(parse('trust', 'project')).toEqual({ kind: 'trust', folder: 'project' });
});

test('tui shows the journal of the working folder, or a file, and goes on with it', () => {
  const plain = { kind: 'tui', file: undefined, follow: true, session: undefined, demo: false };
  expect(parse('tui')).toEqual(plain);
  expect(parse('tui', '--follow')).toEqual(plain);
  expect(parse('tui', 'a.log', '--no-follow', '--session=s1')).toEqual({
    ...plain,
    file: 'a.log',
    follow: false,
    session: 's1',
  });
  expect(parse('tui', '--demo')).toEqual({ ...plain, demo: true });
});

test('help and version win over the rest', () => {
  expect(parse('-h', 'nonsense')).toEqual({ kind: 'help', command: undefined });
  expect(parse('doctor', '--help')).toEqual({ kind: 'help', command: 'doctor' });
  expect(parse('--version')).toEqual({ kind: 'version' });
});

test.each([
  [['--toolset', 'debugger'], 'Unknown toolset: debugger. Toolsets: debug, script'],
  [['--toolset', ''], 'Unknown toolset: (empty). Toolsets: debug, script'],
  [['launch'], 'Unknown command: launch. Commands: serve, doctor, trust, tui'],
  [['serve', 'x'], 'Unexpected argument: x'],
  [['doctor', 'python', 'node'], 'Unexpected argument: node'],
  [['trust', 'a', 'b'], 'Unexpected argument: b'],
  [['--python', 'x'], '--python is an option of doctor, not of serve'],
  [['tui', 'a.log', 'b.log'], 'Unexpected argument: b.log'],
  [['--demo'], '--demo is an option of tui, not of serve'],
  [['--fix'], '--fix is an option of doctor, not of serve'],
  [['doctor', '--toolset', 'debug'], '--toolset is an option of serve, not of doctor'],
  [['--log-level', 'loud'], 'Unknown log level: loud. Levels: debug, info, warn, error'],
  [['doctor', '--no-log'], '--log is an option of serve, not of doctor'],
  [['--port', '1'], 'Unknown option: --port'],
  [['--trace-wire'], '--trace-wire'],
  [['--trace-wire', ''], '--trace-wire is empty: leave it out, or give it a value'],
  [['--root', 'a', '--root='], '--root is empty'],
  [['--config', ' '], '--config is empty'],
  [['doctor', '--python='], '--python is empty'],
])('%j is refused', (args, message) => {
  expect(parse(...args)).toEqual({ kind: 'usage-error', message: expect.stringContaining(message) });
});

test('help is of all commands, or of one', () => {
  expect(helpText()).toContain('--fix                  doctor: install');
  for (const [command, own, others] of [
    ['serve', '--toolset', '--fix'],
    ['doctor', '--config', '--toolset'],
    ['trust', '--help', '--config'],
    ['tui', '--demo', '--json'],
  ] as const) {
    const text = helpText(command);
    expect(text).toMatch(new RegExp(`^Usage: mcp-debugger \\[?${command}\\b[^\\n]*\\n\\n`));
    expect(text).toContain(own);
    expect(text).not.toContain(others);
  }
});

describe('--root and --allow-remote', () => {
  test('are options of serve, off unless they are given', () => {
    expect(parseCommandLine([], ['debug'])).toMatchObject({ kind: 'serve', roots: [], allowRemote: false });
    expect(
      parseCommandLine(['--root', 'a', '--root', '/b', '--allow-shell', '--allow-remote'], ['debug']),
    ).toMatchObject({
      kind: 'serve',
      roots: ['a', '/b'],
      allowShell: true,
      allowRemote: true,
    });
    expect(parseCommandLine(['doctor', '--root', 'a'], ['debug'])).toMatchObject({ kind: 'usage-error' });
  });
});
