import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

const TYPES = `
class _SecretBase:
    def __init__(self, value): self._secret_value = value

class SecretStr(_SecretBase):
    def __repr__(self): print("repr was called"); return "SecretStr('**********')"
`;

const PROGRAM = `
import datetime
from pydantic.types import SecretStr

class Token(SecretStr):
    pass

class Config:
    def __init__(self): self.url = "http://x"; self.key = SecretStr("hunter2")

class Zone(datetime.tzinfo):
    def utcoffset(self, moment): print("zone was called"); return datetime.timedelta(0)

class Moment(datetime.datetime):
    def __repr__(self): print("repr was called"); return "?"

def look():
    config, token = Config(), Token("hunter2")
    plain = Moment(2020, 1, 2, 3, 4, 5)
    zoned = Moment(2020, 1, 2, 3, 4, 5, 60, Zone())
    try:
        try:
            {}["port"]
        except KeyError as error:
            raise ValueError("bad") from error
    except ValueError as error:
        caused = error
    try:
        try:
            {}["port"]
        except KeyError:
            raise ValueError("worse")
    except ValueError as error:
        during = error
    return config

look()
`;

test('values of libraries are shown as these show them, by code of ours', async () => {
  const files = { 'main.py': PROGRAM, 'pydantic/__init__.py': '', 'pydantic/types.py': TYPES };
  await using program = await DebuggedPython.start(files, { breakpoints: [{ at: 'return config' }] });
  await program.firstStop();
  expect(await program.locals()).toEqual([
    "config = Config(url='http://x', key=SecretStr('**********'))",
    "token = Token('**********')",
    "plain = Moment('2020-01-02 03:04:05')",
    "zoned = Moment('2020-01-02 03:04:05.000060 Zone')",
    "caused = ValueError('bad')",
    "during = ValueError('worse')",
  ]);
  const childrenOf = async (expression: string) => {
    const request = { expression, readOnly: false, depth: 1, maxChildren: 9, maxTextLength: 80 };
    const outcome = await program.session.inspection.evaluate(request);
    return outcome.kind === 'value' ? outcome.children?.map(({ name, value }) => `${name} = ${value}`) : outcome;
  };
  expect(await childrenOf('token')).toBe(undefined);
  expect(await childrenOf('caused')).toEqual(["args = ('bad',)", "__cause__ = KeyError('port')"]);
  expect(await childrenOf('during')).toEqual(["args = ('worse',)", "__context__ = KeyError('port')"]);
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe('');
});
