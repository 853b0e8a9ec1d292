import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/v4';
import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { ScopeKind } from '../../model/variable.ts';
import { renderEvaluation } from '../../render/evaluate.ts';
import { renderNewOutput } from '../../render/output.ts';
import { renderStack } from '../../render/stack.ts';
import { renderVariables } from '../../render/variables.ts';
import { renderWatches } from '../../render/watches.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { findVariable } from '../../session/variable-path.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { CHANGES_SESSION, LOOKS_ONLY, RUNS_PROGRAM } from '../annotations.ts';
import { boolean, integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { askedText, type Context, frameArgument, sessionArgument } from './common.ts';

const depthArgument = optional(integer({ min: 0, max: 6 }));
const EVALUATE_TIMEOUT_MS = 5_000;
/** Characters of what an evaluation prints that are shown with its value. */
const MAX_PRINTED_CHARS = 4_000;

function limitsOf(depth: number): ValueLimits {
  return { depth, maxChildren: 50, maxTextLength: 400 };
}

export const debugEvaluate = defineTool({
  name: 'debug_evaluate',
  title: 'Evaluate',
  description: 'Evaluate an expression in the current stopped frame.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    expression: text(),
    frame: frameArgument,
    readOnly: optional(boolean()).describe('Refuse side effects'),
    depth: depthArgument.describe('Levels of children'),
    timeoutMs: optional(integer({ min: 1, max: 600_000 })),
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const { expression, frame, readOnly = false, depth = 0, timeoutMs = EVALUATE_TIMEOUT_MS } = args;
    const request = { expression, frameIndex: frame, readOnly, ...limitsOf(depth) };
    const before = session.output.end;
    const outcome = await session.inspection.evaluate(request, { timeoutMs, signal: context.signal });
    const elsewhere = await session.inspection.elsewhere({ ...request, outcome }, { signal: context.signal });
    const value = renderEvaluation(outcome, { actions: DEBUG_ACTIONS, asked: { expression, depth }, elsewhere });
    const text = await askedText(session, value, context);
    return { text: [text, ...(await printedSince(session, before))].join('\n') };
  },
});

/** The program's output since a position: the answer to an expression that prints. */
async function printedSince(session: DebugSession, position: number): Promise<string[]> {
  // It lies in the program's pipe before the value is sent, and is read in the turn after the one that read the value.
  await nextTurn();
  await nextTurn();
  if (session.output.end === position) return [];
  const output = session.takeOutput(MAX_PRINTED_CHARS);
  return output.chunks.length === 0 ? [] : [renderNewOutput(output, { cwd: session.cwd }, DEBUG_ACTIONS.output)];
}

export const debugStack = defineTool({
  name: 'debug_stack',
  title: 'Call stack',
  description: 'Get the current call stack trace, with async callers.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    internal: optional(boolean()).describe('Show runtime frames'),
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const frames = await session.inspection.stack({ signal: context.signal });
    const text = renderStack(frames, { cwd: session.cwd, includeInternal: args.internal ?? false });
    return { text: await askedText(session, text, context) };
  },
});

const SCOPES = ['local', 'closure', 'module', 'global', 'all'] as const;

export const debugVariables = defineTool({
  name: 'debug_variables',
  title: 'Variables',
  description: 'Get local variables in the current stopped frame, other scopes, or what is inside one (path).',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    // Described with the tool before, as depth is.
    frame: optional(integer({ min: 0 })),
    scope: optional(z.enum(SCOPES)).describe('Default local'),
    path: optional(text()).describe('Expand this one: order.lines[0]'),
    depth: depthArgument,
    start: optional(integer({ min: 0 })).describe('Children to skip'),
    set: optional(text()).describe('New value for path, an expression'),
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const options = { signal: context.signal };
    const { path, frame, start = 0 } = args;
    if (path === undefined && args.set !== undefined) {
      throw new DebugError('invalid_argument', 'set was given without path.', {
        advice: 'Name the variable to assign to in path: path "order.count", set "3".',
        details: { argument: 'path' },
      });
    }
    if (path !== undefined && args.set !== undefined) {
      const { type, value } = await session.inspection.setVariable(path, args.set, frame, options);
      return { text: await askedText(session, `  ${path}: ${type} = ${value}`, context) };
    }
    const limits = limitsOf(args.depth ?? 0);
    if (path !== undefined) {
      const found = await findVariable(session, path, frame, options);
      const shown = { ...found, name: path };
      if (found.variablesReference === 0) {
        return { text: await askedText(session, renderVariables([{ title: '', variables: [shown] }]), context) };
      }
      const children = await session.inspection.variables(found.variablesReference, limits, { ...options, start });
      const text = renderVariables([{ title: '', variables: [{ ...shown, children }] }], {
        more: 'path with start, or a longer path',
        start,
      });
      return { text: await askedText(session, text, context) };
    }
    const wanted = scopesOf(args.scope ?? 'local');
    const there = (await session.inspection.scopes(frame, options)).filter(
      ({ kind, isOfModule }) => wanted.includes(kind) || (isOfModule && wanted.includes('module')),
    );
    const scopes = there.filter(({ isElsewhere }) => !isElsewhere || args.scope === 'all');
    const groups = await Promise.all(
      scopes.map(async ({ name, variablesReference }) => ({
        title: name,
        variables: await session.inspection.variables(
          variablesReference,
          { ...limits, maxChildren: 200 },
          { ...options, start },
        ),
      })),
    );
    const listed = renderVariables(groups, { more: 'path to look into one, start to skip some' });
    const isLess = scopes.length < there.length;
    const text = isLess ? `${listed}\nVariables of the bundle's other sources: scope "all".` : listed;
    return { text: await askedText(session, text, context) };
  },
});

function scopesOf(scope: (typeof SCOPES)[number]): readonly ScopeKind[] {
  return scope === 'all' ? ['local', 'closure', 'module', 'global'] : [scope];
}

export const debugWatch = defineTool({
  name: 'debug_watch',
  title: 'Watch expressions',
  description: 'Show an expression at each stop, with the old value if changed; or stop at writes. No arguments: list.',
  annotations: CHANGES_SESSION,
  schema: z.strictObject({
    expression: optional(text()),
    on: optional(z.enum(['write', 'log_writes', 'read', 'log_reads'])),
    condition: optional(text()),
    remove: optional(integer({ min: 1 })).describe('Its number'),
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const { inspection } = session;
    const options = { signal: context.signal };
    const { remove, expression } = args;
    if (remove !== undefined)
      return { text: `Watch ${remove} (${await inspection.removeWatch(remove, options)}) removed.` };
    if (expression !== undefined) await addWatch(session, { ...args, expression }, context);
    else if (args.on !== undefined || args.condition !== undefined) throw incomplete('expression', 'cart.total');
    const isStopped = session.state.kind === 'stopped';
    const watches = await inspection.watches(isStopped, options);
    const text = renderWatches(watches, inspection.writes.list(), { cwd: session.cwd });
    return { text: isStopped ? await askedText(session, text, context) : text };
  },
});

interface WantedWatch {
  readonly expression: string;
  readonly on?: 'write' | 'log_writes' | 'read' | 'log_reads' | undefined;
  readonly condition?: string | undefined;
}

const WATCHED = {
  write: { access: 'write', isLogged: false },
  log_writes: { access: 'write', isLogged: true },
  read: { access: 'read', isLogged: false },
  log_reads: { access: 'read', isLogged: true },
} as const;

async function addWatch({ inspection }: DebugSession, wanted: WantedWatch, { signal }: Context): Promise<void> {
  const { expression, on, condition } = wanted;
  if (on !== undefined) await inspection.writes.add({ expression, condition, ...WATCHED[on] }, { signal });
  else if (condition !== undefined) throw incomplete('on', 'write');
  else await inspection.addWatch(expression, { signal });
}

function incomplete(argument: string, example: string): DebugError {
  return new DebugError('invalid_argument', `${argument} is missing.`, {
    advice: `Writes and reads are watched with expression and on, for example: ${argument} "${example}".`,
    details: { argument },
  });
}
