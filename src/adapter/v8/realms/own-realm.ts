import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callBundled, callText, functionText, type Given, textLiteral, verbatim } from '../../../cdp/function-text.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { CONSOLE_REQUIRE, HAS_OWN_REQUIRE } from './console-require.ts';
import { type Compile, createCompiler, openRealm, type RequireBuiltin } from './in-debuggee/open-realm.ts';

/** The program's own world; `vm` contexts have others. */
export const MAIN_CONTEXT = 1;

/** The first argument of code of ours. */
export interface Surroundings {
  /** The globals of the program's world. */
  readonly program: typeof globalThis;
  /** Gives the object of the program's world for the primitive that it is called on; all code may be strict, which gives itself. */
  readonly boxed: ((this: unknown) => object) | undefined;
  readonly requireBuiltin?: RequireBuiltin | undefined;
  /** Runs further code in the same realm; undefined where the code has none of its own. */
  readonly compile?: Compile | undefined;
}

type Verbatim = ReturnType<typeof verbatim>;
type OwnFunction = (around: Surroundings, ...args: never) => unknown;
/** The arguments of such a function after the first. */
export type Further<F extends OwnFunction> = Parameters<F> extends readonly [unknown, ...infer A] ? A : never;

/** Code of ours that runs in a debuggee. */
export interface OwnCode {
  /** The function's text and its further arguments. */
  readonly text: string;
  readonly args: readonly unknown[];
  /** True if it takes functions of the console beside `require`. */
  readonly needsConsole?: boolean;
  /** For `Runtime.evaluate`. */
  readonly reply?: { readonly returnByValue?: boolean; readonly objectGroup?: string };
  /** The name of the binding that it asks `bindingOf` for. */
  readonly binding?: string;
}

/** The answer of such code. */
export interface OwnAnswer {
  readonly result: CdpResult<'Runtime.evaluate'>['result'];
  /** True if it has a realm of its own. */
  readonly isAlone: boolean;
}

/** The name of our realms. @see CDP Runtime.addBinding, `executionContextName` */
const REALM_NAME = 'mcp-debugger';
/** A pause that the thread has not taken up yet would be one in what is evaluated. */
const QUIET = { silent: true, disableBreaks: true } as const;
const NO_REQUIRE = verbatim('undefined');

/** @param text As `import text from './in-debuggee/….ts?in-debuggee'` gives it. */
export function ownCode<A extends readonly unknown[]>(text: string, ...args: Given<NoInfer<A>>): OwnCode {
  return { text, args };
}

/** The expression that runs code of ours in a new realm of its own; its value is undefined where there can be none. */
export function aloneExpression({ text, args }: OwnCode, requireBuiltin: Verbatim = CONSOLE_REQUIRE): string {
  const realm = callText(openRealm, REALM_NAME, functionText(createCompiler), requireBuiltin);
  const call = calledIn(`mcpCompile(${textLiteral(text)})`, 'mcpCompile', args, requireBuiltin);
  return `((mcpCompile) => mcpCompile && ${call})(${realm})`;
}

/** The expression that runs code of ours in the program's realm. */
export function besideExpression({ text, args }: OwnCode, requireBuiltin: Verbatim = CONSOLE_REQUIRE): string {
  return calledIn(text, 'undefined', args, requireBuiltin);
}

/** `this` is the global object, which the name `globalThis` need not be. */
function calledIn(run: string, compile: string, args: OwnCode['args'], { text }: Verbatim): string {
  const around = `{ __proto__: null, program: this, boxed: function () { return this; }, requireBuiltin: ${text}, compile: ${compile} }`;
  return callBundled<(...all: unknown[]) => unknown>(run, verbatim(around), ...args);
}

/** A thread whose realms code of ours can be run in. */
export interface RealmThread {
  readonly session: CdpSession;
  readonly realms: OwnRealms;
}

/** The realms of our code in one thread. */
export class OwnRealms {
  readonly #session: CdpSession;
  #isEarly = false;

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** Has what is sent at once be code that runs before the program. */
  early<T>(send: () => T): T {
    this.#isEarly = true;
    try {
      return send();
    } finally {
      this.#isEarly = false;
    }
  }

  /**
   * Runs code of ours for a JavaScript world of the program, in a realm of its own: a context of Node's `vm`. It has an `Array.prototype`,
   * a `Map`, an `Error` and all else of the language for itself, whatever the program makes of its own. What comes from the program is the
   * program's: it is walked by index and asked by `Reflect` and `Object`; `instanceof` does not know it.
   *
   * Where there can be none, the code runs in the program's realm. The first messages are sent at once: a batch that starts the program may
   * follow without waiting.
   *
   * @see CDP Runtime.evaluate, Runtime.addBinding
   */
  async run(code: OwnCode, contextId: number, options?: CallOptions): Promise<OwnAnswer> {
    // Node makes the console's functions when they are first asked for, and meets what the program has put on all objects.
    const isFirst = this.#isEarly || code.needsConsole === true;
    const isMain = contextId === MAIN_CONTEXT;
    for (const hasConsole of [isFirst, !isFirst]) {
      const ofConsole = isMain || !hasConsole ? CONSOLE_REQUIRE : await this.#requireOfWorld(contextId, options);
      const requireBuiltin = hasConsole ? ofConsole : NO_REQUIRE;
      const [{ result, exceptionDetails }] = await Promise.all([
        this.#evaluate(code, aloneExpression(code, requireBuiltin), { contextId, hasConsole }, options),
        // V8 finds a realm by its name only once that is there.
        this.#bind(code, { executionContextName: REALM_NAME }, options),
      ]);
      if (!exceptionDetails && result.type !== 'undefined') return { result, isAlone: true };
    }
    const requireBuiltin = isMain ? CONSOLE_REQUIRE : await this.#requireOfWorld(contextId, options);
    const [, { result }] = await Promise.all([
      this.#bind(code, { executionContextId: contextId }, options),
      this.#evaluate(code, besideExpression(code, requireBuiltin), { contextId, hasConsole: true }, options),
    ]);
    return { result, isAlone: false };
  }

  #evaluate(
    { reply }: OwnCode,
    expression: string,
    { contextId, hasConsole }: { readonly contextId: number; readonly hasConsole: boolean },
    options?: CallOptions,
  ) {
    const world = contextId === MAIN_CONTEXT ? {} : { contextId };
    const request = { ...QUIET, ...reply, ...world, includeCommandLineAPI: hasConsole, expression };
    return this.#session.send('Runtime.evaluate', request, options);
  }

  /** Without a place, V8 would put it into every world that is made later, for the program to see. */
  async #bind(
    { binding }: OwnCode,
    place: { readonly executionContextName: string } | { readonly executionContextId: number },
    options?: CallOptions,
  ): Promise<void> {
    if (binding !== undefined) await this.#session.send('Runtime.addBinding', { name: binding, ...place }, options);
  }

  /** The console's `require`, unless there is one of the program's, which is its code and not called. */
  async #requireOfWorld(contextId: number, options?: CallOptions): Promise<Verbatim> {
    const ask = { ...QUIET, expression: HAS_OWN_REQUIRE, contextId, returnByValue: true };
    const { result } = await this.#session.send('Runtime.evaluate', ask, options);
    return result.value === false ? CONSOLE_REQUIRE : NO_REQUIRE;
  }
}
