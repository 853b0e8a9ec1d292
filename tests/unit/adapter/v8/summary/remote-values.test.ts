import { expect, test } from 'vitest';
import { exceptionInfo } from '../../../../../src/adapter/v8/summary/remote-values.ts';

const infoOf = (className: string, description: string) =>
  exceptionInfo({ type: 'object', subtype: 'error', className, description, objectId: '1' }, true, 7);

test('name and message of an error come from the first lines of its description', () => {
  const description = 'AssertionError [ERR_ASSERTION]: not equal:\n\n1 !== 2\n\n    at check (app.js:3:9)';
  expect(infoOf('AssertionError', description)).toMatchObject({
    name: 'AssertionError [ERR_ASSERTION]',
    message: 'not equal:\n\n1 !== 2',
  });
});

test('the place that Node puts in front of a syntax error goes behind its message', () => {
  const description = `/srv/app.js:2\nconst b = ;\n          ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe (node:internal)`;
  expect(infoOf('SyntaxError', description)).toMatchObject({
    name: 'SyntaxError',
    message: "Unexpected token ';' (at /srv/app.js:2)",
  });
});
