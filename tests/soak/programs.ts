import { seeded } from '../live/hang/generate.ts';
import { BLOCKS } from './blocks.ts';

/** A program put together from all that JavaScript has, as it is debugged and as it counts by itself. */
export interface SoakProgram {
  /** `main.cjs` or `main.mjs`. */
  readonly file: string;
  readonly source: string;
  /** The same with a count of each marked line, which it writes to stderr at its end. */
  readonly counting: string;
  /** The texts that end the marked lines, each in one line only. */
  readonly marks: readonly string[];
}

const COUNTER =
  "const passes = {}; const pass = (mark) => { passes[mark] = (passes[mark] ?? 0) + 1; }; process.on('exit', () => process.getBuiltinModule('fs').writeSync(2, JSON.stringify(passes)));";

/** Three to six blocks in any order, with numbers of their own. The same for the same seed. */
export function soakProgram(seed: number): SoakProgram {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const isModule = random() < 0.5;
  const lines: string[] = [];
  const runs: string[] = [];
  const count = 3 + below(4);
  for (let block = 0; block < count; block++) {
    const template = BLOCKS[below(BLOCKS.length)] ?? '';
    const text = template
      .trim()
      .replace(/\$(\d)/g, () => String(1 + below(7)))
      .replace(/\$([a-zA-Z])/g, `$1${block}`);
    for (const line of text.split('\n')) {
      const run = /^run (.*)$/.exec(line)?.[1];
      if (run === undefined) lines.push(line);
      else if (isModule) lines.push(`console.log(await ${run});`);
      else runs.push(`console.log(await ${run});`);
    }
  }
  if (runs.length > 0) lines.push(`(async () => { ${runs.join(' ')} })();`);
  const marks: string[] = [];
  const marked = lines.map((line) => {
    if (!line.endsWith('// @')) return { plain: line, counting: line };
    const mark = `// @${marks.length};`;
    marks.push(mark);
    const text = line.slice(0, -'// @'.length);
    return { plain: text + mark, counting: text.replace(/^(\s*)/, `$1pass('${mark}'); `) };
  });
  const head = ["console.log('begins');"];
  return {
    file: isModule ? 'main.mjs' : 'main.cjs',
    source: `${[...head, ...marked.map(({ plain }) => plain)].join('\n')}\n`,
    counting: `${[COUNTER, ...head, ...marked.map((each) => each.counting)].join('\n')}\n`,
    marks,
  };
}
