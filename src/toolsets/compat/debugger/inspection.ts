import * as z from 'zod/v4';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { EvaluateOutcome, NameElsewhere } from '../../../model/evaluate-outcome.ts';
import { MODULE_FRAME, type StackFrame } from '../../../model/stack-frame.ts';
import type { Scope, ScopeKind, ValueSummary, Variable } from '../../../model/variable.ts';
import { asFields, typeOf } from '../../../render/json-value.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { LOOKS_ONLY, RUNS_PROGRAM } from '../../annotations.ts';
import { integer, optional, text } from '../../schema.ts';
import { sessionId } from './common.ts';
import { debuggerTool } from './debugger-tool.ts';
import { chosenFrame, inShownFrame } from './frames.ts';
import { readProperties, readValue, readVariables } from './inside.ts';
import { pausedSession, viewOf } from './session-view.ts';
import { properties, valueFields, variable } from './value-schema.ts';

const EVALUATE_TIMEOUT_MS = 5_000;
/** A text that was asked for by itself is shown longer than one among many. */
const TEXT_LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 10_000 };
/** Variables of one scope, and properties of each of them. */
const MAX_VARIABLES = 200;
const VARIABLE_LIMITS = { depth: 1, maxChildren: MAX_VARIABLES, maxTextLength: 1_000 };
const MAX_DEPTH = 8;
const MAX_PROPERTIES = 1_000;

export const inspect = debuggerTool({
  name: 'debugger_inspect',
  title: 'Evaluate an expression',
  description: 'Evaluate an expression in the chosen frame of the paused program. It may change the program.',
  annotations: RUNS_PROGRAM,
  input: { sessionId, expression: text() },
  output: { expression: z.string(), ...valueFields },
  failsWith: 'INSPECT_FAILED',
  async run(args, { engine, signal }) {
    const session = pausedSession(engine, args.sessionId);
    const { expression } = args;
    const { frameIndex } = viewOf(session);
    const request = { expression, frameIndex, readOnly: false, ...TEXT_LIMITS };
    const outcome = await session.inspection.evaluate(request, { timeoutMs: EVALUATE_TIMEOUT_MS, signal });
    const elsewhere = await session.inspection.elsewhere({ expression, frameIndex, outcome }, { signal });
    const summary = valueIn(outcome, elsewhere && (await inShownFrame(session, elsewhere, { signal })));
    return { expression, ...asFields(await readValue(session, summary, { depth: 1, max: 100 }, { signal })) };
  },
});

export const inspectObject = debuggerTool({
  name: 'debugger_inspect_object',
  title: 'Look into an object',
  description: 'Get the properties of an object, to a depth. Getters are not run.',
  annotations: LOOKS_ONLY,
  input: {
    sessionId,
    objectId: text().describe('From debugger_inspect, a variable or another property'),
    maxDepth: optional(integer({ min: 1, max: MAX_DEPTH })).describe('Levels of properties; default 2'),
    start: optional(integer({ min: 0 })).describe('Skip this many, where next was answered'),
  },
  output: {
    ...valueFields,
    objectId: z.string(),
    properties,
    maxDepth: z.int(),
    next: z.int().describe('start for the rest'),
  },
  failsWith: 'INSPECT_OBJECT_FAILED',
  async run({ sessionId: id, objectId, maxDepth = 2, start = 0 }, { engine, signal }) {
    const session = pausedSession(engine, id);
    const summary = viewOf(session).object(objectId);
    const { type, childCount } = summary;
    const reading = { depth: maxDepth, start, max: MAX_PROPERTIES };
    const { properties: found, next } = await readProperties(session, summary, reading, { signal });
    const more = next === undefined ? {} : { truncated: true, next };
    return {
      objectId,
      ...typeOf(type),
      ...(childCount === undefined ? {} : { childCount }),
      properties: found,
      maxDepth,
      ...more,
    };
  },
});

export const getLocalVariables = debuggerTool({
  name: 'debugger_get_local_variables',
  title: 'Local variables',
  description:
    'Get all local variables of the chosen frame, with values and types; closure has those of functions around.',
  annotations: LOOKS_ONLY,
  input: { sessionId },
  output: { variables: z.array(variable), closure: z.array(variable), truncated: z.literal(true) },
  failsWith: 'INSPECT_FAILED',
  failsRunning: 'NOT_PAUSED',
  async run({ sessionId: id }, { engine, signal }) {
    const session = pausedSession(engine, id);
    const scopes = await session.inspection.scopes(viewOf(session).frameIndex, { signal });
    const variables = await variablesOf(session, scopes, ['local'], { signal });
    const closure = await variablesOf(session, scopes, ['closure'], { signal });
    const truncated = variables.length >= MAX_VARIABLES || closure.length >= MAX_VARIABLES;
    return {
      variables,
      ...(closure.length > 0 ? { closure } : {}),
      ...(truncated ? { truncated } : {}),
    };
  },
});

export const getGlobalVariables = debuggerTool({
  name: 'debugger_get_global_variables',
  title: 'Global variables',
  description:
    "Get the program's own global variables and those of the module that the chosen frame is in, without what is built in.",
  annotations: LOOKS_ONLY,
  input: { sessionId },
  output: {
    variables: z.array(variable.extend({ scope: z.enum(['module', 'global']) })),
    truncated: z.literal(true),
  },
  failsWith: 'INSPECT_FAILED',
  failsRunning: 'NOT_PAUSED',
  async run({ sessionId: id }, { engine, signal }) {
    const session = pausedSession(engine, id);
    const frame = await chosenFrame(session, { signal });
    const scopes = await session.inspection.scopes(viewOf(session).frameIndex, { signal });
    const module = await variablesOf(session, scopes, frame ? [moduleScope(frame)] : [], { signal });
    const global = await variablesOf(session, scopes, ['global'], { signal });
    const names = new Set(module.map(({ name }) => name));
    const variables = [
      ...module.map((each) => ({ ...each, scope: 'module' })),
      ...global.filter(({ name }) => !names.has(name)).map((each) => ({ ...each, scope: 'global' })),
    ];
    return { variables, ...(variables.length >= MAX_VARIABLES ? { truncated: true } : {}) };
  },
});

/** At the top level of a module its variables are the locals. */
function moduleScope({ name }: Pick<StackFrame, 'name'>): ScopeKind {
  return name === MODULE_FRAME ? 'local' : 'module';
}

async function variablesOf(
  session: DebugSession,
  scopes: readonly Scope[],
  kinds: readonly ScopeKind[],
  options: CallOptions,
) {
  const found: Variable[] = [];
  for (const { kind, variablesReference } of scopes) {
    if (kinds.includes(kind))
      found.push(...(await session.inspection.variables(variablesReference, VARIABLE_LIMITS, options)));
  }
  return readVariables(session, found, options);
}

/**
 * @param elsewhere The frame that has the variable which was not found, for the message.
 * @throws DebugError `invalid_argument` with what the expression came to instead of a value
 */
function valueIn(outcome: EvaluateOutcome, elsewhere?: NameElsewhere): ValueSummary {
  switch (outcome.kind) {
    case 'value':
      return outcome;
    case 'thrown': {
      const { name, message } = outcome.exception;
      const threw = message === '' ? name : `${name}: ${message}`;
      if (!elsewhere) throw new DebugError('invalid_argument', threw, { details: { exception: { name, message } } });
      const { frameIndex, functionName } = elsewhere;
      const has = `${elsewhere.name} is a variable of frame ${frameIndex} (${functionName})`;
      throw new DebugError('invalid_argument', `${threw}. ${has}.`, {
        advice: `debugger_switch_stack_frame with frameIndex ${frameIndex}, then inspect again.`,
        details: { exception: { name, message }, frameIndex, function: functionName },
      });
    }
    case 'timeout':
      throw new DebugError('invalid_argument', `The expression did not end within ${outcome.timeoutMs} ms.`);
    case 'side-effect':
      throw new DebugError('invalid_argument', outcome.message);
  }
}
