import { expect } from 'vitest';
import { findVariable } from '../../../src/session/variable-path.ts';
import { Debuggee } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

/** Changing a stopped program, and watching it change. */
export const changing: readonly Scenario[] = [
  {
    name: 'set variables',
    proves:
      'what is assigned to locals, parameters, captured, module variables and properties is what the program computes with',
    async run(host) {
      await using run = await Debuggee.launch(host, 'assign', { breakpoints: ['stop', 'done'] });
      await run.stop();
      const set = (name: string, value: string) => run.session.inspection.setVariable(name, value);
      expect(await set('local', '20')).toMatchObject({ value: '20' });
      await set('parameter', '30');
      await set('captured', '40');
      await set('shared', '50');
      await set('box.value', '60');
      expect((await run.variables('local')).local).toBe('20');
      await run.continue();
      // The stop may come before what was written before it.
      await expect.poll(() => run.output('stdout'), { timeout: 10_000 }).toContain('}');
      expect(JSON.parse(run.output('stdout'))).toEqual({
        parameter: 30,
        local: 20,
        fixed: 1,
        captured: 40,
        shared: 50,
        box: 60,
        unused: 1,
      });
    },
  },
  {
    name: 'set a variable of a caller',
    proves: 'an assignment in another frame holds when the program is back there',
    async run(host) {
      await using run = await Debuggee.launch(host, 'assign', { breakpoints: ['stop'] });
      await run.stop();
      await run.session.inspection.setVariable('kept', host.quoted('new'), 1);
      expect((await run.finish()).stdout).toContain('kept new');
    },
  },
  {
    name: 'assignment to a constant',
    proves: 'a constant is refused as one, and keeps its value',
    needs: ['constants'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'assign', { breakpoints: ['stop'] });
      await run.stop();
      await expect(run.session.inspection.setVariable('fixed', '2')).rejects.toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining('constant'),
      });
      expect(await run.valueOf('fixed')).toBe('1');
    },
  },
  {
    name: 'refused assignments',
    proves: 'an unknown name and a text that is no expression are refused, and nothing is created',
    async run(host) {
      await using run = await Debuggee.launch(host, 'assign', { breakpoints: ['stop'] });
      await run.stop();
      const set = (name: string, value: string) => run.session.inspection.setVariable(name, value);
      await expect(set('neverDeclared', '2')).rejects.toMatchObject({ code: 'invalid_argument' });
      await expect(set('local', '1 +')).rejects.toMatchObject({ code: 'invalid_argument' });
      await expect(set('local ? a : b', '1')).rejects.toMatchObject({ code: 'invalid_argument' });
      expect(await run.evaluate('neverDeclared')).toMatchObject({
        kind: 'thrown',
        exception: { name: expect.stringMatching(/^(Reference|Name)Error$/) },
      });
      expect(await run.valueOf('local')).toBe('1');
    },
  },
  {
    name: 'variables after an assignment',
    proves: 'what an evaluated assignment has changed is shown as it is now, and is what the program goes on with',
    async run(host) {
      await using run = await Debuggee.launch(host, 'assign', { breakpoints: ['stop'] });
      await run.stop();
      expect((await run.variables('local')).local).toBe('1');
      await run.evaluate('local = 5');
      await run.evaluate('box.value = 7');
      expect(await run.variables('local')).toMatchObject({ local: '5', captured: '1', unused: '0', parameter: '1' });
      expect((await findVariable(run.session, 'box.value', undefined, {})).value).toBe('7');
      expect(JSON.parse((await run.finish()).stdout.split('\n')[0] ?? '')).toMatchObject({ local: 5, box: 7 });
    },
  },
  {
    name: 'variables after an evaluation',
    proves: 'what an evaluated expression, or a function that it called, has changed is shown as it is now',
    needs: ['block-scopes'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'assign', { breakpoints: ['stop'] });
      await run.stop();
      const before = await run.variables('local');
      expect(before).toMatchObject({ local: '1', captured: '1', unused: '0' });
      await run.evaluate('(local = 5, captured = 6, box.value = 7, shared = 8)');
      const locals = await run.variables('local');
      expect(locals).toMatchObject({ local: '5', captured: '6', unused: '0', parameter: '1' });
      expect(Object.keys(locals)).toEqual(expect.arrayContaining(['fixed', 'readCaptured', 'result']));
      // Its declaration has not run yet, whatever was evaluated.
      expect(locals.result).toBe(before.result);
      expect(await run.variables('module')).toMatchObject({ shared: '8' });
      const { value } = await findVariable(run.session, 'box.value', undefined, {});
      expect(value).toBe('7');
    },
  },
  {
    name: 'watches',
    proves: 'a watched expression shows its value at each stop, and the one before when it changed',
    async run(host) {
      await using run = await Debuggee.launch(host, 'changing', { breakpoints: ['loop'] });
      await run.session.inspection.addWatch('total');
      await run.session.inspection.addWatch('limit');
      const limits = { depth: 0, maxChildren: 0, maxTextLength: 100 };
      await run.stop();
      expect((await run.session.report(limits)).watches).toMatchObject([
        { expression: 'total', outcome: { value: '0' } },
        { expression: 'limit', outcome: { value: '4' } },
      ]);
      await run.continue();
      const { watches } = await run.session.report(limits);
      expect(watches).toMatchObject([{ outcome: { value: '1' }, previous: '0' }, { outcome: { value: '4' } }]);
      expect(watches[1]).not.toHaveProperty('previous');
    },
  },
];
