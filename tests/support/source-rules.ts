/** The rules of the rooms as functions over source text, so that a test can show each of them able to fail. */

/** A source file: its path from the repository's root, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The rooms that every room of `adapter/v8` may know beside rooms of it. */
const V8 = ['adapter', 'adapter/v8/realms', 'cdp', 'sourcemap', 'files', 'model'];

/**
 * The rooms that a room may import from, beside itself. A room is a folder below `src/`; a file belongs to the deepest one that
 * is listed. `adapter` alone is the seam: the files that lie directly in it.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  model: [],
  // Reading what the program or its project names.
  files: ['model'],
  wire: ['model'],
  cdp: ['wire', 'model'],
  dap: ['wire', 'model'],
  process: ['model'],
  render: ['model'],
  redaction: ['model'],
  // Files of ours, wherever they lie.
  storage: ['model'],
  journal: ['redaction', 'storage', 'model'],
  sourcemap: ['model'],
  adapter: ['files', 'model'],
  // Parsing only: text in, structure out.
  'adapter/v8/source': ['sourcemap', 'files', 'model'],
  'adapter/v8/realms': ['cdp', 'model'],
  'adapter/v8/summary': V8,
  'adapter/v8/scripts': ['adapter/v8/source', ...V8],
  'adapter/v8/pauses': ['adapter/v8/scripts', ...V8],
  'adapter/v8/exceptions': [
    ...['adapter/v8/pauses', 'adapter/v8/scripts', 'adapter/v8/source', 'adapter/v8/summary'],
    ...V8,
  ],
  'adapter/v8/breakpoints': [
    ...['adapter/v8/pauses', 'adapter/v8/scripts', 'adapter/v8/source', 'adapter/v8/summary'],
    ...V8,
  ],
  'adapter/v8/returns': [
    ...['adapter/v8/pauses', 'adapter/v8/scripts', 'adapter/v8/source', 'adapter/v8/summary'],
    ...V8,
  ],
  'adapter/v8/writes': [
    ...['adapter/v8/pauses', 'adapter/v8/scripts', 'adapter/v8/source', 'adapter/v8/summary'],
    ...V8,
  ],
  'adapter/v8/thread': [
    ...['adapter/v8/breakpoints', 'adapter/v8/exceptions', 'adapter/v8/pauses', 'adapter/v8/returns'],
    ...['adapter/v8/scripts', 'adapter/v8/source', 'adapter/v8/summary', 'adapter/v8/writes'],
    ...V8,
  ],
  'adapter/v8/inspection': [
    ...[
      'adapter/v8/writes',
      'adapter/v8/returns',
      'adapter/v8/thread',
      'adapter/v8/pauses',
      'adapter/v8/scripts',
      'adapter/v8/source',
      'adapter/v8/summary',
    ],
    ...V8,
  ],
  'adapter/v8/patching': [
    ...['adapter/v8/thread', 'adapter/v8/pauses'],
    ...['adapter/v8/scripts', 'adapter/v8/source', 'adapter/v8/summary'],
    ...V8,
  ],
  'adapter/v8/hang': [
    ...['adapter/v8/pauses', 'adapter/v8/scripts', 'adapter/v8/source', 'adapter/v8/summary', 'adapter/v8/thread'],
    ...V8,
  ],
  'adapter/v8/threads': ['adapter/v8/thread', 'adapter/v8/breakpoints', 'adapter/v8/scripts', ...V8],
  // Any V8, whatever its host: no process and no Node.
  'adapter/v8': ['adapter/v8/*', ...V8],
  // Commands as texts, and the variables that lead from them into processes below.
  'adapter/commands': ['adapter', 'process', 'files', 'model'],
  'adapter/dap': ['adapter', 'dap', 'wire', 'process', 'files', 'model'],
  'adapter/node': ['adapter', 'adapter/commands', 'adapter/v8', 'adapter/v8/*', 'cdp', 'process', 'files', 'model'],
  // Puts adapters together, and knows none of them.
  'adapter/composite': ['adapter', 'model'],
  // The one table of languages, with a folder for each: all that is above may know of adapters beside the seam.
  'adapter/languages': [
    'adapter',
    'adapter/commands',
    'adapter/node',
    'adapter/dap',
    'adapter/composite',
    'dap',
    'wire',
    'process',
    'storage',
    'files',
    'model',
  ],
  session: ['adapter', 'adapter/commands', 'process', 'files', 'model'],
  engine: ['session', 'adapter', 'adapter/commands', 'adapter/languages', 'process', 'storage', 'files', 'model'],
  investigate: ['engine', 'session', 'adapter', 'adapter/commands', 'process', 'files', 'model'],
  toolsets: ['investigate', 'engine', 'session', 'adapter', 'adapter/commands', 'render', 'model'],
  // One call from arguments to its masked answer; no protocol.
  calls: ['toolsets', 'redaction', 'model'],
  mcp: ['calls', 'toolsets', 'model'],
  tui: ['journal', 'render', 'files', 'model'],
  // Puts everything together.
  bin: [
    ...['mcp', 'calls', 'tui', 'toolsets', 'engine', 'adapter', 'adapter/languages'],
    ...['journal', 'redaction', 'render', 'model'],
  ],
};

/**
 * Lines of code from which on a file is named, for a look for a second noun in it. No more than that: a limit that fails
 * can be met by taking out comments, which makes a file worse.
 */
const LONG_FILE_LINES = 300;
/** A folder with more files is more than one room. */
const MAX_FOLDER_FILES = 20;

/** Packages and built-in modules that only some rooms may import. */
const RESTRICTED: readonly { readonly module: RegExp; readonly rooms: readonly string[] }[] = [
  { module: /^@modelcontextprotocol\//, rooms: ['mcp'] },
  // In journal: the schemas of its entries, which are its published form.
  { module: /^zod(\/|$)/, rooms: ['calls', 'mcp', 'toolsets', 'journal', 'investigate'] },
  { module: /^acorn$/, rooms: ['adapter/v8/source'] },
  {
    module: /^node:(net|http|https|tls|dgram|child_process|worker_threads)$/,
    rooms: ['wire', 'cdp', 'dap', 'process', 'adapter/node', 'adapter/dap', 'adapter/languages', 'mcp', 'bin'],
  },
  {
    module: /^node:fs(\/promises)?$/,
    rooms: [
      ...['wire', 'cdp', 'dap', 'process', 'adapter', 'adapter/v8', 'adapter/node', 'adapter/dap', 'adapter/languages'],
      ...['storage', 'files', 'journal', 'session', 'engine', 'investigate', 'tui', 'bin'],
    ],
  },
];

/** Words that only some rooms may use in code, because what they stand for is hidden behind a seam elsewhere. */
const VOCABULARY: readonly { readonly word: RegExp; readonly rooms: readonly string[] }[] = [
  // 0-based places.
  { word: /\b(lineNumber|columnNumber)\b/, rooms: ['cdp', 'sourcemap', 'adapter/v8', 'adapter/node'] },
  { word: /['"`](Debugger|Runtime|NodeRuntime|NodeWorker|Profiler)\.\w/, rooms: ['cdp', 'adapter/v8', 'adapter/node'] },
  // A page has none of these.
  {
    word: /\bNode(Runtime|Worker|Tracing)\b|['"`]node:(?!\w+(\/\w+)?['"`])/,
    // What a frame is called where it is shown, and in the text of an error, is the host's own word.
    rooms: ['cdp', 'adapter/node', 'adapter/languages', 'render', 'investigate/test-run'],
  },
  // A name from the program or its project may stand for a FIFO, a device or a file without an end: only `files` reads by such names.
  // The others read the system's tables, a pipe and a log of ours.
  {
    word: /(?<!fs\.)\b(readFileSync|openSync|readSync|createReadStream)\b|\bimport \{[^}]*\b(open|readFile)\b[^}]*\} from 'node:fs/,
    rooms: ['files', 'storage', 'process', 'journal', 'adapter/node/launch/boot', 'adapter/node/trace/in-debuggee'],
  },
  // Its maker answers for its roots, its observer and its end.
  { word: /\bnew DebugSession\(/, rooms: ['engine'] },
  { word: /\bconsole\.(log|error|warn|info|debug)\(/, rooms: [] },
  { word: /\bprocess\.stdout\b/, rooms: ['bin'] },
  // It keeps a pool of connections for each address that it was ever given, some 20 kB, and each program has an address of its own.
  { word: /(?<!\.)\bfetch\(/, rooms: [] },
];

/** The toolsets and the rooms that may know them. */
const ABOVE_TOOLSETS: readonly string[] = ['toolsets', 'calls', 'mcp', 'cli', 'bin'];

/** The modules that a file imports, type imports included. */
export function importsOf(file: SourceFile): string[] {
  const text = withoutComments(file.text);
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []));
}

/** Imports against the direction of the rooms, and of modules that a room may not know. */
export function directionProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => importsOf(file).flatMap((module) => directionProblem(file, module) ?? []));
}

function directionProblem(file: SourceFile, module: string): string | undefined {
  const room = roomOf(file.path);
  const allowed = ROOMS[room];
  if (allowed === undefined) return `${file.path}: ${room} is not a room`;
  if (!module.startsWith('.')) return foreignProblem(file.path, room, module);
  const target = resolved(file.path, module);
  if (target === 'package.json' && room === 'bin') return undefined;
  const targetRoom = roomOf(target);
  if (targetRoom === room || allowed.some((each) => isIn(targetRoom, each))) return undefined;
  return `${file.path} imports ${target}: ${room} must not know ${targetRoom}`;
}

function foreignProblem(path: string, room: string, module: string): string | undefined {
  if (room === 'model' && module !== 'node:events') return `${path} imports ${module}: model imports nothing`;
  const broken = RESTRICTED.find(
    (rule) => rule.module.test(module) && !rule.rooms.some((each) => room === each || room.startsWith(`${each}/`)),
  );
  return broken && `${path} imports ${module}: only ${broken.rooms.join(', ')} may`;
}

/** Groups of files that import each other in a circle, type imports included; each as `a → b → a`. */
export function cycles(files: readonly SourceFile[]): string[] {
  const graph = new Map(files.map((file) => [file.path, relativeImports(file)]));
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (state.get(path) === 'open') found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (state.has(path)) return;
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

function relativeImports(file: SourceFile): string[] {
  return importsOf(file)
    .filter((module) => module.startsWith('.'))
    .map((module) => resolved(file.path, module));
}

/** Things that no source text may contain. */
export function textProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = withoutComments(text);
    return [
      text.includes('\0') && `${path} contains a NUL byte`,
      /(?::|<|\bas|\||=>)\s*any\b(?!\w*['"`(])/.test(code) && `${path} uses any`,
    ].filter((problem) => problem !== false);
  });
}

/** Files with much code. Comments and empty lines do not count. */
export function longFileWarnings(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = withoutComments(text)
      .split('\n')
      .filter((line) => line.trim() !== '').length;
    return lines > LONG_FILE_LINES ? [`${path} has ${lines} lines of code: look for a second noun`] : [];
  });
}

/** Folders with too many files directly in them. */
export function folderProblems(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FOLDER_FILES)
    .map(([folder, count]) => `${folder} has ${count} files, more than ${MAX_FOLDER_FILES}: look for a room in it`);
}

/** Words in the code of rooms that must not know what they stand for. */
export function vocabularyProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = withoutComments(text);
    const broken = VOCABULARY.filter(
      ({ word, rooms }) => word.test(code) && !rooms.some((each) => path.startsWith(`src/${each}/`)),
    );
    return broken.map(({ word }) => `${path} says ${code.match(word)?.[0]}`);
  });
}

/** Folders of `tests/unit` that mirror no folder of `src`: moving a room would leave its tests behind. */
export function mirrorProblems(unitFolders: readonly string[], sourceFolders: ReadonlySet<string>): string[] {
  return unitFolders
    .filter((folder) => !sourceFolders.has(folder))
    .map((folder) => `tests/unit/${folder}: there is no src/${folder}`);
}

/** Names of tools in rooms below the toolsets, comments included: each toolset has names of its own for the same actions. */
export function toolNameProblems(files: readonly SourceFile[], toolNames: readonly string[]): string[] {
  const name = new RegExp(`(?<![\\w.-])(?:${toolNames.join('|')})(?![\\w-])`, 'g');
  return files
    .filter(({ path }) => !ABOVE_TOOLSETS.some((room) => path.startsWith(`src/${room}/`)))
    .flatMap(({ path, text }) => (text.match(name) ?? []).map((found) => `${path} names the tool ${found}`));
}

/** Error codes in the union without a line in its doc comment, and the other way round. */
export function errorCodeProblems(source: string): string[] {
  const documented = new Set(matches(source, /^ \* - `(\w+)`: \S/gm));
  const union = source.match(/export type \w*ErrorCode =([^;]*);/)?.[1] ?? '';
  const codes = new Set(matches(union, /'(\w+)'/g));
  if (codes.size === 0) return ['no type of error codes found'];
  return [
    ...[...codes].filter((code) => !documented.has(code)).map((code) => `${code} is not documented`),
    ...[...documented].filter((code) => !codes.has(code)).map((code) => `${code} is documented but does not exist`),
  ];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}

/** The deepest room that is listed; else the folder, which is no room. */
function roomOf(path: string): string {
  const folders = path.split('/').slice(1, -1);
  for (let depth = folders.length; depth > 0; depth--) {
    const room = folders.slice(0, depth).join('/');
    if (room in ROOMS) return room === 'adapter' && folders.length > 1 ? folders.slice(0, 2).join('/') : room;
  }
  return folders[0] ?? path;
}

/** `a/*` stands for all rooms below `a`. */
function isIn(room: string, allowed: string): boolean {
  return allowed.endsWith('/*') ? room.startsWith(allowed.slice(0, -1)) : room === allowed;
}

function resolved(from: string, module: string): string {
  return new URL(module, `file:///${from}`).pathname.slice(1);
}

/** Good enough for our own formatted sources: a comment never shares a line with a string that contains its opening. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
