import { basename } from 'node:path';
import { testError } from '../error-text.ts';
import type { SeenThrow } from '../failure-site.ts';
import { isBelowTests } from '../read-results.ts';
import { isTable } from '../recorded-site.ts';
import type { PlacedRecord, RunnerRecord } from '../runner-records.ts';
import { recordedThrow } from './recorded-throws.ts';

/**
 * Adds what own code threw in processes that tests have started, as it was written down there. Where a debugger was stopped at it as well, that
 * has seen more.
 *
 * @param cwd Absolute; paths that are relative start from there.
 */
export function withThrowsBelow(
  seen: readonly SeenThrow[],
  records: readonly PlacedRecord[],
  cwd: string,
): readonly SeenThrow[] {
  const facts = records.map(({ record }) => record);
  const below = records.flatMap(({ record, endOffset }) => {
    const thrown = thrownIn(record, facts, cwd);
    return thrown === undefined ? [] : [{ ...thrown, at: endOffset, isError: true, isOnly: true }];
  });
  const processes = new Set(facts.flatMap((each) => (isProcessBelow(each, facts) ? (each.pid ?? []) : [])));
  const marked = seen.map((each): SeenThrow => {
    const { pid } = each.site;
    const found = below.find((other) => isSame(each, other))?.below;
    if (found === undefined && (pid === undefined || !processes.has(pid))) return each;
    return { ...each, below: found ?? 'caught' };
  });
  return [...marked, ...below.filter((each) => !seen.some((other) => isSame(other, each)))];
}

function isProcessBelow(record: RunnerRecord, records: readonly RunnerRecord[]): boolean {
  return record.kind === 'below' && isBelowTests(record.file, records);
}

type Thrown = Omit<SeenThrow, 'at' | 'isError' | 'isOnly'>;

function thrownIn(record: RunnerRecord, records: readonly RunnerRecord[], cwd: string): Thrown | undefined {
  if (record.kind === 'thrown') {
    const thrown = recordedThrow(record.swallowed);
    const isUncaught = isTable(record.swallowed) && record.swallowed.isUncaught === true;
    return thrown && { ...thrown, below: isUncaught ? 'uncaught' : 'caught' };
  }
  if (record.kind !== 'uncaught' || !isBelowTests(record.file, records)) return undefined;
  const [first] = record.errors;
  if (first === undefined) return undefined;
  const { name, message, stack: frames } = testError(first, cwd);
  const [innermost] = frames;
  if (innermost === undefined) return undefined;
  const { pid, file } = record;
  const site = {
    kind: 'seen' as const,
    moment: 'thrown' as const,
    functionName: innermost.name,
    location: innermost.location,
    locals: [],
    closure: [],
    ...(pid === undefined ? {} : { pid }),
    thread: basename(file),
  };
  return { name, message, frames, site, below: 'uncaught' };
}

function isSame({ site: one }: SeenThrow, { site: other }: SeenThrow): boolean {
  const isSamePlace = one.location.path === other.location.path && one.location.line === other.location.line;
  return isSamePlace && one.pid === other.pid;
}
