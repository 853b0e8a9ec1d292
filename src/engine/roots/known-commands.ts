import { existsSync, readdirSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { foldersUpward } from '../../files/folders-upward.ts';
import { readText } from '../../files/read-file.ts';
import { findCommand } from '../../process/find-command.ts';
import { packageFile } from './scripts-file.ts';

/** The place of a command: where it is started, and what belongs to the project. */
export interface CommandPlace {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** True for a path inside of a root. */
  readonly isInside: (path: string) => boolean;
}

/** Commands that run files of a project and, apart from the options that given-code.ts knows, no code that they are handed. */
const RUNS_FILES = anyOf(
  'node nodejs tsx ts-node(-\\w+)? bun deno babel-node vite-node jiti esno npm npx pnpm pnpx yarn yarnpkg bunx',
  'i?(python|pypy)[\\d.]*t? uv uvx poetry pipenv pdm hatch rye (ba|da|z|k|fi)?sh (gnu|g)?make go dlv (ruby|php)[\\d.]*',
  'ava borp c8 cucumber-js cypress jasmine jest _?mocha nyc playwright tap tape uvu vitest web-test-runner wtr',
  'astro eslint nest next nuxi? remix rollup svelte-kit tsc vite vue-cli-service webpack react-scripts ng',
  'concurrently conc npm-run-all2? run-[ps] nodemon onchange start-server-and-test cross-env env-cmd dotenv wait-on',
  'pytest py\\.test nox nose2 behave robot trial green stestr coverage hypercorn gunicorn uvicorn daphne waitress-serve',
  'flask fastapi django-admin celery dramatiq rq huey_consumer scrapy streamlit twistd mkdocs sphinx-build mypy alembic',
  'env time nice nohup timeout true false echo sleep test',
);
/** Modules of Python that are known in the same way, and what lies in them. */
const RUNS_MODULES = anyOf(
  ...[
    'unittest doctest http\\.server json\\.tool cProfile profile trace compileall zipapp venv aiohttp\\.web',
    'pytest py\\.test nox nose2 behave robot trial green stestr coverage hypercorn gunicorn uvicorn daphne waitress',
    'flask fastapi django celery dramatiq rq huey scrapy streamlit twisted mkdocs sphinx mypy alembic',
    'scalene viztracer memory_profiler kernprof debugpy',
  ].map((names) => names.replaceAll(/\S+/g, '$&(\\..+)?')),
);

/** Runs another command: the one behind a word of its own, or its first. */
interface Wrapper {
  readonly name: RegExp;
  readonly behind?: RegExp;
  /** Options whose next word is a value. */
  readonly valued: RegExp;
  /** The place of a command that is not of the project: on PATH, in an environment that is not seen from here, or in a registry. */
  readonly looksIn: 'path' | 'environment' | 'registry';
}

const WRAPPERS: readonly Wrapper[] = [
  { name: /^env$/, valued: /^(-u|-C|--unset|--chdir)$/, looksIn: 'path' },
  { name: /^(time|nice|nohup)$/, valued: /^-[nof]$/, looksIn: 'path' },
  { name: /^timeout$/, valued: /^(-s|-k|--signal|--kill-after)$/, looksIn: 'path' },
  {
    name: /^(cross-env|env-cmd|dotenv|c8|nyc)$/,
    valued: /^(-e|-f|-r|--file|--reporter|--include|--exclude)$/,
    looksIn: 'path',
  },
  { name: /^(npx|pnpx|bunx|uvx)$/, valued: /^(-p|-w|--(package|workspace|from|with|python))$/, looksIn: 'registry' },
  {
    name: /^(npm|pnpm|yarn|bun)$/,
    behind: /^(exec|x|dlx)$/,
    valued: /^(-p|-w|-F|-C|--(package|workspace|filter|prefix|dir|cwd))$/,
    looksIn: 'registry',
  },
  {
    name: /^(uv|poetry|pipenv|pdm|hatch|rye)$/,
    behind: /^run$/,
    valued:
      /^(-p|-C|-P|-e|--(python|with|with-editable|with-requirements|extra|group|project|directory|package|env-file))$/,
    looksIn: 'environment',
  },
];
/** Words in front of a command that are neither: `X=1`, `5s`, `--` */
const IN_FRONT = /^([A-Za-z_]\w*=.*|\d+(\.\d+)?[smhd]?|--)$/s;
const MAX_PACKAGE_BYTES = 1_000_000;
const TOOLS = [join('node_modules', '.bin'), join('.venv', 'bin'), join('venv', 'bin')];

/** A command of which nothing says that it runs files of the project alone, in the words of a launch: `sed`. Undefined if there is none. */
export function unknownCommand(words: readonly string[], place: CommandPlace): string | undefined {
  const [first = '', ...rest] = words;
  if (isElsewhere(first, place)) return first;
  const wrapper = WRAPPERS.find(({ name }) => name.test(commandName(first)));
  if (wrapper === undefined) return undefined;
  const start = wrapper.behind === undefined ? 0 : rest.findIndex((word) => wrapper.behind?.test(word)) + 1;
  if (start === 0 && wrapper.behind !== undefined) return otherWord(first, rest, place);
  return wrapped(wrapper, rest.slice(start), place);
}

/** True for what runs on PATH and is not known: a line that holds such a word as its first may be that command. */
function isElsewhere(name: string, place: CommandPlace): boolean {
  return !isKnown(name, place) && findCommand(name, pathOf(place)) !== undefined;
}

/** True for a module of Python that is known, or that lies in the project. */
export function isKnownModule(name: string, { cwd, env, isInside }: CommandPlace): boolean {
  if (RUNS_MODULES.test(name)) return true;
  const [top = ''] = name.split('.');
  const given = (env.PYTHONPATH ?? '').split(delimiter).map((each) => resolve(cwd, each));
  const folders = [
    cwd,
    join(cwd, 'src'),
    ...given,
    ...['.venv', 'venv'].flatMap((each) => packagesIn(join(cwd, each))),
  ];
  return folders.some((folder) => [top, `${top}.py`].some((each) => isThere(join(folder, each), isInside)));
}

/** `node` of `/usr/bin/node` and `node@20`. */
export function commandName(word: string): string {
  return basename(word)
    .replace(/\.(exe|cmd|bat)$/i, '')
    .replace(/@[^@]*$/, '');
}

function wrapped(wrapper: Wrapper, words: readonly string[], place: CommandPlace): string | undefined {
  let isCertain = true;
  for (const [at, word] of words.entries()) {
    if (wrapper.valued.test(words[at - 1] ?? '') || IN_FRONT.test(word)) continue;
    if (word.startsWith('-')) {
      // `uv run -m app`: a module, of which the interpreter's rules decide.
      if (/^(-m|--module)$/.test(word) && wrapper.looksIn === 'environment') return undefined;
      isCertain &&= wrapper.valued.test(word);
      continue;
    }
    if (isKnown(word, place)) return unknownCommand(words.slice(at), place);
    if (wrapper.looksIn === 'registry') return isNamedByPackage(word, place) ? undefined : word;
    const isAway = wrapper.looksIn === 'environment' && isCertain && findCommand(word, pathOf(place)) === undefined;
    return isAway ? undefined : word;
  }
  return undefined;
}

/** A word that pnpm runs as a command, as it names neither a script nor a command of pnpm: `pnpm sed`. */
function otherWord(manager: string, words: readonly string[], place: CommandPlace): string | undefined {
  if (commandName(manager) !== 'pnpm') return undefined;
  const command = words.find((word) => !word.startsWith('-'));
  return command !== undefined && !isNamedByPackage(command, place) && isElsewhere(command, place)
    ? command
    : undefined;
}

function isKnown(word: string, place: CommandPlace): boolean {
  const { cwd, isInside } = place;
  if (/[\\/]/.test(word) && isThere(resolve(cwd, word), isInside)) return true;
  const name = commandName(word);
  if (RUNS_FILES.test(name)) return true;
  const found = findCommand(word, pathOf(place));
  return (
    (found !== undefined && isInside(found)) ||
    foldersUpward(cwd).some((folder) => TOOLS.some((tools) => isThere(join(folder, tools, name), isInside)))
  );
}

/** True for a tool or a script that the nearest package.json names. */
function isNamedByPackage(word: string, { cwd, isInside }: CommandPlace): boolean {
  const path = packageFile(cwd);
  const text = path !== undefined && isInside(path) ? readText(path, MAX_PACKAGE_BYTES) : undefined;
  return text?.includes(`${JSON.stringify(commandName(word))}:`) ?? false;
}

function packagesIn(environment: string): string[] {
  try {
    return readdirSync(join(environment, 'lib')).map((each) => join(environment, 'lib', each, 'site-packages'));
  } catch {
    return [];
  }
}

/** Lies in the project, at the end of its links. */
function isThere(path: string, isInside: CommandPlace['isInside']): boolean {
  return existsSync(path) && isInside(path);
}

function pathOf({ cwd, env }: CommandPlace) {
  return { cwd, env: { ...process.env, ...env } };
}

function anyOf(...names: readonly string[]): RegExp {
  return new RegExp(`^(${names.join(' ').replaceAll(' ', '|')})$`);
}
