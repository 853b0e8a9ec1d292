import { textInDebuggee } from '../../../../files/debuggee-file.ts';
import type { RestartQuestions } from '../../../dap/recipe/restart-questions.ts';
import { jsonInText } from '../answer-in-text.ts';
import { installModule, moduleNamed } from '../install-module.ts';

/** Beside the code that describes values, where the program sees nothing of it. */
const NAME = 'mcp_debugger_restart';
const MODULE = moduleNamed(NAME);

const MODULES = ['restart_code', 'restart_frames'] as const;

/** Python's own jump, where it means the start of the call and leaves nothing open. */
export const pythonRestarts: RestartQuestions = {
  installation: () =>
    installModule(NAME, {
      module: 'restart_frames',
      texts: Object.fromEntries(MODULES.map((name) => [name, textInDebuggee(`${name}.py`, import.meta.url)])),
    }),
  plan: (takesText) => `${MODULE}.plan(${takesText ? 'True' : 'False'})`,
  readPlan(result) {
    const answer = parsed(result) as WirePlan | undefined;
    if (answer === undefined) return undefined;
    return 'refused' in answer ? { kind: 'refused', why: answer.refused } : { kind: 'planned', ...answer };
  },
  kept: () => `${MODULE}.kept()`,
  readKept: (result) => (parsed(result) as WireKept | undefined) ?? { kept: [], others: false },
};

// As restart_frames.py writes it.
type WirePlan =
  | { readonly refused: string }
  | { readonly line: number; readonly assigned: readonly string[]; readonly shared: readonly string[] };

interface WireKept {
  readonly kept: readonly string[];
  readonly others: boolean;
}

/** The answer itself, or a traceback that ends with it. */
function parsed(text: string): unknown {
  try {
    return jsonInText(text, '{"');
  } catch {
    return undefined;
  }
}
