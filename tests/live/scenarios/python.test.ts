import { locateDebugpy } from '../../../src/adapter/dap/python/debugpy-copy.ts';
import { findInterpreter } from '../../../src/adapter/dap/python/find-interpreter.ts';
import { pythonWith } from '../../support/pythons.ts';
import { describeLanguage } from './language.ts';
import { pythonHost } from './python-host.ts';

const executablePath = pythonWith('newest');
const interpreter = await findInterpreter({ executablePath, cwd: process.cwd(), env: process.env });
const debugpy = await locateDebugpy(interpreter);

describeLanguage(`Python ${interpreter.version}, debugpy ${debugpy?.version}`, pythonHost(executablePath));
