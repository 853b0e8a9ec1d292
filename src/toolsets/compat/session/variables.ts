import * as z from 'zod/v4';
import type { Scope, Variable } from '../../../model/variable.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { LOOKS_ONLY } from '../../annotations.ts';
import { boolean, integer, optional } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { success } from './answer.ts';
import { type Context, looked, sessionIdArgument, settledSession, VALUE_LIMITS } from './common.ts';
import { childName, isSpecial, unlistedNames } from './language-words.ts';

const SPECIAL_TIMEOUT_MS = 1_000;

export const getVariables = defineTool({
  name: 'get_variables',
  title: 'Variables of a scope or value',
  description: 'Get the variables in a scope, or what is inside a variable.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    scope: integer({ min: 1 }).describe('variablesReference of a scope or a variable'),
    start: optional(integer({ min: 0 })).describe('Skip this many'),
  }),
  async handler({ sessionId, scope, start = 0 }, context: Context) {
    const session = await settledSession(context, sessionId);
    const options = { signal: context.signal, start };
    const found = await looked(session, ({ inspection }) => inspection.variables(scope, VALUE_LIMITS, options));
    const variables = found.map(variableJson);
    return success({ variables, count: variables.length, variablesReference: scope });
  },
});

export const getLocalVariables = defineTool({
  name: 'get_local_variables',
  title: 'Local variables',
  description: 'Get the local variables of the current frame in one call.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    includeSpecial: optional(boolean()).describe('Also this, __proto__, __builtins__ and the like'),
  }),
  async handler({ sessionId, includeSpecial = false }, context: Context) {
    const session = await settledSession(context, sessionId);
    const options = { signal: context.signal };
    const scope = localScope(await looked(session, ({ inspection }) => inspection.scopes(undefined, options)));
    const all = scope ? await session.inspection.variables(scope.variablesReference, VALUE_LIMITS, options) : [];
    const shown = includeSpecial
      ? [...all, ...(await unlisted(session, all, options))]
      : all.filter(({ name }) => !isSpecial(session.stopLanguage, name));
    const scopeName = scope?.name ?? 'Locals';
    return success({
      variables: shown.map(variableJson),
      count: shown.length,
      frame: frameOf(session),
      scopeName,
      ...(shown.length === 0 ? { message: `The ${scopeName} scope is empty.` } : {}),
    });
  },
});

/** Special names that the scope does not list, where they have a value. */
async function unlisted(
  session: DebugSession,
  listed: readonly Variable[],
  { signal }: { readonly signal: AbortSignal },
): Promise<Variable[]> {
  const functionName = session.state.kind === 'stopped' ? session.state.functionName : '';
  const found: Variable[] = [];
  for (const name of unlistedNames(session.stopLanguage, functionName, listed)) {
    const request = { expression: name, readOnly: false, ...VALUE_LIMITS };
    const outcome = await session.inspection.evaluate(request, { timeoutMs: SPECIAL_TIMEOUT_MS, signal });
    if (outcome.kind !== 'value') continue;
    const { kind: _, ...value } = outcome;
    found.push({ name, ...value });
  }
  return found;
}

/** The frame of the pause. The program is paused: its scopes have just been read. */
function frameOf({ state }: DebugSession) {
  if (state.kind !== 'stopped') return {};
  return { name: state.functionName, file: state.location.path, line: state.location.line };
}

function localScope(scopes: readonly Scope[]): Scope | undefined {
  return scopes.find(({ kind }) => kind === 'local') ?? scopes.find(({ kind }) => kind !== 'global');
}

function variableJson(variable: Variable) {
  const { value, type, variablesReference } = variable;
  return { name: childName(variable), value, type, variablesReference, expandable: variablesReference > 0 };
}
