import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type LogicalLine, logicalLines } from '../../../../../src/adapter/languages/python/logical-lines.ts';
import { pythonWith } from '../../../../support/pythons.ts';

/** Python's own tokenizer over the standard library: file, then the first and last line and the indentation of each statement. */
const ORACLE = `
import glob, json, os, sys, tokenize
folder = os.path.dirname(os.__file__)
files = sorted(glob.glob(folder + "/*.py") + glob.glob(folder + "/asyncio/*.py") + glob.glob(folder + "/json/*.py"))
skip = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}
found = {}
for file in files:
    lines, start = [], None
    with open(file, "rb") as stream:
        for token in tokenize.tokenize(stream.readline):
            if token.type in skip:
                continue
            if token.type == tokenize.NEWLINE:
                lines.append([start[0], token.start[0], start[1]])
                start = None
            elif start is None:
                start = token.start
    found[file] = lines
json.dump(found, sys.stdout)
`;

test("are those of Python's own tokenizer, in its whole library", () => {
  const output = execFileSync(pythonWith('newest'), ['-I', '-c', ORACLE], { encoding: 'utf8', maxBuffer: 1e8 });
  const expected = Object.entries<number[][]>(JSON.parse(output));
  expect(expected.length).toBeGreaterThan(100);
  for (const [file, lines] of expected) {
    expect(logicalLines(readFileSync(file, 'utf8')).map(asOracle), file).toEqual(lines);
  }
});

test('end with a text that does not lex', () => {
  expect(logicalLines('a = (1,\n\nb = 2\n').map(asOracle)).toEqual([[1, 4, 0]]);
  expect(logicalLines('a = """\nb\n').map(asOracle)).toEqual([[1, 3, 0]]);
  expect(logicalLines('')).toEqual([]);
});

function asOracle({ startLine, endLine, indent }: LogicalLine): number[] {
  return [startLine, endLine, indent];
}
