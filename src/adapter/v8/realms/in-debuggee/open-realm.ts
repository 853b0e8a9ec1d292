/** Runs a text in a realm of ours; gives its value. */
export type Compile = (text: string) => unknown;

type Vm = typeof import('node:vm');
type Script = InstanceType<Vm['Script']>;

/** The console's `require`, for modules of Node where `process.getBuiltinModule` is not there yet. */
export type RequireBuiltin = typeof globalThis.process.getBuiltinModule;

/** Makes what compiles in a realm. Runs in that realm, from its own source text. */
export function createCompiler(
  ScriptClass: Vm['Script'],
  run: Script['runInContext'],
  realm: object,
  how: { readonly filename: string },
): Compile {
  const { apply } = Reflect;
  return (text) => apply(run, new ScriptClass(text, how), [realm]);
}

/**
 * Opens a JavaScript realm in which code of ours has all built-ins to itself. Runs in the program's, from its own source text, and uses
 * nothing of it but Node's module.
 *
 * @param name For bindings. @param compiler The text of `createCompiler`.
 * @returns Undefined where the module cannot be had: the program has removed what leads to it.
 */
export function openRealm(name: string, compiler: string, requireBuiltin?: RequireBuiltin): Compile | undefined {
  const vm = globalThis.process?.getBuiltinModule?.('vm') ?? requireBuiltin?.('vm');
  if (!vm) return undefined;
  const { createContext, Script } = vm;
  const named = { __proto__: null, name };
  // Its code stands in stacks as code that was evaluated does.
  const how = { __proto__: null, filename: '' };
  const realm = createContext({ __proto__: null }, named);
  const make: typeof createCompiler = new Script(compiler, how).runInContext(realm);
  return make(Script, Script.prototype.runInContext, realm, how);
}
