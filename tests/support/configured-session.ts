import { join } from 'node:path';
import { DapDebugAdapter } from '../../src/adapter/dap/dap-debug-adapter.ts';
import { languagesIn } from '../../src/adapter/languages/configured/config-file.ts';
import { configuredRecipe } from '../../src/adapter/languages/configured/configured-recipe.ts';
import { DebugSession } from '../../src/session/debug-session.ts';
import type { StartRequest } from '../../src/session/start-request.ts';

/** A place in a template: `${program}`. */
export const name = (text: string) => `\${${text}}`;

/** Sessions with programs of one folder, in languages that a configuration describes. */
export function sessionsIn(folder: string) {
  return {
    /** A session of the one language that a configuration file describes. */
    sessionOf(language: object, request: StartRequest): DebugSession {
      const text = JSON.stringify({ languages: { other: language } });
      const [configured] = languagesIn({ path: join(folder, 'mcp-debugger.json'), text });
      if (configured === undefined) throw new Error('unreachable');
      const recipe = configuredRecipe(configured);
      return new DebugSession(
        { id: 'other', language: 'other', createAdapter: () => new DapDebugAdapter({ recipe }) },
        request,
      );
    },
    launching(program: string, args: readonly string[], more: { stopOnEntry?: boolean } = {}): StartRequest {
      return { kind: 'launch', program, args, cwd: folder, env: {}, stopOnEntry: false, ...more };
    },
  };
}
