import { locateDebugpy } from '../../../src/adapter/languages/python/debugpy/debugpy-copy.ts';
import { isDirect } from '../../../src/adapter/languages/python/debugpy/launch-debugpy.ts';
import { findInterpreter } from '../../../src/adapter/languages/python/interpreter/find-interpreter.ts';
import { debugpyVersions, pythonWith } from '../../support/pythons.ts';
import { describeLanguage } from './language.ts';
import { pythonHost } from './python-host.ts';

// Both ways to a program: one that connects to us itself, and an old debugpy's, through its adapter, which the whole run has.
for (const debugpy of debugpyVersions()) {
  const executablePath = pythonWith(debugpy);
  const interpreter = await findInterpreter({ executablePath, cwd: process.cwd(), env: process.env });
  const { version = '' } = (await locateDebugpy(interpreter)) ?? {};
  const way = isDirect(version) ? '' : ' by its adapter';
  describeLanguage(`Python ${interpreter.version}, debugpy ${version}${way}`, pythonHost(executablePath));
}
