import { delimiter, dirname } from 'node:path';

/** Vitest setup file: what follows in this process runs on the newest Python of the machine. */
process.env.MCP_DEBUGGER_TEST_PYTHON = 'latest';
// It reads the variable when it is loaded.
const { pythonWith } = await import('./pythons.ts');
process.env.PATH = [dirname(pythonWith('newest')), process.env.PATH ?? ''].join(delimiter);
