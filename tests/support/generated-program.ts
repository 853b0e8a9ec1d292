import fc from 'fast-check';

/** A generated program, one statement a line. */
export interface GeneratedProgram {
  /** The debugged text. Its module runs the program each time it is awaited. */
  readonly source: string;
  /** The same with a note of each line that is come by, for {@link traceOf}. */
  readonly noted: string;
}

/** The way that a program takes. */
export interface Trace {
  /** The lines in the order in which they are come by, each with the number of the call that it is in. */
  readonly points: readonly TracePoint[];
  /** The calls, by number. */
  readonly calls: readonly { readonly caller: number; readonly name: string; readonly isAsync: boolean }[];
}

interface TracePoint {
  readonly line: number;
  readonly call: number;
}

/** A statement of a function; those that call name a function further down. */
type Statement =
  | { readonly kind: 'assign'; readonly value: number }
  | { readonly kind: 'call'; readonly callee: number }
  | { readonly kind: 'loop'; readonly times: number; readonly body: readonly Statement[] }
  | {
      readonly kind: 'branch';
      readonly taken: boolean;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    };

type FunctionKind = 'function' | 'arrow' | 'method' | 'static' | 'closure' | 'async';

interface FunctionPlan {
  readonly kind: FunctionKind;
  readonly body: readonly Statement[];
}

const { statement } = fc.letrec<{ statement: Statement }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.record({ kind: fc.constant('assign' as const), value: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('call' as const), callee: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      kind: fc.constant('loop' as const),
      times: fc.nat(2),
      body: fc.array(tie('statement'), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('branch' as const),
      taken: fc.boolean(),
      yes: fc.array(tie('statement'), { minLength: 1, maxLength: 2 }),
      no: fc.array(tie('statement'), { minLength: 1, maxLength: 2 }),
    }),
  ),
}));

const plan: fc.Arbitrary<FunctionPlan> = fc.record({
  kind: fc.constantFrom<FunctionKind[]>('function', 'arrow', 'method', 'static', 'closure', 'async'),
  body: fc.array(statement, { minLength: 1, maxLength: 3 }),
});

/** Programs of up to five functions of all kinds, which call only those after them: they end. */
export const generatedProgram: fc.Arbitrary<GeneratedProgram> = fc
  .array(plan, { minLength: 1, maxLength: 5 })
  .map((plans) => new ProgramWriter(plans).program());

/** Writes a program twice over: as it is debugged, and with a note of each line. */
class ProgramWriter {
  readonly #plans: readonly FunctionPlan[];
  readonly #lines: { readonly plain: string; readonly noted: string }[] = [];
  #counter = 0;

  constructor(plans: readonly FunctionPlan[]) {
    this.#plans = plans;
  }

  program(): GeneratedProgram {
    for (const [index, each] of this.#plans.entries()) this.#function(index, each);
    const source = this.#lines.map(({ plain }) => plain).join('\n');
    const noted = this.#lines.map((each) => each.noted).join('\n');
    const first = calleeOf(0, this.#plans[0]?.kind);
    const run = `module.exports = { then(resolve) { Promise.resolve(${first}(0)).then(resolve); } };`;
    return { source: `${source}\n${run}\n`, noted: `${noted}\nreturn ${first}(-1);` };
  }

  /** A line without a note: nothing on it is stopped at. */
  #silent(text: string): void {
    this.#lines.push({ plain: text, noted: text });
  }

  /** A line that is come by. */
  #note(text: string): void {
    this.#lines.push({ plain: text, noted: text.replace(/^(\s*)/, `$1__note(${this.#lines.length + 1}, __call); `) });
  }

  #function(index: number, { kind, body }: FunctionPlan): void {
    const [head, tail] = frameOf(kind, index);
    this.#lines.push({ plain: head, noted: `${head} const __call = __enter(c, 'f${index}', ${kind === 'async'});` });
    this.#note('  let n = 0;');
    this.#statements(index, kind === 'async', body, '  ');
    this.#note('  return n;');
    this.#silent(tail);
  }

  #statements(index: number, isAsync: boolean, statements: readonly Statement[], indent: string): void {
    for (const each of statements) this.#statement(index, isAsync, each, indent);
  }

  #statement(index: number, isAsync: boolean, each: Statement, indent: string): void {
    switch (each.kind) {
      case 'assign':
        this.#note(`${indent}n += ${each.value};`);
        return;
      case 'call': {
        const callee = index + each.callee;
        const plan = this.#plans[callee];
        // Without an await, the callee's promise is simply a value.
        const isAwaited = isAsync && plan?.kind === 'async';
        if (!plan || (plan.kind === 'async' && !isAsync)) this.#note(`${indent}n -= 1;`);
        else this.#call(`${indent}n += ${isAwaited ? 'await ' : ''}${calleeOf(callee, plan.kind)}(`);
        return;
      }
      case 'loop': {
        const counter = `i${this.#counter++}`;
        this.#note(`${indent}let ${counter} = 0;`);
        const line = this.#lines.length + 1;
        this.#lines.push({
          plain: `${indent}while (${counter} < ${each.times}) {`,
          noted: `${indent}while (__note(${line}, __call) || ${counter} < ${each.times}) {`,
        });
        this.#note(`${indent}  ${counter} += 1;`);
        this.#statements(index, isAsync, each.body, `${indent}  `);
        this.#silent(`${indent}}`);
        return;
      }
      case 'branch':
        this.#note(`${indent}if (n ${each.taken ? '>' : '<'} -1000) {`);
        this.#statements(index, isAsync, each.yes, `${indent}  `);
        this.#silent(`${indent}} else {`);
        this.#statements(index, isAsync, each.no, `${indent}  `);
        this.#silent(`${indent}}`);
    }
  }

  #call(text: string): void {
    const line = this.#lines.length + 1;
    const [indent = ''] = /^\s*/.exec(text) ?? [];
    this.#lines.push({
      plain: `${text}0);`,
      noted: `${indent}__note(${line}, __call); ${text.trim()}__call);`,
    });
  }
}

/** The text around a function's body. The parameter tells the call that called. */
function frameOf(kind: FunctionKind, index: number): [string, string] {
  const name = `f${index}`;
  switch (kind) {
    case 'function':
      return [`function ${name}(c) {`, '}'];
    case 'async':
      return [`async function ${name}(c) {`, '}'];
    case 'arrow':
      return [`const ${name} = (c) => {`, '};'];
    case 'method':
      return [`const o${index} = new (class { ${name}(c) {`, '} })();'];
    case 'static':
      return [`class C${index} { static ${name}(c) {`, '} }'];
    case 'closure':
      return [`const ${name} = ((kept) => function ${name}(c) {`, '})(1);'];
  }
}

/** The name of a function in a call. */
function calleeOf(index: number, kind: FunctionKind | undefined): string {
  if (kind === 'method') return `o${index}.f${index}`;
  return kind === 'static' ? `C${index}.f${index}` : `f${index}`;
}

/** Runs a program here, and notes its way. */
export async function traceOf({ noted }: GeneratedProgram): Promise<Trace> {
  const points: TracePoint[] = [];
  const calls: Trace['calls'][number][] = [];
  const note = (line: number, call: number) => void points.push({ line, call });
  const enter = (caller: number, name: string, isAsync: boolean) => calls.push({ caller, name, isAsync }) - 1;
  await new Function('__note', '__enter', noted)(note, enter);
  return { points, calls };
}
