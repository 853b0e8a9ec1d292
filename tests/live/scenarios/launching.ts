import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { expect } from 'vitest';
import { DebugSession } from '../../../src/session/debug-session.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { Debuggee, where } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** Ways in which a program comes under control, and the answers about one that does not. */
export const launching: readonly Scenario[] = [
  {
    name: 'launch',
    proves: 'a program without breakpoints runs to its end, and its output and exit code are known',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart');
      expect(await run.finish()).toEqual({ exitCode: 0, signal: null, stdout: 'total 16\n' });
    },
  },
  {
    name: 'entry',
    proves: 'with stopOnEntry the program stops before its first line ran',
    async run(host) {
      await using run = await Debuggee.launch(host, 'assign', { stopOnEntry: true });
      const stop = await run.stop();
      expect(stop.reason).toBe('entry');
      expect(stop.location.path).toBe(host.program('assign'));
      expect(run.output('stdout')).toBe('');
      expect((await run.finish()).exitCode).toBe(0);
    },
  },
  {
    name: 'command line',
    proves: 'a program given as one string (interpreter and file) is debugged',
    async run(host) {
      const breakpoints = [{ target: { kind: 'function', name: 'price' } } as const];
      await using run = await Debuggee.launch(host, `${host.command} "${host.program('cart')}"`, { breakpoints });
      expect(where(await run.stop())).toBe('function breakpoint @price');
    },
  },
  {
    name: 'npm test',
    proves: 'the process that a package script starts is debugged, and npm gives its exit code',
    needs: ['command-trees'],
    async run(host) {
      using folder = scenarioFolder();
      const script = `${host.command} ${JSON.stringify(host.program('ends'))} code 3`;
      folder.write('package.json', JSON.stringify({ scripts: { test: script } }));
      const breakpoints = [{ mark: 'code', program: 'ends' }];
      await using run = await Debuggee.launch(host, 'npm test', { cwd: folder.path, breakpoints });
      expect(where(await run.stop())).toBe('breakpoint @code');
      expect((await run.finish()).exitCode).not.toBe(0);
      expect(run.output('stderr')).not.toMatch(/debugger|inspector|debugpy|pydevd/i);
    },
  },
  {
    name: 'shell script',
    proves: 'a program that a shell script starts is debugged',
    needs: ['command-trees'],
    async run(host) {
      using folder = scenarioFolder();
      const script = folder.write(
        'start.sh',
        `#!/bin/sh\necho before\n${host.command} '${host.program('ends')}' natural\n`,
        0o755,
      );
      const breakpoints = [{ mark: 'line', program: 'ends' }];
      await using run = await Debuggee.launch(host, script, { cwd: folder.path, breakpoints });
      expect(where(await run.stop())).toBe('breakpoint @line');
      expect(await run.finish()).toEqual({ exitCode: 0, signal: null, stdout: 'before\ndone\n' });
    },
  },
  {
    name: 'two processes',
    proves: 'both processes of a command stop, are reported one after the other, and neither stop is lost',
    needs: ['command-trees'],
    async run(host) {
      using folder = scenarioFolder();
      const one = `${host.command} '${host.program('ends')}' natural`;
      const script = folder.write('both.sh', `#!/bin/sh\n${one} &\n${one} &\nwait\n`, 0o755);
      const breakpoints = [{ mark: 'line', program: 'ends' }];
      await using run = await Debuggee.launch(host, script, { cwd: folder.path, breakpoints });
      const first = await run.stop();
      const second = await run.continue();
      expect([where(first), where(second)]).toEqual(['breakpoint @line', 'breakpoint @line']);
      expect(second.threadId).not.toBe(first.threadId);
      expect(await run.finish()).toEqual({ exitCode: 0, signal: null, stdout: 'done\ndone\n' });
    },
  },
  {
    name: 'end during a start',
    proves: 'a session that is ended while its program starts ends the program, at once',
    needs: ['command-trees'],
    async run(host) {
      using folder = scenarioFolder();
      const script = folder.write('slow.sh', '#!/bin/sh\nsleep 60\n', 0o755);
      const request = { kind: 'launch', ...host.launchRequest(script, []), cwd: folder.path } as const;
      const session = new DebugSession(
        { id: 'slow', language: host.id, createAdapter: () => host.createAdapter() },
        request,
      );
      const started = session.start();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await session.end();
      await expect(started).rejects.toMatchObject({ code: 'cancelled' });
    },
  },
  {
    name: 'entry of a command',
    proves: 'stopOnEntry stops the program that a command starts at its first statement',
    needs: ['command-trees'],
    async run(host) {
      using folder = scenarioFolder();
      const script = folder.write(
        'start.sh',
        `#!/bin/sh\nexec ${host.command} '${host.program('ends')}' natural\n`,
        0o755,
      );
      await using run = await Debuggee.launch(host, script, { cwd: folder.path, stopOnEntry: true });
      expect(where(await run.stop())).toBe('entry @first');
      expect((await run.finish()).stdout).toBe('done\n');
    },
  },
  {
    name: 'a command without a program of the language',
    proves: 'it is refused, with what the command wrote where it was run',
    async run(host) {
      using folder = scenarioFolder();
      const script = folder.write('other.sh', '#!/bin/sh\necho nothing to debug here\nexit 4\n', 0o755);
      // Where no program could be found in it, there is no reason to run it.
      const message =
        host.lacks['command-trees'] === undefined ? /exit code 4[\s\S]*nothing to debug here/ : /other\.sh/;
      await expect(Debuggee.launch(host, script, { cwd: folder.path })).rejects.toMatchObject({
        code: 'not_debuggable',
        message: expect.stringMatching(message),
      });
    },
  },
  {
    name: 'missing file',
    proves: 'a program that is not there is named in the error',
    async run(host) {
      const missing = join(dirname(host.program('cart')), `not-there${extname(host.program('cart'))}`);
      await expect(Debuggee.launch(host, missing)).rejects.toMatchObject({
        code: 'source_not_found',
        details: { path: missing },
      });
    },
  },
  {
    name: 'directory',
    proves: 'a folder is refused as one, however it is written',
    async run(host) {
      const folder = dirname(host.program('cart'));
      await expect(Debuggee.launch(host, folder)).rejects.toMatchObject({
        code: 'launch_failed',
        message: expect.stringMatching(/is a (directory|folder without)/),
      });
      const bare = { cwd: dirname(folder) };
      await expect(Debuggee.launch(host, `./${basename(folder)}`, bare)).rejects.toMatchObject({
        message: expect.stringMatching(/is a (directory|folder without)/),
      });
    },
  },
  {
    name: 'unknown command',
    proves: 'a command that is not installed is named',
    async run(host) {
      await expect(Debuggee.launch(host, 'surely-not-installed --flag')).rejects.toMatchObject({
        code: 'launch_failed',
        message: expect.stringContaining('"surely-not-installed" was not found'),
      });
    },
  },
  {
    name: 'syntax error',
    proves: 'a program that does not parse is reported with the place of the error',
    async run(host) {
      using folder = scenarioFolder();
      const program = folder.write(`broken${extname(host.program('cart'))}`, '\n\n= 2\n');
      await using run = await Debuggee.launch(host, program, { cwd: folder.path });
      let outcome = await run.wait();
      if (outcome.kind === 'stopped') {
        expect(outcome.exception).toMatchObject({ name: 'SyntaxError' });
        outcome = await run.resume('continue');
      }
      expect(outcome).toMatchObject({ kind: 'exited', exitCode: 1 });
      expect(run.output('stderr')).toMatch(/broken\.\w+(:|", line )3[\s\S]*SyntaxError/);
    },
  },
];

/** A folder of its own for one scenario; `using` removes it. */
function scenarioFolder() {
  const path = temporaryFolder('scenario-');
  return {
    path,
    write(name: string, text: string, mode = 0o644): string {
      writeFileSync(join(path, name), text, { mode });
      return join(path, name);
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
