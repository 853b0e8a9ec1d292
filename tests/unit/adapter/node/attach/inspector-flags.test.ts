import { expect, test } from 'vitest';
import { inspectorFlags, optionsIn } from '../../../../../src/adapter/node/attach/inspector-flags.ts';

test.each<[readonly string[], { opens: boolean; port: number }]>([
  [[], { opens: false, port: 9229 }],
  [['--inspect'], { opens: true, port: 9229 }],
  [['--inspect=9333'], { opens: true, port: 9333 }],
  [['--inspect-brk=127.0.0.1:9333'], { opens: true, port: 9333 }],
  [['--inspect=[::1]:0'], { opens: true, port: 0 }],
  [['--inspect=0.0.0.0'], { opens: true, port: 9229 }],
  [['--inspect-port=0'], { opens: false, port: 0 }],
  [['--inspect-port', '9500'], { opens: false, port: 9500 }],
  [['--inspect=9333', '--inspect=0'], { opens: true, port: 0 }],
  [['--inspect', '--inspect-port=9500'], { opens: true, port: 9500 }],
  [['--inspector-like=3000'], { opens: false, port: 9229 }],
])('%j', (options, flags) => {
  expect(inspectorFlags(options)).toEqual(flags);
});

test.each([
  [['--inspect=1', 'app.js', '--inspect=2'], ['--inspect=1']],
  [
    ['-r', 'hook.js', '--inspect', 'app.js'],
    ['-r', 'hook.js', '--inspect'],
  ],
  [['--inspect', '--', '--inspect=2'], ['--inspect']],
  [
    ['--inspect', '-e', 'code'],
    ['--inspect', '-e', 'code'],
  ],
])('of %j, Node takes %j', (args, options) => {
  expect(optionsIn(args)).toEqual(options);
});
