import { beforeAll, describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { HOSTILE_DEEDS, HOSTILE_PYTHON, TAME_DEED, WITH_OTHER_VALUES } from '../../../support/hostile-python.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { ProgramFolder } from './traced-run.ts';

/** After these, not all can be recorded, and that is said. */
const WITH_LESS = /^no (?:trace function|tools of)|refuses$/;

const F = { kind: 'function', name: 'f' } as const;
/** The facts that differ from run to run. */
const VARYING = /^(?:\w*Ms|path|id|object|function|source)$/;
const VERSIONS = pythonVersions().map((version, index) => ({ ...version, index }));

/** Every kind of recording, of the function that is the same after all deeds. */
function wantedOf(path: string): readonly WantedTrace[] {
  return [
    { kind: 'frame', place: F, call: { kind: 'last' } },
    { kind: 'frame', place: F, call: { kind: 'condition', expression: 'order["n"] == 4' } },
    { kind: 'frame', place: F, call: { kind: 'value', texts: ['6054'] } },
    { kind: 'calls', below: F },
    { kind: 'values', points: [{ id: 1, place: { kind: 'line', path, line: 11 }, expressions: ['total', 'order'] }] },
    { kind: 'values', points: [{ id: 1, place: F, expressions: [] }] },
    { kind: 'lines', within: F },
  ];
}

function isSaid(record: TraceRecord): boolean {
  return record.kind === 'note' || ('failed' in record && record.failed !== 0);
}

/** A plain run of the program with a deed, and one for each kind of recording. */
async function runsOf(python: string, deed: string) {
  using folder = new ProgramFolder(python, HOSTILE_PYTHON);
  const options = { args: [deed], env: { PYTHONDONTWRITEBYTECODE: '1' } };
  const endOf = ({ stdout, stderr, ended }: { stdout: string; stderr: string; ended: unknown }) => [
    stdout,
    stderr,
    ended,
  ];
  const runs: { end: unknown; records: readonly TraceRecord[]; texts: string[] }[] = [];
  for (const wanted of wantedOf(`${folder.path}/main.py`)) {
    const run = await folder.traced('main.py', wanted, options);
    const records = run.records.filter(({ kind }) => kind !== 'process');
    const texts = records.map((each) => JSON.stringify(each, (key, value) => (VARYING.test(key) ? undefined : value)));
    runs.push({ end: endOf(run), records, texts: texts.map((text) => text.replaceAll(folder.path, '')).sort() });
  }
  return { plain: endOf(await folder.plain('main.py', options)), runs };
}

describe.each(VERSIONS)('Python 3.$minor', ({ path, index }) => {
  const share = HOSTILE_DEEDS.filter((_, at) => at % VERSIONS.length === index);
  let tame: Awaited<ReturnType<typeof runsOf>>;

  beforeAll(async () => {
    tame = await runsOf(path, TAME_DEED);
  });

  test('all kinds of recording have something to tell', () => {
    for (const { records } of tame.runs) {
      expect(records.length).toBeGreaterThan(1);
      expect(records.filter(isSaid)).toEqual([]);
    }
  });

  test.each(share)('a program runs and is recorded as before, with %s', { timeout: 60_000 }, async (deed) => {
    const { plain, runs } = await runsOf(path, deed);
    expect(plain).toEqual(['total 6054\n', '', 0]);
    expect(runs.map(({ end }) => end)).toEqual(runs.map(() => plain));
    for (const [at, { records, texts }] of runs.entries()) {
      const before = tame.runs[at];
      if (WITH_LESS.test(deed) && records.some(isSaid)) continue;
      if (WITH_OTHER_VALUES.test(deed)) {
        expect(records.map(({ kind }) => kind).sort()).toEqual(before?.records.map(({ kind }) => kind).sort());
        expect(records.filter(isSaid)).toEqual([]);
      } else expect(texts).toEqual(before?.texts);
    }
  });
});
