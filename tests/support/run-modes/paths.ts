import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writePlain } from './program.ts';
import type { RunMode } from './run-mode.ts';

const BOTH = [20, 24] as const;

/** Folders whose names urls write in other ways than paths do. */
export const FOLDER_SHAPES: Readonly<Record<string, string>> = {
  spaces: 'my shop (copy)',
  unicode: 'größe-日本-e\u0301',
  brackets: '[id]',
  tilde: '~draft',
  hash: 'issue#12',
  percent: '100%25 off',
  'question mark': 'why?',
};

function plainIn(shape: string, folderName: string, format: 'module' | 'commonjs'): RunMode {
  return {
    name: `plain ${format === 'module' ? 'ESM' : 'CommonJS'}, folder with ${shape}`,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const sources = writePlain(join(folder, folderName), { format });
      return { ...sources, launch: { program: sources.main, cwd: join(folder, folderName) } };
    },
  };
}

/** Run, and given breakpoints, by the name of a symbolic link to the program's folder. */
function linked(format: 'module' | 'commonjs', preserve: boolean): RunMode {
  const name = `plain ${format === 'module' ? 'ESM' : 'CommonJS'}, symbolic link${preserve ? ' that is preserved' : ''}`;
  return {
    name,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const real = join(folder, 'real');
      const link = join(folder, 'link');
      mkdirSync(real);
      symlinkSync(real, link, 'junction');
      const sources = writePlain(link, { format });
      const runtimeArgs = preserve ? ['--preserve-symlinks', '--preserve-symlinks-main'] : [];
      return { ...sources, launch: { program: sources.main, cwd: folder, runtimeArgs } };
    },
  };
}

/** The file is given by its real path, the program is run through the link. */
const linkedOtherwise: RunMode = {
  name: 'plain CommonJS, symbolic link, breakpoints by the real path',
  nodeMajors: BOTH,
  prepare: async (folder) => {
    const prepared = await linked('commonjs', false).prepare(folder);
    return { ...prepared, source: join(folder, 'real/util.js'), main: join(folder, 'real/main.js') };
  },
};

const queried: RunMode = {
  name: "import('./util.js?v=1')",
  nodeMajors: BOTH,
  prepare: async (folder) => {
    const sources = writePlain(folder, { format: 'module', util: './util.js?v=1' });
    return { ...sources, launch: { program: sources.main, cwd: folder } };
  },
};

/** Plain JavaScript whose url is not simply its path. */
export const PATH_MODES: readonly RunMode[] = [
  ...Object.entries(FOLDER_SHAPES).flatMap(([shape, name]) => [
    plainIn(shape, name, 'module'),
    plainIn(shape, name, 'commonjs'),
  ]),
  linked('module', false),
  linked('commonjs', false),
  linked('module', true),
  linked('commonjs', true),
  linkedOtherwise,
  queried,
];
