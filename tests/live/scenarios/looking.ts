import { expect } from 'vitest';
import { findVariable } from '../../../src/session/variable-path.ts';
import { Debuggee } from './debuggee.ts';
import type { Scenario } from './scenario.ts';

const LIMITS = { depth: 0, maxChildren: 20, maxTextLength: 100 };

/** Looking into a stopped program: scopes, values, frames. */
export const looking: readonly Scenario[] = [
  {
    name: 'locals',
    proves:
      'locals and parameters are listed with their values, the inner of two of one name, and nothing of the callers',
    async run(host) {
      await using run = await Debuggee.launch(host, 'scopes', { breakpoints: ['inner-first', 'stop'] });
      await run.stop();
      await run.continue();
      expect((await run.variables('local')).name).toMatch(new RegExp(`^(${host.quoted('inner')}|"shadowing")$`));
      await using assign = await Debuggee.launch(host, 'assign', { breakpoints: ['stop'] });
      await assign.stop();
      const locals = await assign.variables('local');
      expect(locals).toMatchObject({ parameter: '1', local: '1', fixed: '1', captured: '1', unused: '0' });
      expect(Object.keys(locals)).not.toContain('kept');
      expect(await assign.variables('local', 1)).toMatchObject({ kept: host.quoted('old') });
    },
  },
  {
    name: 'variables of the module',
    proves: 'a function sees the variables of its module, without what the language itself puts there',
    async run(host) {
      await using run = await Debuggee.launch(host, 'scopes', { breakpoints: ['stop'] });
      await run.stop();
      const names = { ...(await run.variables('global')), ...(await run.variables('module')) };
      expect(names).toMatchObject({ moduleValue: host.quoted('module value') });
      expect(Object.keys(names).filter((name) => /^(__\w+__|require|exports)$/.test(name))).toEqual([]);
    },
  },
  {
    name: 'locals of blocks',
    proves: 'the locals of all blocks are listed, the inner of two of one name',
    needs: ['block-scopes'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'scopes', { breakpoints: ['stop'] });
      await run.stop();
      const locals = await run.variables('local');
      expect(locals).toMatchObject({ block: '"in block"', name: '"shadowing"' });
      expect(locals.later).toMatch(/not initiali[sz]ed|uninitiali[sz]ed|undefined|before/i);
      expect(Object.keys(locals)).not.toContain('closed');
    },
  },
  {
    name: 'closure',
    proves: 'what a function closes over is shown by itself',
    needs: ['closure-scopes'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'scopes', { breakpoints: ['stop'] });
      await run.stop();
      expect(await run.variables('closure')).toMatchObject({ closed: '"closed over"', parameter: '"given"' });
    },
  },
  {
    name: 'module and globals',
    proves: 'a module shows its variables, and the globals are the own ones of the program',
    needs: ['global-scope'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'scopes', { breakpoints: ['stop'] });
      await run.stop();
      const module = await run.variables('module');
      expect(Object.keys(module).sort()).toEqual(['moduleValue', 'outer', 'use']);
      expect(await run.variables('global')).toEqual({ ownGlobal: '"global value"' });
    },
  },
  {
    name: 'scopes of a module',
    proves: 'on the top level of an ES module its variables are the locals, in a function they are the module',
    needs: ['javascript'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'scopes-module', { breakpoints: ['top', 'inner'] });
      await run.stop();
      expect(await run.variables('local')).toMatchObject({ moduleValue: '"module value"', topLevel: '1' });
      await run.continue();
      expect(await run.variables('local')).toEqual({ parameter: '1', local: '3' });
      expect(await run.variables('module')).toMatchObject({ moduleValue: '"module value"', topLevel: '2' });
      expect(await run.variables('global')).toEqual({});
    },
  },
  {
    name: 'this',
    proves: 'it is shown in a method, not in a plain function nor on the top level of a module',
    needs: ['javascript'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['construct', 'new'], stopOnEntry: true });
      await run.stop();
      expect(Object.keys(await run.variables('local'))).not.toContain('this');
      await run.continue();
      expect(Object.keys(await run.variables('local'))).not.toContain('this');
      await run.continue();
      expect((await run.variables('local')).this).toMatch(/^Cart/);
    },
  },
  {
    name: 'expand by path',
    proves: 'a path leads through properties and elements, far elements and odd names, and runs no getter',
    async run(host) {
      await using run = await Debuggee.launch(host, 'values', { breakpoints: ['stop'] });
      await run.stop();
      const at = (path: string) => findVariable(run.session, path, undefined, {});
      expect(await at('order.lines[1].name')).toMatchObject({ value: host.quoted('pear') });
      expect(await at('order["unit price"]')).toMatchObject({ value: '3' });
      expect(await at('many[437]')).toMatchObject({ value: '874' });
      await expect(at('order.nothing')).rejects.toMatchObject({ code: 'variable_not_found' });
      if (host.lacks['listed-getters'] === undefined) await at('lazy.computed');
      else await expect(at('lazy.computed')).rejects.toMatchObject({ code: 'variable_not_found' });
      expect(await run.valueOf('calls')).toBe('0');
      const { variablesReference } = await at('many');
      const page = await run.session.inspection.variables(
        variablesReference,
        { ...LIMITS, maxChildren: 3 },
        { start: 100 },
      );
      expect(page.map(({ name, value }) => `${name} ${value}`)).toEqual(['[100] 200', '[101] 202', '[102] 204']);
    },
  },
  {
    name: 'evaluate',
    proves: 'values, objects and thrown errors come back as what they are',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['sum'] });
      await run.stop();
      expect(await run.evaluate('sum + cost')).toMatchObject({ kind: 'value', value: '6', variablesReference: 0 });
      const object = await run.evaluate('[cost, name]');
      expect(object).toMatchObject({ kind: 'value', value: expect.stringContaining(host.quoted('apple')) });
      expect(object.kind === 'value' && object.variablesReference).toBeGreaterThan(0);
      expect(await run.evaluate('missing')).toMatchObject({
        kind: 'thrown',
        exception: { message: expect.stringContaining('missing') },
      });
    },
  },
  {
    name: 'evaluate statements',
    proves: 'declarations, several statements and a trailing semicolon are taken as they are',
    needs: ['javascript'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['sum'] });
      await run.stop();
      expect(await run.valueOf('cost + 1;')).toBe('7');
      expect(await run.valueOf('let a = 2; a * cost')).toBe('12');
      expect(await run.valueOf('{ a: 1 }')).toBe('{a: 1}');
      expect(await run.evaluate('1 +')).toMatchObject({ kind: 'thrown', exception: { name: 'SyntaxError' } });
    },
  },
  {
    name: 'never ending expression',
    proves: 'it ends at its limit, and the program is still stopped where it was',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['sum'] });
      await run.stop();
      expect(await run.evaluate(host.neverEnding, { timeoutMs: 100 })).toEqual({
        kind: 'timeout',
        timeoutMs: 100,
      });
      expect(await run.valueOf('cost')).toBe('6');
      expect((await run.step('next')).reason).toBe('step');
    },
  },
  {
    name: 'read-only evaluation',
    proves: 'an expression that changes something is refused, one that only looks is answered',
    needs: ['read-only'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'values', { breakpoints: ['stop'] });
      await run.stop();
      const options = { readOnly: true };
      expect(await run.evaluate('order.id = 9', options)).toMatchObject({ kind: 'side-effect' });
      expect(await run.evaluate('increase()', options)).toMatchObject({ kind: 'side-effect' });
      expect(await run.evaluate('order.lines.map((line) => line.price)', options)).toMatchObject({ value: '[2.5, 4]' });
      expect(await run.evaluate('"z".repeat(3000)', options)).toMatchObject({ kind: 'value', cut: true });
      expect(await run.valueOf('order.id + calls')).toBe('7');
    },
  },
  {
    name: 'evaluate in another frame',
    proves: 'a caller is looked into by its number',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: [{ mark: 'price', program: 'prices' }] });
      await run.stop();
      expect(await run.valueOf('sum', 1)).toBe('0');
      expect((await run.variables('local', 1)).quantity).toBe('3');
      await expect(run.evaluate('1', { frameIndex: 99 })).rejects.toMatchObject({ code: 'frame_not_found' });
      // The frame that has a variable is known where another one is asked for it.
      await using assign = await Debuggee.launch(host, 'assign', { breakpoints: ['stop'] });
      await assign.stop();
      const { inspection } = assign.session;
      const elsewhere = async (expression: string, frameIndex?: number) => {
        const outcome = await inspection.evaluate({ expression, frameIndex, readOnly: false, ...LIMITS });
        return inspection.elsewhere({ expression, frameIndex, outcome });
      };
      expect(await elsewhere('parameter + kept')).toMatchObject({ name: 'kept', frameIndex: 1 });
      expect(await elsewhere('parameter', 1)).toMatchObject({ name: 'parameter', frameIndex: 0 });
      expect(await elsewhere('nowhere')).toBeUndefined();
      expect(await elsewhere('parameter')).toBeUndefined();
    },
  },
  {
    name: 'huge string',
    proves: 'a local of 50 MB is shown without crossing the wire, and so is an expression that gives it',
    async run(host) {
      let bytes = 0;
      const traceWire = (line: string) => {
        bytes += line.length;
      };
      await using run = await Debuggee.launch(host, 'values', { breakpoints: ['stop'], traceWire });
      await run.stop();
      bytes = 0;
      expect((await run.variables('local')).big).toMatch(/^["']x{10}/);
      expect(await run.evaluate('big')).toMatchObject({ kind: 'value', cut: true });
      for (const more of host.moreWaysToSay('big')) expect(await run.evaluate(more)).toMatchObject({ kind: 'value' });
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(100_000);
    },
  },
  {
    name: 'awaiting callers',
    proves: 'the stack goes on with the callers that await what runs now',
    needs: ['async'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'awaits', { breakpoints: ['lowest'] });
      await run.stop();
      const frames = await run.session.inspection.stack();
      const names = frames.filter((frame) => frame.presentation !== 'internal').map(({ name }) => name);
      expect(names.slice(0, 3)).toEqual(['lowest', 'middle', 'top']);
    },
  },
  {
    name: 'async callers',
    proves: 'callers that are no frames any more are marked as such, and an evaluation in one is refused',
    needs: ['async-stack'],
    async run(host) {
      await using run = await Debuggee.launch(host, 'awaits', { breakpoints: ['lowest'] });
      await run.stop();
      const frames = await run.session.inspection.stack();
      const shown = frames
        .filter((frame) => frame.presentation !== 'internal')
        .map(({ name, presentation }) => [name, presentation]);
      expect(shown).toEqual([
        ['lowest', 'normal'],
        ['middle', 'async'],
        ['top', 'async'],
      ]);
      const index = frames.findIndex((frame) => frame.name === 'top');
      await expect(run.evaluate('1', { frameIndex: index })).rejects.toMatchObject({
        code: 'frame_not_found',
        message: expect.stringContaining('asynchronous caller'),
      });
    },
  },
  {
    name: 'report',
    proves: 'a stop explains itself: source, locals, stack, output since the last one',
    async run(host) {
      await using run = await Debuggee.launch(host, 'cart', { breakpoints: ['sum', 'end'] });
      await run.stop();
      const report = await run.session.report(LIMITS);
      expect(report.source?.lines.join('\n')).toContain('@sum');
      expect(report.frames[0]?.name).toContain('total');
      expect(report.output.chunks).toEqual([]);
      await run.step('next');
      const second = await run.session.report(LIMITS);
      expect(second.locals.find(({ name }) => name === 'sum')).toMatchObject({ value: '6', previous: '0' });
      await run.continue();
      // Whether this is the same call is not known in every language: there is no older value then, never one of another call.
      const third = await run.session.report(LIMITS);
      expect(third.locals.find(({ name }) => name === 'sum')).toMatchObject({ value: '6' });
      await run.continue();
      expect((await run.session.report(LIMITS)).output.chunks).toEqual([{ category: 'stdout', text: 'total 16\n' }]);
    },
  },
];
