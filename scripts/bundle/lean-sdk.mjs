// An esbuild plugin that leaves out what a stdio server never uses of the MCP SDK, and changes nothing of what it does. Every start
// pays for all that is read: `npm run bench -- --only start` measures a server with the whole SDK beside the one that is shipped, and
// tests/scripts/lean-sdk.test.mjs compares what the two answer.
import { readFileSync } from 'node:fs';

/** A table of all schemas under public names, `specTypeSchemas` and `isSpecType`: we import neither, but filling it keeps all alive. */
const TABLE_FILLERS = [
  'for (const key of SPEC_SCHEMA_KEYS) register(key, schemas_exports[key]);',
  'for (const [key, schema] of Object.entries(authSchemas)) register(key, schema);',
];

/** Calls that only make a schema: without the mark, the bundler must keep each one for fear of a side effect. */
const SCHEMA_CALL = /(?<![\w$.])((?:z|\w+Schema(?:\$\d)?)\.\w+\(|__exportAll\()/g;
const COMMENT_LINE = /^\s*(\*|\/\/|\/\*)/;

/** For hand-written JSON Schemas and elicitation, which we have none of; 150 KB. */
const NO_VALIDATOR = `
  export { default as process } from 'node:process';
  export class DefaultJsonSchemaValidator {
    getValidator() { throw new Error('The JSON Schema validator is left out of the bundle: see scripts/bundle/lean-sdk.mjs'); }
  }`;

export const leanSdk = {
  name: 'lean-sdk',
  setup(builder) {
    const emptied = new Set();
    builder.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'no-validator',
    }));
    builder.onLoad({ filter: /.*/, namespace: 'no-validator' }, () => ({ contents: NO_VALIDATOR, resolveDir: '.' }));
    builder.onLoad({ filter: /@modelcontextprotocol[\\/](core|server)[\\/]dist[\\/].*\.mjs$/ }, ({ path }) => {
      let text = readFileSync(path, 'utf8');
      for (const filler of TABLE_FILLERS) {
        if (!text.includes(filler)) continue;
        text = text.replace(filler, '');
        emptied.add(filler);
      }
      return { contents: text.split('\n').map(markSchemaCalls).join('\n'), loader: 'js' };
    });
    // A new SDK may be written differently: then this plugin does nothing, which must be seen here and not in a slow start.
    builder.onEnd(() => {
      const missed = TABLE_FILLERS.filter((filler) => !emptied.has(filler));
      return {
        errors: missed.map((filler) => ({
          text: `scripts/bundle/lean-sdk.mjs: the SDK no longer contains: ${filler}`,
        })),
      };
    });
  },
};

function markSchemaCalls(line) {
  if (COMMENT_LINE.test(line)) return line;
  return line
    .replace(SCHEMA_CALL, '/* @__PURE__ */ $1')
    .replace(/^const (\w+) = Object\.freeze/, 'const $1 = /* @__PURE__ */ Object.freeze');
}
