import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { temporaryFolder } from './temporary-folder.ts';

/** The ways in which the modules of a program are written. */
export const MODULE_KINDS = ['CommonJS', 'ES modules', 'TypeScript with a map', 'TypeScript, types stripped'] as const;
export type ModuleKind = (typeof MODULE_KINDS)[number];

/** The code that stands first in the program. */
export const FIRST_CODES = ['a statement', 'a function', 'an import'] as const;
export type FirstCode = (typeof FIRST_CODES)[number];

/** A line of a program and how often it runs. */
interface CountedLine {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly count: number;
}

/** A program in the package `app` of a workspace, and how often each of its marked lines runs. */
export interface CountedProgram {
  /** Folder of the workspace, absolute. */
  readonly root: string;
  /** Folder of the package, absolute. */
  readonly folder: string;
  /** The script that runs, relative to the package. */
  readonly main: string;
  readonly lines: readonly CountedLine[];
  remove(): void;
}

const EXTENSIONS: Readonly<Record<ModuleKind, string>> = {
  CommonJS: 'cjs',
  'ES modules': 'mjs',
  'TypeScript with a map': 'mts',
  'TypeScript, types stripped': 'mts',
};

/** Lines that begin with a statement, and are to be counted, end in this. */
const MARK = ' //#';

/** @param node A Node.js that runs each kind. */
export function countedProgram(kind: ModuleKind, first: FirstCode, node: string): CountedProgram {
  const root = temporaryFolder('counted-');
  const folder = join(root, 'packages', 'app');
  const texts = sourcesOf(kind, first);
  const isMapped = kind === 'TypeScript with a map';
  const sources = Object.keys(texts).map((name) => join(folder, isMapped ? `src/${name}` : name));
  for (const path of sources) write(path, texts[basename(path)] ?? '');
  if (isMapped) for (const path of sources) compile(path);
  const [main = ''] = Object.keys(texts).map((name) => (isMapped ? `dist/${name.replace('.mts', '.mjs')}` : name));
  const scripts = { go: `node ${main}` };
  write(join(root, 'package.json'), JSON.stringify({ name: 'all', private: true, workspaces: ['packages/*'] }));
  write(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', scripts }));
  write(join(folder, 'node_modules/.bin/app'), `#!/bin/sh\nexec node ${main}\n`);
  chmodSync(join(folder, 'node_modules/.bin/app'), 0o755);
  write(join(folder, 'fork.cjs'), `require('node:child_process').fork(__dirname + '/${main}');\n`);
  write(
    join(folder, 'cluster.cjs'),
    `const cluster = require('node:cluster');\ncluster.setupPrimary({ exec: __dirname + '/${main}' });\ncluster.fork();\n`,
  );
  return {
    root,
    folder,
    main,
    lines: sources.flatMap((path) => countsOf(path, texts, node)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function sourcesOf(kind: ModuleKind, first: FirstCode): Record<string, string> {
  const extension = EXTENSIONS[kind];
  const isCommonJs = kind === 'CommonJS';
  const isTyped = extension === 'mts';
  const imported = kind === 'TypeScript with a map' ? 'mjs' : extension;
  const type = (text: string) => (isTyped ? text : '');
  const importing = isCommonJs
    ? `const { base, shift } = require('./dep.${imported}');${MARK}`
    : `import { base, shift } from './dep.${imported}';`;
  const heads: Record<FirstCode, string> = {
    'a statement': `const begun = [1, 2];${MARK}`,
    'a function': '',
    'an import': importing,
  };
  const app = `${heads[first]}
${type('interface Item {\n  price: number;\n}\n')}function add(a${type(': number')}, b${type(': number')}) {
  const sum = a + b;${MARK}
  return sum;${MARK}
}
const twice = (x${type(': number')}) => {
  return add(x, x);${MARK}
};
class Cart {
  total = 0;
  put(n${type(': number')}) {
    this.total += twice(n);${MARK}
  }
}
const cart = new Cart();${MARK}
for (const n of [1, 2, 3]) {
  cart.put(n);${MARK}
}
${first === 'an import' ? `cart.put(shift(base));${MARK}` : ''}
async function late() {
  await null;${MARK}
  cart.put(5);${MARK}
}
setTimeout(async () => {
  cart.put(4);${MARK}
  await late();${MARK}
  process.disconnect?.();${MARK}
}, 1);
`.trimStart();
  if (first !== 'an import') return { [`app.${extension}`]: app };
  const dep = `${isCommonJs ? '' : 'export '}function shift(n${type(': number')}) {
  return n + 1;${MARK}
}
${isCommonJs ? '' : 'export '}const base = shift(1);${MARK}
${isCommonJs ? `module.exports = { base, shift };${MARK}\n` : ''}`;
  return { [`app.${extension}`]: app, [`dep.${extension}`]: dep };
}

/** As a copy of the program counts, in which each marked line begins with a note of it. */
function countsOf(path: string, texts: Readonly<Record<string, string>>, node: string): CountedLine[] {
  const copy = temporaryFolder('counting-');
  try {
    const log = join(copy, 'log');
    const builtIn = "process.getBuiltinModule('node:fs')";
    for (const [name, text] of Object.entries(texts)) {
      const noted = text.split('\n').map((line, index) => {
        const note = `${builtIn}.appendFileSync(${JSON.stringify(log)}, '${stemOf(name)} ${index + 1}\\n');`;
        return line.endsWith(MARK) ? note + line : line;
      });
      const plain = transformSync(noted.join('\n'), { loader: 'ts' }).code;
      write(join(copy, name.replace('.mts', '.mjs')), plain.replaceAll('.mts', '.mjs'));
    }
    const [main = ''] = Object.keys(texts);
    const { status, stderr } = spawnSync(node, [join(copy, main.replace('.mts', '.mjs'))], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const passes = readFileSync(log, 'utf8').split('\n');
    return (texts[basename(path)] ?? '').split('\n').flatMap((line, index) => {
      const count = passes.filter((pass) => pass === `${stemOf(path)} ${index + 1}`).length;
      return line.endsWith(MARK) ? { path, line: index + 1, count } : [];
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function stemOf(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}

function compile(path: string): void {
  const out = join(dirname(dirname(path)), 'dist', basename(path).replace('.mts', '.mjs'));
  const sourcefile = `../src/${basename(path)}`;
  const { code, map } = transformSync(readFileSync(path, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    sourcefile,
    sourcemap: 'external',
  });
  write(out, `${code}//# sourceMappingURL=${basename(out)}.map\n`);
  write(`${out}.map`, map);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
