import { environmentWithDebugpy } from '../tests/support/python-environment.ts';
import { pythonVersions } from '../tests/support/python-versions.ts';
import type { Bench, Measurement } from './bench.ts';
import { interleaved, seriesOf } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

/** The lines of bench/programs/writes.cjs and writes.py at which a round begins. */
const LINES = { node: 39, python: 45 } as const;
/** The first with sys.monitoring. */
const FIRST_MINOR = 12;

/** A version of a language, in which the program runs. */
interface Target {
  readonly language: keyof typeof LINES;
  readonly label: string;
  readonly executable: string;
  /** The row's words for code that writes both objects. */
  readonly either: string;
}

interface Round {
  readonly other: number;
  readonly same: number;
  readonly either: number;
}

/** The cost of writes while a property is watched. */
export const writes: Measurement = {
  name: 'writes',
  counted:
    'what a million writes take while `watched.total` stops at writes, and none changes it; by the clock of the program, the least of several times in each round. Floor: rounds of the same process without the watch, in turns with those; of code that writes both objects, rounds before the first watch. "Watched": the property itself, with the value that it has.',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes) {
      const either = 'where both are written';
      rows.push(...(await rowsOf(bench, { language: 'node', label: `Node ${major}`, executable: path, either })));
    }
    for (const version of pythonVersions().filter(({ minor }) => minor >= FIRST_MINOR)) {
      using environment = environmentWithDebugpy(version);
      const [label, executable] = [`Python 3.${version.minor}`, environment.python];
      const either = 'of that name';
      rows.push(...(await rowsOf(bench, { language: 'python', label, executable, either })));
    }
    return rows;
  },
};

async function rowsOf(bench: Bench, { language, label, executable, either }: Target): Promise<Row[]> {
  const server = await Server.start(bench);
  const program = bench.program(language === 'node' ? 'writes.cjs' : 'writes.py');
  const args = { program, language, breakpoints: [`${program}:${LINES[language]}`], runtimeExecutable: executable };
  const rounds: Record<'before' | 'plain' | 'watched', Round[]> = { before: [], plain: [], watched: [] };
  const go = async (into: Round[]) => {
    const round = roundIn(await server.call('debug_continue', { timeoutMs: 120_000 }, 'Stopped (breakpoint)'));
    into.push(round);
    return round.other;
  };
  let watches = 0;
  const goWatched = async () => {
    watches += 1;
    await server.call('debug_watch', { expression: 'watched.total', on: 'write' }, `${watches}  watched.total`);
    const other = await go(rounds.watched);
    await server.call('debug_watch', { remove: watches }, 'removed');
    return other;
  };
  try {
    await server.call('debug_launch', args, 'Stopped (breakpoint)');
    for (let round = 0; round < 4; round++) await go(rounds.before);
    await interleaved([() => go(rounds.plain), goWatched], {
      count: bench.quick ? 2 : 12,
      budgetMs: 15_000,
      warmUp: 1,
    });
    // The code is warm after the first.
    const series = (of: Round[], part: keyof Round) => seriesOf(of.slice(1).map((round) => round[part]));
    const { before, plain, watched } = rounds;
    const row = (name: string, part: keyof Round, without = plain): Row => ({
      name: `a million writes of another object ${name}, ${label}`,
      unit: 'ms',
      against: 'itself, without the watch',
      floor: series(without, part),
      server: series(watched, part),
    });
    const same = { floor: series(plain, 'same'), server: series(watched, 'same') };
    return [
      { ...row('while one is watched', 'other'), target: { ratio: 1.05 } },
      // What code has seen of a watched object it knows also when that is watched no more.
      row(either, 'either', before),

      {
        name: `a watched write that changes nothing, ${label}`,
        unit: 'µs',
        against: 'itself, without the watch',
        floor: scaled(same.floor),
        server: scaled(same.server),
        target: { atMost: 0.3 },
      },
    ];
  } finally {
    await server.close();
  }
}

/** Turns ms for a million into µs for one. */
function scaled({ median, min, count }: Row['floor'] & object): Row['floor'] & object {
  return { median: median / 1e3, min: min / 1e3, count };
}

function roundIn(text: string): Round {
  const found = /other ([\d.e-]+) same ([\d.e-]+) either ([\d.e-]+)\./.exec(text);
  if (!found) throw new Error(`a round did not print its times: ${text}`);
  const [other = 0, same = 0, either = 0] = found.slice(1).map(Number);
  return { other, same, either };
}
