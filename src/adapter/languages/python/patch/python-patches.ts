import { textInDebuggee } from '../../../../files/debuggee-file.ts';
import type { PatchOutcome } from '../../../../model/program/patch-outcome.ts';
import type { PatchQuestions } from '../../../dap/recipe/patch-questions.ts';
import { jsonInText } from '../answer-in-text.ts';
import { moduleTexts } from '../debuggee-files.ts';
import { installModule, moduleNamed } from '../install-module.ts';
import { asciiJson } from '../python-literals.ts';

/** Beside the code that describes values, where the program sees nothing of it. */
const NAME = 'mcp_debugger_patch';
const MODULE = moduleNamed(NAME);

/** Functions of Python get the code of a new text by their `__code__`. */
export const pythonPatches: PatchQuestions = {
  installation: () =>
    installModule(NAME, {
      module: 'patch_functions',
      texts: {
        ...moduleTexts(['how_asked']),
        patch_functions: textInDebuggee('patch_functions.py', import.meta.url),
      },
    }),
  change({ path, wanted, base, isLoaded, withinMs }) {
    const until = (Date.now() + withinMs) / 1_000;
    const request = { path, wanted, base: base ?? null, is_loaded: isLoaded, until };
    return `${MODULE}.change(${asciiJson(JSON.stringify(request))})`;
  },
  revert: (path) => `${MODULE}.revert(${asciiJson(path)})`,
  decode(result) {
    try {
      // Written by patch_functions.py, alone or at the end of a traceback.
      return jsonInText(result, '{"kind": ') as PatchOutcome;
    } catch {
      return undefined;
    }
  },
};
