import { pathInDebuggee } from '../../../../files/debuggee-file.ts';
import type { TracingAnswer, TracingQuestions } from '../../../dap/recipe/tracing-questions.ts';
import { jsonInText } from '../answer-in-text.ts';
import { debuggeeFile } from '../debuggee-files.ts';
import { installModule, moduleNamed } from '../install-module.ts';
import { asciiJson } from '../python-literals.ts';

/** Beside the code that describes values, where the program sees nothing of it. */
const NAME = 'mcp_debugger_trace';
const MODULE = moduleNamed(NAME);

/** The tracer of Python, begun and ended in a program that runs already: sys.monitoring, or beside debugpy's trace function. */
export const pythonTracing: TracingQuestions = {
  installation: () =>
    installModule(NAME, {
      module: 'trace_live',
      paths: {
        trace_live: pathInDebuggee('trace_live.py', import.meta.url),
        own_files: debuggeeFile('own_files.py'),
        how_asked: debuggeeFile('how_asked.py'),
        keep_stores: debuggeeFile('keep_stores.py'),
      },
    }),
  begin: (requestFile) => `${MODULE}.begin(${asciiJson(requestFile)})`,
  beginInThread: () => `${MODULE}.begin_in_thread()`,
  end: () => `${MODULE}.end()`,
  endInThread: () => `${MODULE}.end_in_thread()`,
  decode(result) {
    try {
      // Written by trace_live.py.
      return jsonInText(result, '{') as TracingAnswer;
    } catch {
      return undefined;
    }
  },
};
