/** A function by its name and the code of its body, and an expression that calls it. */
export interface Shape {
  readonly text: (name: string, body: string) => string;
  readonly call: (name: string) => string;
  readonly isArrow?: boolean;
}

/** Functions that run from their first to their last statement. */
export const SHAPES: readonly Shape[] = [
  { text: (name, body) => `function ${name}(a = 1) {${body}}`, call: (name) => `${name}()` },
  { text: (name, body) => `const ${name} = (a = 1) => {${body}};`, call: (name) => `${name}()`, isArrow: true },
  { text: (name, body) => `const ${name} = function self(a) {${body}};`, call: (name) => `${name}()` },
  {
    text: (name, body) => `class C${name} {\n  kept = 1;\n  run(a) {${body}}\n}\nconst ${name} = new C${name}();`,
    call: (name) => `${name}.run()`,
  },
  {
    text: (name, body) =>
      `class C${name} {\n  #kept = 1;\n  static s = 2;\n  static run(a) {${body}}\n  get k() { return this.#kept; }\n}`,
    call: (name) => `C${name}.run()`,
  },
  {
    text: (name, body) =>
      `class C${name} {\n  run = (a) => {${body}};\n  other() { return 1; }\n}\nconst ${name} = new C${name}();`,
    call: (name) => `${name}.run()`,
    isArrow: true,
  },
  { text: (name, body) => `const ${name} = { get run() {${body}}, b: 1 };`, call: (name) => `${name}.run` },
  { text: (name, body) => `const ${name} = { run(a) {${body}} };`, call: (name) => `${name}.run()` },
  {
    text: (name, body) => `function make${name}(held) { return () => {${body}}; }\nconst ${name} = make${name}(1);`,
    call: (name) => `${name}()`,
    isArrow: true,
  },
  {
    text: (name, body) => `function outer${name}() {\n  function inner(a) {${body}}\n  return inner();\n}`,
    call: (name) => `outer${name}()`,
  },
  { text: (name, body) => `function* ${name}() {\n  yield 0;${body}}`, call: (name) => `last(${name}())` },
  { text: (name, body) => `const ${name} = [1].map(() => function (a) {${body}})[0];`, call: (name) => `${name}()` },
  {
    text: (name, body) => `{\n  const inBlock = 1;\n  shared.${name} = function (a) {${body}};\n}`,
    call: (name) => `shared.${name}()`,
  },
  {
    text: (name, body) => `shared.${name} = new (class { constructor() { this.v = (() => {${body}}); } })();`,
    call: (name) => `shared.${name}.v()`,
    isArrow: true,
  },
];
