import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DebuggerBench } from '../../../support/debugger-bench.ts';
import { type Node, nodeOf, variableIn } from '../../../support/debugger-toolbox.ts';
import { anyObject, anyValue, type GeneratedValue, primitive, type Shown } from '../../../support/generated-values.ts';

// A hundred runs take seconds on a machine at rest, and much longer on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let bench: DebuggerBench;
beforeAll(async () => {
  bench = await DebuggerBench.start();
});
afterAll(() => bench?.[Symbol.asyncDispose]());
beforeEach(() => bench.finish());

/** The mistakes in the properties that an answer shows, down to a depth; empty if there are none. */
function differences(
  actual: Readonly<Record<string, Node>>,
  wanted: Readonly<Record<string, Shown>>,
  depth: number,
): string[] {
  const enumerable = Object.entries(actual).filter(([, { enumerable: isIt }]) => isIt !== false);
  const missing = Object.keys(wanted).filter((name) => !Object.hasOwn(actual, name));
  const extra = enumerable.flatMap(([name]) => (Object.hasOwn(wanted, name) ? [] : name));
  return [
    ...missing.map((name) => `${JSON.stringify(name)} is missing`),
    ...extra.map((name) => `${JSON.stringify(name)} is not there`),
    ...Object.entries(wanted).flatMap(([name, each]) => {
      const found = Object.hasOwn(actual, name) ? actual[name] : undefined;
      return found ? valueDifferences(name, found, each, depth) : [];
    }),
  ];
}

function valueDifferences(name: string, actual: Node, wanted: Shown, depth: number): string[] {
  const { type, subtype, value, properties } = wanted;
  const here = [
    ...(actual.type === type ? [] : [`${name} has type ${actual.type} instead of ${type}`]),
    ...(actual.subtype === subtype ? [] : [`${name} is ${actual.subtype} instead of ${subtype}`]),
    ...('value' in wanted && !Object.is(actual.value, value)
      ? [`${name} is ${inspect(actual.value)}, not ${inspect(value)}`]
      : []),
  ];
  if (!properties) return here;
  if (depth <= 1) return actual.objectId === undefined ? [...here, `${name} has no objectId`] : here;
  const inside = actual.properties ?? (Object.keys(properties).length === 0 ? {} : undefined);
  if (!inside) return [...here, `${name} has no properties`];
  return [...here, ...differences(inside, properties, depth - 1).map((each) => `${name}: ${each}`)];
}

describe('objects', () => {
  // Feature: mcp-debugger-tool, Property 7: Object inspection completeness
  // *For any* object reference in a paused Target Process, when that object is inspected, then all enumerable properties of that object
  // should be returned with their current values.
  test('have all the properties that the language gives them, with their values, to the depth asked for', async () => {
    await fc.assert(
      fc.asyncProperty(anyObject, fc.integer({ min: 1, max: 5 }), async ({ source, shown }, maxDepth) => {
        const { objectId } = await bench.ok('inspect', { expression: source });
        const { properties = {} } = await bench.ok('inspect_object', { objectId, maxDepth });
        expect(differences(properties, shown.properties ?? {}, maxDepth), source).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('of any size are shown in full over several calls, and say where one call ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 900, max: 3_000 }), fc.boolean(), async (size, isArray) => {
        const source = isArray
          ? `Array.from({ length: ${size} }, (_, i) => i)`
          : `Object.fromEntries(Array.from({ length: ${size} }, (_, i) => ['k' + i, i]))`;
        const { objectId } = await bench.ok('inspect', { expression: source });
        const seen: unknown[] = [];
        for (let start: unknown = 0; start !== undefined; ) {
          const { properties = {}, next, truncated } = await bench.ok('inspect_object', { objectId, start });
          seen.push(...Object.values(properties).map(({ value }) => value));
          expect(truncated === true).toBe(next !== undefined);
          start = next;
        }
        expect(seen).toEqual(Array.from({ length: size }, (_, index) => index));
      }),
      { numRuns: 20 },
    );
  });

  // Feature: mcp-debugger-tool, Property 21: Complex object serialization with type information
  // *For any* complex object (arrays, nested objects, functions) returned from variable inspection, the serialized representation should
  // include type information for each value and property.
  test('carry a type at each level, wherever they are shown', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async ({ source, shown }) => {
        const isObject = shown.type === 'function' || (shown.type === 'object' && shown.value !== null);
        const inspected = await bench.ok('inspect', { expression: `globalThis.kept = ${source}` });
        const { variables } = await bench.ok('get_global_variables');
        const found = variables?.find(({ name }) => name === 'kept');
        for (const actual of [inspected, found]) {
          expect(actual, source).toMatchObject({
            type: shown.type,
            ...(shown.subtype ? { subtype: shown.subtype } : {}),
          });
          if (!isObject) continue;
          const node = nodeOf(actual?.value);
          expect(node).toMatchObject({ type: shown.type, objectId: expect.any(String) });
          expect(untyped(node, shown), source).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** Places in an answer whose type is not that of the value there. */
function untyped(actual: Node, wanted: Shown, path = 'value'): string[] {
  const here = actual.type === wanted.type && actual.subtype === wanted.subtype ? [] : [path];
  return [
    ...here,
    ...Object.entries(actual.properties ?? {}).flatMap(([name, each]) => {
      const inner = wanted.properties?.[name];
      if (inner) return untyped(each, inner, `${path}.${name}`);
      return each.type === '' ? [`${path}.${name}`] : [];
    }),
  ];
}

describe('expressions', () => {
  const PROGRAM = `module.exports = { then(resolve) { outer(3); resolve(1); } };
class Point { constructor(x, y) { this.x = x; this.y = y; } sum() { return this.x + this.y; } }
function outer(closed) {
  return inner(7, 'text', [1, 2, 3]);
  function inner(a, b, list) {
    const point = new Point(a, 4);
    const missing = undefined;
    let flag = true;
    debugger;
    return closed;
  }
}
`;
  const scope = { a: 7, b: 'text', list: [1, 2, 3], closed: 3, missing: undefined, flag: true };
  const name = fc.constantFrom(
    'a',
    'b',
    'list',
    'closed',
    'missing',
    'flag',
    'list[1]',
    'list.length',
    'b.length',
    'b[0]',
  );
  const literal = fc.oneof(
    fc.integer({ min: -9, max: 9 }).map(String),
    fc.string({ maxLength: 3 }).map((each) => JSON.stringify(each)),
    fc.constantFrom('null', 'NaN', '-0', '0.5', '10n', 'nothere', '[]', 'undefined'),
  );
  const operator = fc.constantFrom(
    '+',
    '-',
    '*',
    '/',
    '%',
    '&&',
    '||',
    '??',
    '===',
    '==',
    '<',
    '>=',
    '|',
    '>>>',
    '**',
    ',',
  );
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      name,
      literal,
      fc.tuple(tie('expression'), operator, tie('expression')).map(([l, op, r]) => `((${l}) ${op} (${r}))`),
      fc
        .tuple(fc.constantFrom('!', '-', 'typeof ', 'void ', '~'), tie('expression'))
        .map(([op, each]) => `(${op}(${each}))`),
      fc
        .tuple(tie('expression'), tie('expression'), tie('expression'))
        .map(([i, t, e]) => `((${i}) ? (${t}) : (${e}))`),
      tie('expression').map((each) => `String(${each})`),
      tie('expression').map((each) => `list.map((n) => n + (${each})).join()`),
      tie('expression').map((each) => `((closed) => closed)(${each})`),
      tie('expression').map((each) => `(${each})?.length`),
    ),
  }));

  // Feature: mcp-debugger-tool, Property 8: Expression evaluation correctness
  // *For any* valid JavaScript expression and paused Target Process, when that expression is evaluated in the current execution context,
  // then the result should match what would be computed if the expression were executed at that point in the code.
  test('come to what the language makes of them at that point', async () => {
    await bench.load(PROGRAM);
    await bench.ok('continue');
    expect(await bench.value('point.sum() + closed')).toBe(14);
    await fc.assert(
      fc.asyncProperty(expression, async (text) => {
        const answer = await bench.call('inspect', { expression: text });
        const wanted = computed(text);
        if (wanted.kind === 'thrown') {
          expect(answer, text).toMatchObject({
            status: 'error',
            code: 'INSPECT_FAILED',
            context: { expression: text },
          });
          expect(answer.message, text).toMatch(new RegExp(`^${wanted.name}\\b`));
        } else if (wanted.isObject) {
          expect(answer, text).toMatchObject({ type: 'object', objectId: expect.any(String) });
        } else {
          expect({ type: answer.type, value: answer.value }, text).toEqual({ type: wanted.type, value: wanted.json });
        }
      }),
      { numRuns: 300 },
    );
  });

  function computed(text: string) {
    try {
      const value: unknown = new Function(...Object.keys(scope), `return (${text})`)(...Object.values(scope));
      const isObject = typeof value === 'object' && value !== null;
      return { kind: 'value', type: typeof value, isObject, json: asJson(value) } as const;
    } catch (error) {
      return { kind: 'thrown', name: error instanceof Error ? error.name : '' } as const;
    }
  }

  /** The text of a value that JSON cannot carry. */
  function asJson(value: unknown): unknown {
    if (typeof value === 'bigint') return `${value}n`;
    if (value === undefined) return 'undefined';
    if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
    return Object.is(value, -0) ? '-0' : String(value);
  }
});

describe('watches', () => {
  const PROGRAM = `module.exports = { then(resolve) { run(globalThis.values); resolve(1); } };
function run(values) {
  let watched = 'before';
  for (const value of values) {
    watched = value();
    debugger;
  }
}
`;

  // Feature: mcp-debugger-tool, Property 9: Variable watch notification
  // *For any* watched variable, when that variable's value changes during execution, then the MCP Server should report the change with
  // the old and new values.
  test('report each change with the old and the new value, and nothing where nothing has changed', async () => {
    const program = bench.toolbox.write('programs/watched.cjs', PROGRAM);
    const steps = fc.array(fc.oneof(fc.constantFrom('same'), primitive, fc.array(primitive, { maxLength: 3 })), {
      minLength: 2,
      maxLength: 7,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (values, asks) => {
        await bench.finish();
        await bench.subject(program);
        const sources = asSources(values);
        const functions = sources.map(({ source }) => `() => (${source})`).join(', ');
        await bench.ok('inspect', { expression: `globalThis.values = [${functions}]` });
        await bench.ok('continue');
        const { watchId } = await bench.ok('add_watch', { expression: 'watched' });
        for (const [index, now] of sources.slice(1).entries()) {
          const before = sources[index];
          const stop = await bench.ok('continue');
          const isChanged = before?.text !== now.text;
          const actual = stop.watches ?? [];
          expect(actual.map((each) => each.watchId)).toEqual(isChanged ? [watchId] : []);
          for (let times = 0; times < (asks ? 2 : 1); times++) {
            const { watches = [] } = await bench.ok('get_watches');
            expect(watches).toMatchObject([{ watchId, expression: 'watched', changed: isChanged }]);
            const [watch] = [...actual, ...watches];
            expect(textOf(watch?.value)).toBe(now.text);
            if (isChanged) expect([textOf(watch?.oldValue), textOf(watch?.newValue)]).toEqual([before?.text, now.text]);
          }
        }
        await bench.ok('remove_watch', { watchId });
      }),
      { numRuns: 100 },
    );
  });

  /** `same`: the value before once more. */
  function asSources(values: readonly ('same' | GeneratedValue | readonly GeneratedValue[])[]) {
    const sources: { source: string; text: string }[] = [];
    for (const value of values) {
      const last = sources.at(-1);
      if (value === 'same') sources.push(last ?? { source: '1', text: '1' });
      else if ('source' in value) sources.push({ source: value.source, text: JSON.stringify(value.shown.value) });
      else {
        const source = `[${value.map((each) => each.source).join(', ')}]`;
        sources.push({ source, text: JSON.stringify(value.map((each) => each.shown.value)) });
      }
    }
    return sources;
  }

  function textOf(actual: unknown): string {
    if (typeof actual !== 'object' || actual === null) return JSON.stringify(actual);
    return JSON.stringify(Object.values(nodeOf(actual).properties ?? {}).map(({ value }) => value));
  }
});

describe('frames', () => {
  const identifier = fc.stringMatching(/^[a-z]{1,4}$/).map((each) => `v_${each}`);
  const level = fc.record({
    locals: fc.uniqueArray(fc.tuple(identifier, primitive), { minLength: 1, maxLength: 4, selector: ([name]) => name }),
    kind: fc.constantFrom('function', 'method', 'arrow', 'closure'),
  });

  // Feature: mcp-debugger-tool, Property 10: Stack frame context switching
  // *For any* valid stack frame index in a paused Target Process, when the context is switched to that frame, then subsequent variable
  // inspections should return variables from that frame's scope, not from other frames.
  test('that were switched to are those that variables and expressions are read in', async () => {
    const levels = fc.array(level, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(levels, fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }), async (frames, switches) => {
        await bench.finish();
        await bench.load(nestedProgram(frames));
        await bench.ok('continue');
        const { stack = [] } = await bench.ok('get_stack');
        expect(stack.slice(0, frames.length).map((each) => each.function)).toEqual(
          frames.map((_, index) => `level${frames.length - 1 - index}`),
        );
        for (const wanted of switches) {
          const frameIndex = wanted % frames.length;
          const { locals = [] } = frames[frames.length - 1 - frameIndex] ?? {};
          const switched = await bench.ok('switch_stack_frame', { frameIndex });
          expect(switched).toMatchObject({ frameIndex, frame: stack[frameIndex] });
          const { variables = [] } = await bench.ok('get_local_variables');
          const actual = variables.filter(({ name }) => name.startsWith('v_'));
          expect(actual.map(({ name }) => name).sort()).toEqual(locals.map(([name]) => name).sort());
          for (const [name, { shown }] of locals) {
            expect(variableIn(variables, name), name).toEqual(shown.value);
            expect(await bench.value(name), name).toEqual(shown.value);
          }
        }
        const beyond = await bench.call('switch_stack_frame', { frameIndex: 900 });
        expect(beyond).toMatchObject({ status: 'error', code: 'SWITCH_FRAME_FAILED' });
      }),
      { numRuns: 100 },
    );
  });

  type Level = { locals: [string, GeneratedValue][]; kind: string };

  /** A program of functions that call each other, each with locals of its own; it stops in the innermost. */
  function nestedProgram(levels: readonly Level[]): string {
    const functions = levels.map(({ locals, kind }, index) => {
      const declared = locals.map(([name, { source }]) => `  let ${name} = ${source};`).join('\n');
      const call = index === levels.length - 1 ? 'debugger;' : `return level${index + 1}();`;
      // A closure would keep names of the scope around it, which are not its own.
      const body = `{\n${declared}\n  ${call}\n  return [${locals.map(([name]) => name).join(', ')}];\n}`;
      if (kind === 'method') return `const level${index} = { level${index}() ${body} }.level${index};`;
      if (kind === 'arrow') return `const level${index} = () => ${body};`;
      if (kind === 'closure')
        return `const level${index} = ((hidden) => { return function level${index}() ${body}; })(1);`;
      return `function level${index}() ${body}`;
    });
    return `${functions.join('\n')}\nmodule.exports = { then(resolve) { level0(); resolve(1); } };\n`;
  }
});
