import { expect, test } from 'vitest';
import { maskOutcome } from '../../../src/calls/mask-outcome.ts';
import type { ToolAnswer } from '../../../src/toolsets/tool.ts';

function maskAnswer(answer: ToolAnswer, args: unknown): ToolAnswer {
  const outcome = maskOutcome({ kind: 'answered', answer }, args);
  return outcome.kind === 'answered' ? outcome.answer : {};
}

test('a text and what is structured beside it say the same afterwards, too', () => {
  const structured = { status: 'ok', result: '"hunter2"', variables: [{ name: 'password', value: '"x1"' }] };
  const masked = maskAnswer({ text: JSON.stringify(structured), structured }, { expression: 'db.password' });
  expect(masked).toEqual({
    structured: { status: 'ok', result: '"[masked]"', variables: [{ name: 'password', value: '"[masked]"' }] },
    text: JSON.stringify(masked.structured),
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

test('help beside a text is masked, too', () => {
  expect(maskAnswer({ text: 'it ended', help: 'stderr:\npassword: "hunter2"', isError: true }, {})).toEqual({
    text: 'it ended',
    help: 'stderr:\npassword: "[masked]"',
    isError: true,
  });
});

test('an answer without secrets is given as it is', () => {
  const answer = { text: 'password: required\n{"a": 1}', structured: { a: [1, null], token: 'if' }, isError: true };
  expect(maskAnswer(answer, {})).toEqual(answer);
});

test('the message of a rejection is masked, too', () => {
  const rejected = { kind: 'rejected', reason: 'invalidArguments' } as const;
  expect(maskOutcome({ ...rejected, message: 'cannot read postgres://a:b1@h/d' }, undefined)).toEqual({
    ...rejected,
    message: 'cannot read postgres://a:[masked]@h/d',
  });
});
