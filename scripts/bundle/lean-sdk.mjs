// An esbuild plugin that leaves out what a stdio server never uses of the MCP SDK. Every start pays for each schema that is built,
// every call for each that is run: without this plugin the handshake is answered about 15 ms later.
import { readFileSync } from 'node:fs';

/** A table of all schemas under public names, `specTypeSchemas` and `isSpecType`: we import neither, but filling it keeps all alive. */
const TABLE_FILLERS = [
  'for (const key of SPEC_SCHEMA_KEYS) register(key, schemas_exports[key]);',
  'for (const [key, schema] of Object.entries(authSchemas)) register(key, schema);',
];

/**
 * What kind of message one is. The SDK finds out with a schema, five to seven times between the reading of a call and its answer.
 * All messages were checked whole when they were read, or were made by the SDK, and one look at a field tells the kinds apart.
 */
const KIND_CHECKS = {
  isJSONRPCRequest: ['JSONRPCRequestSchema', "'method' in value && 'id' in value"],
  isJSONRPCNotification: ['JSONRPCNotificationSchema', "'method' in value && !('id' in value)"],
  isJSONRPCResultResponse: ['JSONRPCResultResponseSchema', "'result' in value"],
  isJSONRPCErrorResponse: ['JSONRPCErrorResponseSchema', "'error' in value"],
};
const CUTS = [
  ...TABLE_FILLERS.map((filler) => [filler, '']),
  ...Object.entries(KIND_CHECKS).map(([name, [schema, check]]) => [
    `const ${name} = (value) => ${schema}.safeParse(value).success;`,
    `const ${name} = (value) => ${check};`,
  ]),
];

/** Calls that only make a schema: without the mark, the bundler must keep each one for fear of a side effect. */
const SCHEMA_CALL = /(?<![\w$.])((?:z|\w+Schema(?:\$\d)?)\.\w+\(|__exportAll\()/g;
const COMMENT_LINE = /^\s*(\*|\/\/|\/\*)/;

/** Imported by the SDK for hand-written JSON Schemas and elicitation; 150 KB that are read on every start. */
const NO_VALIDATOR = `
  export { default as process } from 'node:process';
  export class DefaultJsonSchemaValidator {
    getValidator() { throw new Error('The JSON Schema validator is left out of the bundle: see scripts/bundle/lean-sdk.mjs'); }
  }`;

export const leanSdk = {
  name: 'lean-sdk',
  setup(builder) {
    const cut = new Set();
    builder.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'no-validator',
    }));
    builder.onLoad({ filter: /.*/, namespace: 'no-validator' }, () => ({ contents: NO_VALIDATOR, resolveDir: '.' }));
    builder.onLoad({ filter: /@modelcontextprotocol[\\/](core|server)[\\/]dist[\\/].*\.mjs$/ }, ({ path }) => {
      let text = readFileSync(path, 'utf8');
      for (const [from, to] of CUTS) {
        if (!text.includes(from)) continue;
        text = text.replace(from, to);
        cut.add(from);
      }
      return { contents: text.split('\n').map(markSchemaCalls).join('\n'), loader: 'js' };
    });
    // A new SDK may be written differently: then this plugin does nothing, which must be seen here and not in a slow start.
    builder.onEnd(() => {
      const missed = CUTS.filter(([from]) => !cut.has(from));
      return {
        errors: missed.map(([from]) => ({ text: `scripts/bundle/lean-sdk.mjs: the SDK no longer contains: ${from}` })),
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
