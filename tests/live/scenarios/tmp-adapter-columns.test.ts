import { launchWithAdapter } from '../../../src/adapter/dap/python/launch-with-adapter.ts';
import { planPythonCommand } from '../../../src/adapter/dap/python/python-command.ts';
import { pythonRecipe } from '../../../src/adapter/dap/python/recipe.ts';
import type { LaunchRequest } from '../../../src/adapter/debug-adapter.ts';
import { DapDebugAdapter } from '../../../src/adapter/dap/dap-debug-adapter.ts';
import { pythonWith } from '../../support/pythons.ts';
import { describeLanguage } from './language.ts';
import { pythonHost } from './python-host.ts';

const recipe = {
  ...pythonRecipe,
  launch: async (request: LaunchRequest) => {
    const command = await planPythonCommand(request);
    const env = { PYTHONIOENCODING: 'utf-8', PYTHONUNBUFFERED: '1', PYDEVD_DISABLE_FILE_VALIDATION: '1', ...process.env, ...request.env } as Record<string, string>;
    return launchWithAdapter(request, command, { pythonPath: undefined, version: '1.0' }, env);
  },
};
for (const which of (process.env.COLS ?? 'newest,old').split(',') as ('newest' | 'old')[]) {
  const host = pythonHost(pythonWith(which));
  describeLanguage(`${which} by adapter`, { ...host, createAdapter: (traceWire) => new DapDebugAdapter({ recipe, traceWire }) });
}
