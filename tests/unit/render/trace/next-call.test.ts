import { describe, expect, test } from 'vitest';
import { maskAnswerText } from '../../../../src/redaction/answer-redaction.ts';
import { asItIs } from '../../../../src/render/plain-text.ts';
import { type CallArguments, NO_QUESTION, nextLine, placeOfFunction } from '../../../../src/render/trace/next-call.ts';
import { cwd } from '../samples.ts';
import { invoice } from './samples.ts';

describe('the call that shows more', () => {
  test('is the given one, with what is different in it', () => {
    const given = { program: 'app.js', function: 'f()', call: undefined, timeoutMs: 500 };
    expect(nextLine(given, { shows: 'call 2', change: { call: '2' } }, asItIs)).toBe(
      'Next, call 2: {"program":"app.js","function":"f()","call":"2","timeoutMs":500}',
    );
    expect(nextLine(given, { shows: 'what ran', change: { ...NO_QUESTION, mode: 'calls' } }, asItIs)).toBe(
      'Next, what ran: {"program":"app.js","timeoutMs":500,"mode":"calls"}',
    );
  });

  test('can be sent as it is, whatever its texts are', () => {
    const given = { program: 'a\u007f\u009b31m\u202e\n.js', args: ['\ud800'] };
    const line = nextLine(given, { shows: 'x', change: {} }, asItIs) ?? '';
    expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(JSON.parse(line.slice('Next, x: '.length))).toEqual(given);
  });

  test('names only what is different where the arguments are long', () => {
    const given = { program: 'app.js', stdin: 'x'.repeat(400), at: ['f()'], function: 'f()' };
    expect(nextLine(given, { shows: 'x', change: { at: undefined, mode: 'calls' } }, asItIs)).toBe(
      'Next, x: the same call with {"mode":"calls"} without at',
    );
  });

  test('never carries what is masked', () => {
    const mask = (text: string) => maskAnswerText(text);
    const line = (given: CallArguments, change: CallArguments) =>
      nextLine({ program: 'app.js', ...given }, { shows: 'x', change }, mask);
    const env = { API_TOKEN: 'Tr0ub4dor-and-3' };
    expect(line({ env }, { mode: 'calls' })).toBe('Next, x: the same call with {"mode":"calls"}');
    expect(line({ args: ['--password=Tr0ub4dor-and-3'] }, { call: '2' })).toBe(
      'Next, x: the same call with {"call":"2"}',
    );
    expect(line({}, { value: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc' })).toBeUndefined();
  });

  test('names a function so that no other one is meant', () => {
    const context = { cwd };
    const other = { ...invoice, key: 'other', name: 'Cart.invoice' };
    expect(placeOfFunction(invoice, [invoice], context)).toMatchObject({ function: 'invoice()', file: undefined });
    expect(placeOfFunction(invoice, [invoice, other], context)).toMatchObject({ file: 'pricing.js', line: 1 });
    const odd = { ...invoice, name: '<lambda>' };
    expect(placeOfFunction(odd, [odd], context)).toMatchObject({ file: 'pricing.js', line: 1, function: undefined });
  });
});
