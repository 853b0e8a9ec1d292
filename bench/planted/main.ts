// Plants bugs in copies of real packages, and measures what it takes to see them: npm run planted
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Server } from '../server.ts';
import { ask } from './ask.ts';
import { NODE_BUGS } from './bugs-node.ts';
import { PYTHON_BUGS } from './bugs-python.ts';
import { installPackages } from './packages.ts';
import type { PlantedBug } from './planted-bug.ts';
import { type PlantedProject, plantedProject } from './project.ts';
import { stepTo } from './stepping.ts';
import { verdictOf } from './verdict.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    show: { type: 'boolean' },
    first: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const bugs = [...NODE_BUGS, ...PYTHON_BUGS];
const folders = installPackages(join(root, '.cache/planted'), bugs);
const results = [];
const chosen = bugs.filter(({ program }) => program.includes(options.only));
for (const bug of options.first ? chosen : []) {
  const { tokens, verdict } = await asked(planted(bug), bug.call, options.show);
  console.log(`${bug.package} (${bug.mistake}): ${JSON.stringify(bug.call)} ${verdict}, ${tokens} tokens`);
}
for (const bug of options.first ? [] : chosen) {
  const result = await measured(bug);
  results.push(result);
  const { call, trace, others, stepping } = result;
  console.log(
    `${bug.package} (${bug.mistake}): ${JSON.stringify(call)} ${trace.verdict}, ${trace.tokens} tokens; ` +
      `tree ${others.calls.verdict}, frame ${others.frame.verdict}; ` +
      `stepping ${stepping.calls} calls, ${stepping.tokens} tokens${stepping.isThere ? '' : ', not there'}`,
  );
}
const found = results.filter(({ trace }) => trace.verdict === 'found').length;
console.log(`${found} of ${results.length} found by the first call`);
if (options.write) {
  if (options.only !== '') throw new Error('--write needs all bugs');
  writeFileSync(
    join(root, 'docs/planted.json'),
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), results }, null, 2)}\n`,
  );
}

async function measured(bug: PlantedBug) {
  const project = planted(bug);
  const { package: name, language, mistake, right, wrong, call, plant } = bug;
  const trace = await asked(project, call, options.show);
  const calls = await asked(project, { ...call, mode: 'calls' });
  const frame = await asked(project, { ...call, mode: 'frame', function: call.function ?? '(top level)' });
  const stepping = await stepTo(project, start);
  const { file, line } = project.faulty;
  return {
    package: name,
    language,
    mistake,
    right,
    wrong,
    faulty: `${file}:${line}`,
    plant,
    call,
    trace,
    others: { calls, frame },
    stepping,
  };
}

function planted(bug: PlantedBug): PlantedProject {
  return plantedProject(bug, folders, join(root, 'bench/planted/programs'));
}

async function asked(project: PlantedProject, call: object, isShown = false) {
  const server = await start(project);
  try {
    const { text, tokens } = await ask(server, 'debug_trace', { program: project.bug.program, ...call });
    if (isShown) console.log(text);
    return { tokens, verdict: verdictOf(text, project) };
  } finally {
    await server.close();
  }
}

function start({ cwd, env }: PlantedProject): Promise<Server> {
  return Server.startIn(cwd, join(here, 'mcp-debugger.js'), ['--no-log', '--toolset', 'debug'], env);
}
