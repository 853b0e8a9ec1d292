import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type TransformResult, transformSync } from 'esbuild';
import { linesOf, write, writePlain, writeSources } from './program.ts';
import type { RunMode } from './run-mode.ts';

const BOTH = [20, 24] as const;

/** Ways to make a script of a text: statements that run it, given `text` and `path`. */
const RUNNERS = {
  'vm script with a file name': 'new vm.Script(text, { filename: path }).runInThisContext()',
  'vm script with sourceURL, a file url':
    "vm.runInThisContext(text + '\\n//# sourceURL=' + require('node:url').pathToFileURL(path))",
  'vm script with sourceURL, a path': "vm.runInThisContext(text + '\\n//# sourceURL=' + path)",
  'eval with sourceURL, a file url': "(0, eval)(text + '\\n//# sourceURL=' + require('node:url').pathToFileURL(path))",
} as const;

/** Scripts that no loader loads: read and run by the program itself, `require` given as a global. */
function evaluated(name: string, run: string): RunMode {
  return {
    name,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const { expectations } = writePlain(folder, { format: 'commonjs' });
      const source = join(folder, 'util.js');
      const main = join(folder, 'main.js');
      const [utilText, mainText] = [source, main].map((file) => {
        const text = asGlobalScript(readFileSync(file, 'utf8'));
        write(file, text);
        return text;
      });
      write(
        join(folder, 'runner.cjs'),
        `const fs = require('node:fs');
        const vm = require('node:vm');
        const loaded = {};
        globalThis.load = (name) => name.startsWith('.') ? loaded[name] : require(name);
        for (const name of ['./util.js', './main.js']) {
          const path = require('node:path').join(__dirname, name);
          const text = fs.readFileSync(path, 'utf8');
          globalThis.shared = { exports: {} };
          ${run};
          loaded[name] = shared.exports;
        }`,
      );
      return {
        source,
        main,
        lines: linesOf(utilText ?? '', mainText ?? ''),
        expectations,
        launch: { program: join(folder, 'runner.cjs'), cwd: folder },
      };
    },
  };
}

function asGlobalScript(commonJs: string): string {
  return `(function (module, require) {\n${commonJs}\n})(globalThis.shared, globalThis.load);\n`;
}

/** Two scripts joined by hand, each with its own map as a section of the whole's. */
const sections: RunMode = {
  name: 'index map with sections',
  nodeMajors: BOTH,
  prepare: async (folder) => {
    const sources = writeSources(folder, { format: 'commonjs' });
    const util = compiled(sources.source);
    const main = compiled(sources.main);
    const parts = [
      'const util = { exports: {} };\n(function (module) {\n',
      util.code,
      '})(util);\n(function (module, require) {\n',
      main.code,
      '})({ exports: {} }, (name) => name === "./util.ts" ? util.exports : require(name));\n',
    ];
    const map = {
      version: 3,
      file: 'all.js',
      sections: [
        { offset: { line: linesBefore(parts, 1), column: 0 }, map: JSON.parse(util.map) },
        { offset: { line: linesBefore(parts, 3), column: 0 }, map: JSON.parse(main.map) },
      ],
    };
    const program = join(folder, 'dist/all.js');
    write(program, `${parts.join('')}//# sourceMappingURL=all.js.map\n`);
    write(`${program}.map`, JSON.stringify(map));
    return { ...sources, launch: { program, cwd: folder } };
  },
};

function compiled(path: string): TransformResult {
  const result = transformSync(readFileSync(path, 'utf8'), {
    loader: 'ts',
    format: 'cjs',
    target: 'es2022',
    sourcemap: 'external',
    sourcefile: pathToFileURL(path).href,
  });
  if (!result.code.endsWith('\n')) throw new Error('A section must begin on a line of its own.');
  return result;
}

function linesBefore(parts: readonly string[], index: number): number {
  return parts.slice(0, index).join('').split('\n').length - 1;
}

/** Scripts that come to be by hand. */
export const SCRIPT_MODES: readonly RunMode[] = [
  ...Object.entries(RUNNERS).map(([name, run]) => evaluated(name, run)),
  sections,
];
