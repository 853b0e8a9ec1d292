// Which tests were flaky in whole runs, kept in .cache/flaky.jsonl: one that is again and again is a defect.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As often as this is no accident. */
const OFTEN = 3;

/** @param {{name: string, attempts: string[]}[]} flaky */
export function recordFlaky(root, flaky, at = new Date()) {
  const lines = flaky.map(({ name, attempts }) => `${JSON.stringify({ at: at.toISOString(), name, attempts })}\n`);
  appendFileSync(fileIn(root), lines.join(''));
}

/** @returns {{name: string, times: number}[]} */
export function oftenFlaky(root) {
  const file = fileIn(root);
  const names = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).name)
    : [];
  return [...new Set(names)]
    .map((name) => ({ name, times: names.filter((each) => each === name).length }))
    .filter(({ times }) => times >= OFTEN);
}

function fileIn(root) {
  return join(root, '.cache/flaky.jsonl');
}
