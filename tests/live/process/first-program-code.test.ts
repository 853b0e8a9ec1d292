import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const THROWN_BY_TOOL = 60;
/** A function comes first, in which V8 puts what is asked for above the statement. */
const OWN = "function later() {\n  return 1;\n}\nthrow new Error('own');\n";
/** A tool that throws and catches by itself, loads a file of the program, and catches what that throws. */
const TOOL = `for (let i = 0; i < ${THROWN_BY_TOOL}; i++) { try { new URL('tool'); } catch {} }
`;
const KINDS = {
  CommonJS: {
    'node_modules/tool/main.cjs': `${TOOL}try { require('../../own.cjs'); } catch {}\n`,
    'own.cjs': "throw new Error('own');\n",
  },
  'an ES module': {
    'node_modules/tool/main.mjs': `${TOOL}try { await import('../../own.mjs'); } catch {}\n`,
    'own.mjs': OWN,
  },
  'a script that a tool runs': {
    'node_modules/tool/main.cjs': `${TOOL}const { readFileSync } = require('node:fs');
const file = require('node:path').join(__dirname, '../../own.js');
try { new (require('node:vm').Script)(readFileSync(file, 'utf8'), { filename: file }).runInThisContext(); } catch {}
`,
    'own.js': OWN,
  },
};

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  test.each(Object.entries(KINDS))(
    'what the first statement of %s throws stops it, and what tools throw before does not',
    async (_, files) => {
      const program = await DebuggedProgram.start(path, files, { exceptionMode: 'userUnhandled' });
      await using _program = program;
      expect(await program.firstStop()).toMatch(/^exception own\.(?:cjs:1|m?js:4)$/);
      const paused = program.wire.filter((line) => line.includes('"method":"Debugger.paused"'));
      expect(paused.length).toBeLessThan(THROWN_BY_TOOL);
      expect(await program.go()).toBe('exited 0');
    },
  );
});
