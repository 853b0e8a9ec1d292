import { expect, it } from 'vitest';
import type { activeHandles } from '../../../../../src/adapter/node/hang/in-debuggee/active-handles.ts';
import activeHandlesText from '../../../../../src/adapter/node/hang/in-debuggee/active-handles.ts?in-debuggee';
import type { createTimerPicker } from '../../../../../src/adapter/node/hang/in-debuggee/timer-picker.ts';
import timerPicker from '../../../../../src/adapter/node/hang/in-debuggee/timer-picker.ts?in-debuggee';
import type { watchCalls } from '../../../../../src/adapter/node/hang/in-debuggee/watch-calls.ts';
import watchCallsText from '../../../../../src/adapter/node/hang/in-debuggee/watch-calls.ts?in-debuggee';
import { HELD, HELD_PLACE } from '../../../../../src/adapter/v8/realms/held.ts';
import { aloneExpression, type Further, ownCode } from '../../../../../src/adapter/v8/realms/own-realm.ts';
import { inHostileProcess } from '../../../../fakes/hostile-process.ts';

const HANDLES = aloneExpression(ownCode<Further<typeof activeHandles>>(activeHandlesText));

it('what keeps the loop alive is listed without a call of the program', () => {
  const { answer, called } = inHostileProcess({
    setup: `
      const net = require('node:net');
      class Hostile extends net.Socket {
        get remoteAddress() { called += 'remoteAddress '; return 'nowhere'; }
        get fd() { called += 'fd '; return 0; }
        static get name() { called += 'name '; return 'Hostile'; }
      }
      class Loud extends net.Server {
        address() { called += 'address '; throw new Error('no'); }
        getConnections() { called += 'getConnections '; }
      }
      const server = new Loud().listen(0, '127.0.0.1', () => {
        const { port } = net.Server.prototype.address.call(server);
        const hostile = new Hostile().connect(port, '127.0.0.1');
        const plain = net.connect(port, '127.0.0.1', () => setTimeout(go, 50));
        require('node:fs').watch('/tmp', () => {});
        setInterval(() => {}, 100_000);
      });`,
    text: HANDLES,
  });
  expect(called).toBe('');
  const kinds = (Array.isArray(answer) ? answer : [answer]).map(({ kind, name }) => name ?? kind);
  expect(kinds.sort()).toEqual(['file watcher', 'server', 'socket', 'socket', 'socket', 'unknown']);
  expect(answer).toContainEqual({ kind: 'server', address: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
});

it('timers are picked without a call of the program, nor of the clock that it has put in the place of the real one', () => {
  const picker = aloneExpression(ownCode<Further<typeof createTimerPicker>>(timerPicker, 3));
  const { answer, called } = inHostileProcess({
    setup: `
      const timers = [300_000, 100_000, 400_000, 200_000].map((ms) => setTimeout(() => {}, ms));
      const { prototype } = timers[0].constructor;
      const ended = setTimeout(() => {}, 50_000);
      clearTimeout(ended);
      const free = setTimeout(() => {}, 60_000).unref();
      const note = (what) => () => { called += what + ' '; return 1; };
      const fake = Object.create(prototype, { _idleTimeout: { get: note('_idleTimeout') }, hasRef: { value: note('hasRef') } });
      const proxy = Object.create(new Proxy({}, {}));
      timers.push(ended, free, fake, proxy);
      globalThis.list = timers;
      globalThis.setTimeout = note('setTimeout');
      globalThis.clearTimeout = note('clearTimeout');
      setImmediate(go);`,
    text: `
      var picked = ${picker}.pick(list);
      ({ facts: picked[0], callbacks: picked[1].length })`,
  });
  expect(called).toBe('');
  expect(answer).toEqual({
    facts: [
      [100_000, expect.closeTo(100_000, -4), false],
      [200_000, expect.closeTo(200_000, -4), false],
      [300_000, expect.closeTo(300_000, -4), false],
    ],
    callbacks: 3,
  });
});

const WATCH = aloneExpression(
  ownCode<Further<typeof watchCalls>>(watchCallsText, HELD_PLACE, {
    ...{ binding: '__watch', blocking: ['fs.readSync', 'child_process.spawnSync'], maxCalls: 2 },
  }),
);

it('blocking calls and pending promises are watched without a call of the program', () => {
  const { answer, called } = inHostileProcess({
    setup: `
      const sent = { __proto__: null, length: 0 };
      const vm = require('node:vm');
      // As V8 puts a binding into our realms.
      process.getBuiltinModule = (id) => id !== 'vm' ? require(id) : {
        Script: vm.Script,
        createContext: (own) => vm.createContext({ ...own, __watch(message) { sent[sent.length++] = message; } }),
      };
      const functions = ${WATCH};
      const isWatched = functions[0] === require('node:fs').readSync && functions.length === 2;
      const onCall = ${HELD}.noticed;
      Error.prepareStackTrace = () => { called += 'prepareStackTrace '; return 7; };
      globalThis.test = () => {
        const returned = [onCall('fs.readSync'), onCall('fs.readSync'), onCall('fs.readSync')];
        new Promise(() => {});
        return { isWatched, returned, sent };
      };
      setImmediate(go);`,
    text: 'test()',
  });
  expect(called).toBe('');
  expect(answer).toEqual({
    isWatched: true,
    returned: [false, false, false],
    sent: {
      0: expect.stringMatching(/^\["call","fs\.readSync","Error.*test/),
      1: expect.stringMatching(/^\["call","fs\.readSync","Error.*test/),
      2: '["often","fs.readSync"]',
      length: 3,
    },
  });
});

it('whatever has been replaced, it is not thrown into the program', () => {
  const { answer } = inHostileProcess({ setup: 'setImmediate(go);', text: `try { ${HANDLES} } catch {} 'went on'` });
  expect(answer).toBe('went on');
  expect(activeHandlesText).toContain('_getActiveHandles');
});
