import type { AdapterQuirks } from '../../dap/recipe/adapter-quirks.ts';
import { PROCESS_NAME_QUESTION } from './python-summariser.ts';

/** Names of processes that debugpy calls `-c`. */
export const pythonNaming: NonNullable<NonNullable<AdapterQuirks['start']>['naming']> = {
  isNameless: (reported) => reported === '-c',
  expression: PROCESS_NAME_QUESTION,
  // What was refused comes as a traceback.
  read: (result) => (/^[^\n'"]{1,80}$/.test(result) ? `multiprocessing ${result}` : undefined),
};
