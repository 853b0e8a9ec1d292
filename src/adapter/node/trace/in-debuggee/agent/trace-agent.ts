// Preloaded into every Node process and worker of a traced run. Whatever fails here leaves the program as it would be without us.
import fs from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type Instructions, Instrumenter } from '../code/instrument.ts';
import { RECORDER } from '../code/table.ts';
import { hideInStacks } from '../hooks/call-sites.ts';
import { passOnToChildren } from '../hooks/children.ts';
import { CompiledModules, hookReadFiles } from '../hooks/commonjs.ts';
import { hookContexts } from '../hooks/contexts.ts';
import { watchEndings, watchMessages } from '../hooks/endings.ts';
import { hideInFunctionTexts } from '../hooks/function-text.ts';
import { LoadedTexts } from '../hooks/loaded-texts.ts';
import { whenModulesCome } from '../hooks/module-programs.ts';
import { hasHooks, hookModules, hookModulesByThread } from '../hooks/modules.ts';
import { Texts } from '../hooks/texts.ts';
import { isThreadOfHooks, passOnToWorkers } from '../hooks/workers.ts';
import { callersBegin } from '../record/caller.ts';
import { Recorder } from '../record/recorder.ts';
import { OwnCode } from './own-code.ts';
import { program } from './program.ts';
import { type Settings, takeSettings } from './settings.ts';

export { initialize, load } from '../hooks/hooks-thread.ts';

/** Options and programs by which a compiler may be loaded. */
const COMPILING = /(^| )(-r|--require|--import|--loader|--experimental-loader)\b|[\\/]node_modules[\\/]/;
/** Test runners catch what is thrown in a test. */
const RUNNERS = /[\\/](jest|vitest|mocha|ava|tap|jasmine)[\\/.-]|--test\b/;

function start({ request, ...settings }: Settings): void {
  // Process numbers come again; node:crypto would take longer to load than all else.
  const file = `${process.pid}-${threadId}-${process.hrtime.bigint().toString(36)}.jsonl`;
  const facts = { pid: process.pid, thread: threadId, argv: [...process.argv] };
  const recorder = new Recorder(request, join(request.directory, file), facts);
  const catches = RUNNERS.test([...process.execArgv, ...process.argv].join(' ')) || 'NODE_TEST_CONTEXT' in process.env;
  const instructions: Instructions = { wanted: request.wanted, catches, firstKey: 1 };
  const loaded = new LoadedTexts();
  const texts = new Texts(new OwnCode(request.roots), new Instrumenter(instructions), recorder, loaded);
  const enter = (...given: Parameters<Recorder['enter']>) => recorder.enter(...given);
  callersBegin(enter);
  Object.defineProperty(program, RECORDER, {
    value: Object.assign(enter, {
      define: (json: string) => texts.define(json),
      counts: (key: number) => recorder.counts(key),
      tick: () => recorder.counted(),
      test: (...given: Parameters<Recorder['test']>) => recorder.test(...given),
    }),
  });
  hideInStacks(loaded, (error, sites) => recorder.formats(error, sites));
  hideInFunctionTexts(loaded);
  watchEndings(recorder, loaded);
  watchMessages(recorder, loaded);
  const compiled = new CompiledModules(texts, loaded);
  const words = [...process.execArgv, process.env.NODE_OPTIONS ?? '', process.argv[1] ?? ''].join(' ');
  if (COMPILING.test(words)) compiled.hook();
  if (hasHooks) hookModules(texts, compiled, loaded);
  else {
    hookReadFiles(texts, compiled, loaded);
    const threaded = { ...instructions, firstKey: 1_000_000, roots: request.roots };
    if (!isThreadOfHooks()) whenModulesCome(texts, () => hookModulesByThread(threaded, loaded));
  }
  hookContexts(texts, loaded);
  passOnToChildren({ request, ...settings });
  passOnToWorkers({ request, ...settings }, loaded);
  // Modules with probes may run there, too, but nothing of the program.
  if (!isThreadOfHooks()) recorder.begin();
}

/** Nothing is traced in this process: that is said, if that can be. */
function giveUp({ request }: Settings, error: unknown): void {
  const file = join(request.directory, `${process.pid}-${threadId}-failed.jsonl`);
  const text = `Process ${process.pid} is not traced: the tracer failed with ${error}.`;
  const facts = {
    kind: 'process',
    pid: process.pid,
    thread: threadId,
    argv: [...process.argv],
    startedAtMs: Date.now(),
  };
  fs.appendFileSync(file, `${JSON.stringify(facts)}\n${JSON.stringify({ kind: 'note', text, isGap: true })}\n`, {
    mode: 0o600,
  });
}

let settings: Settings | undefined;
try {
  settings = RECORDER in program ? undefined : takeSettings();
  if (settings !== undefined) start(settings);
} catch (error) {
  // Untraced, but undisturbed.
  try {
    if (settings !== undefined) giveUp(settings, error);
  } catch {
    // There is nowhere to say it.
  }
}
