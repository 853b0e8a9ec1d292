import { expect, test } from 'vitest';
import { maskAnswer } from '../../../src/calls/answer-mask.ts';

test('a text and what is structured beside it say the same afterwards, too', () => {
  const structured = { status: 'ok', result: '"hunter2"', variables: [{ name: 'password', value: '"x1"' }] };
  const masked = maskAnswer({ text: JSON.stringify(structured), structured }, { expression: 'db.password' });
  expect(masked).toEqual({
    structured: { status: 'ok', result: '"[masked]"', variables: [{ name: 'password', value: '"[masked]"' }] },
    text: JSON.stringify('structured' in masked ? masked.structured : {}),
  });
});

test('values that are given whole are masked by the name that was asked for', () => {
  const results = [
    { type: 'string', value: 'four words of it' },
    { type: 'number', value: 5 },
  ];
  expect(maskAnswer({ structured: { results } }, { expression: 'this.passphrase' })).toEqual({
    structured: {
      results: [
        { type: 'string', value: '[masked]' },
        { type: 'number', value: 5 },
      ],
    },
  });
  expect(maskAnswer({ structured: { results } }, { expression: 'this.name' })).toEqual({ structured: { results } });
});

test('an answer without secrets is given as it is', () => {
  const answer = { text: 'password: required\n{"a": 1}', structured: { a: [1, null], token: 'if' }, isError: true };
  expect(maskAnswer(answer, {})).toEqual(answer);
});

test('an error of the protocol is masked, too', () => {
  const failure = { rpcError: { code: -32602, message: 'cannot read postgres://a:b1@h/d' } } as const;
  expect(maskAnswer(failure, undefined)).toEqual({
    rpcError: { code: -32602, message: 'cannot read postgres://a:[masked]@h/d' },
  });
});
