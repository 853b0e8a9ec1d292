// The progress of a run, for a run that is ended from outside: .ci/run prints the file then.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function noteProgress(root, text) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, '.cache/test-progress'), `${text}\n`);
}
