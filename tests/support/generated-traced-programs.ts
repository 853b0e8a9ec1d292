/** A program whose function `target` is to be traced. */
export interface GeneratedProgram {
  readonly name: string;
  readonly extension: 'cjs' | 'mjs';
  readonly text: string;
}

/** Bodies of a function of `a` (a number) and `o` (an object); most end in ways that show what instrumentation might change. */
const BODIES: Readonly<Record<string, string>> = {
  sums: 'let sum = 0; for (const x of [1, 2, a]) { sum += x; if (x > 2) o.big = x; }\nreturn sum;',
  loops:
    'let n = 0\nfor (let i = 0, j = 9; i < j; i++, j--) n += i * j\nwhile (n > 20) n -= a\ndo n++; while (n < 3)\nfor (const k in o) n += k.length\nreturn n',
  labels:
    'outer: for (let i = 0; i < 3; i++) { for (;;) { if (i === 1) continue outer; if (i > 1) break outer; break } }\nreturn a',
  switches:
    "switch (a) { case 1: return 'one'; case 3: o.three = true; case 4: break; default: throw new Error('no') }\nreturn JSON.stringify(o)",
  destructures:
    'const { p, ...others } = o, [x, , y = a] = [1, 2];\nlet z; ({ z = x } = others);\nreturn [p, x, y, z].join()',
  chains:
    'return [3, 1, a].map((x) => x * 2).filter(Boolean).sort((x, y) => x - y).concat(o?.q?.r(a) ?? [], o.none?.()).join("-")',
  notFunction: 'const list = [a].map(String);\nreturn list.concat(1).foo(a);',
  notFunctionDeep: 'return o.make(a).nothing.x(1)',
  notIterable: 'const [x] = o.make(a); return x',
  notIterableLoop: 'for (const x of o.make(a)) return x',
  notDestructurable: 'const { x } = o.none;\nreturn x',
  notDestructurableCall: 'const { x } = o.nothing(a);\nreturn x',
  notConstructor: 'return new (o.make(a))(1)',
  missing: 'return missing(a) + 1',
  deadZone: 'const x = () => later; try { x() } catch (e) { console.log(e.message) }\nlet later = a; return x()',
  throwsNew: 'if (a) throw new RangeError("bad " + a)\n  return 1',
  throwsInLine:
    'const x = [1, 2].reduce((s, v) => { if (v > 1) throw new TypeError("deep"); return s + v }, 0); return x',
  throwsLater: 'const e = new Error("made here");\ne.code = "E_X"; o.x = 1;\nthrow e;',
  throwsText: 'throw "a text"',
  throwsObject: 'throw { code: a }',
  throwsFromJson: 'return JSON.parse("{bad" + a)',
  asserts: 'o.assert.strictEqual(a, 4, "not four"); return a',
  assertsOk: 'o.p = 2;\n  o.assert(a === 4)\n  return a',
  reads: 'return o.fs.readFileSync("/nowhere/at/all", "utf8")',
  recursion: 'const f = (n) => n ? f(n - 1) + 1 : 0;\nreturn f(50)',
  overflow: 'try { (function f() { f() })() } catch (e) { return e.constructor.name }',
  stack:
    'const e = new Error("here"); console.log(e.stack.split("\\n").slice(0, 3).join("|"))\n  try { null.x } catch (f) { console.log(f.stack.split("\\n")[1]) } return 1',
  stackOfCallback: 'return [1].map(() => new Error("cb").stack.split("\\n").slice(0, 3).join("|"))[0]',
  sites:
    'const was = Error.prepareStackTrace; Error.prepareStackTrace = (e, s) => s.map((x) => x.getFunctionName() + x.getLineNumber() + ":" + x.getColumnNumber()).slice(0, 2).join();\nconst s = [1].map(() => new Error().stack)[0]; Error.prepareStackTrace = was; return s',
  ownText:
    'const inner = (x) => { return x + 1 }; console.log(String(inner), inner.name, inner.length)\nreturn inner(a)',
  caught: 'try { o.fail(a) } catch { o.failed = true } finally { o.done = 1 }\nreturn JSON.stringify(o)',
  caughtAgain: 'try { o.fail(a) } catch (e) { throw new Error("wrapped", { cause: e }) }',
  finallyReturns: 'try { o.fail(a) } finally { return "kept" }',
  callee: 'return o.fail(a)',
  closures: 'const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i++);\nreturn fs.map((f) => f() + f()).join()',
  getters:
    'let reads = 0; const x = { get p() { reads++; return 1 }, toString() { reads++; return "x" }, toJSON() { reads++ } };\no.x = x; o.y = new Proxy({}, { get() { reads++ }, ownKeys() { reads++; return [] }, getOwnPropertyDescriptor() { reads++ } });\nreturn reads',
  classes:
    'class P { #v = a; static s = 1; get v() { return this.#v } set v(x) { this.#v = x } }\nclass Q extends P { constructor() { super(); this.w = 2 } m() { return super.v + this.w } }\nconst q = new Q(); q.v = 5; return q.m() + P.s',
  shadows: 'let x = 1; { let x = 2; { const x = a; o.s = x } x++ } return x + o.s',
  evals: 'var x = 1; eval("x = a + 1"); return x',
  args: 'return [...arguments].length + Math.max(...[1, a], 2)',
  sequences:
    'let x = (a++, a * 2), y = a ? (x, 1) : 2; x ||= 4; y &&= 5; o.n ??= (1, 2); return [x, y, o.n, void 0, typeof zz, a in [0]].join()',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  templates: 'const t = (s, ...v) => s.raw.join("|") + v.join(); return t`x${a}\\n${o.p}` + `y${`z${a}`}`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  tagNotFunction: 'const t = () => o.none; console.log(t`x`); return t`x${a}`()',
  tagOfNothing: 'const t = () => o.none;\n  return t`x`.foo(a)',
  tagNotIterable: 'const t = () => o.none; return [...t`x`]',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  tagNotConstructor: 'const t = () => o.none; return new t`x${a}`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  tagMethod: 'o.t = (s, x) => s[0] + x; const { length } = o.t`x${a}`; return o.t`y${length}`.concat(o.t`z${1}`)',
  innerOfChain:
    'return [o?.make(a).x, o.q?.r(a).length, o.none?.make(a).x, o?.make(a)?.none?.r(1).y, delete o?.make(a).x].join()',
  innerOfChainThrows: 'return o?.make(a).none.x(1)',
  chainNotFunction: 'return (o?.make(a))(1)',
  chainNotConstructor: 'return new (o?.make(a))(1)',
  deletes: 'return [delete o?.none?.x(1).y, delete o?.make(a).x, delete o.make(a).x].join()',
  evalThrows:
    'try { eval("missing(1)") } catch (e) { console.log(e.stack.split("\\n").slice(0, 2).join("|")) } return eval("a + 1")',
  finallyThrows: 'try { return a } finally { o.fail(a) }',
  finallyGoesOn:
    'for (;;) { try { return 1 } finally { break } }\n  try { throw new Error("kept") } finally { o.n = 1 }',
  yieldsNothing:
    'const g = (function* () { const e = yield; yield; return [yield] })(); return [g.next(), g.next(2), g.next(), g.next(4)].map((x) => String(x.value)).join()',
  regexps: 'return "a1b2".replace(/\\d/g, (d) => d * 2) + /[/\\]]/.test("/") + (a / 2 / 1)',
  comments: '/* { */ const x = 1 // }\n  return x /* ) */ + a // end\n',
  noSemicolons:
    'const x = a\n;[1, 2].forEach((y) => { o[y] = x })\n++a\nif (a) o.z = 1; else o.z = 2\nreturn JSON.stringify(o)',
  oneLine: 'if (a) for (const x of [1]) if (x) return x; else return 2; return 3',
  emptyBlocks: 'for (;a < 0;); if (a) {} else {} ; {} while (false) ; switch (a) {} return a',
  exits: 'process.exitCode = 3; console.error("bye"); return a',
  exitsNow: 'console.log("now"); process.exit(4)',
  listeners:
    'process.on("exit", (code) => console.log(code, new Error("leaving").stack));\nreturn [process.listenerCount("exit"), process.eventNames().join(), process.emit === require("events").prototype.emit, Object.keys(process).includes("emit"), a].join()',
  emits:
    'const { emit } = process; process.emit = function (...x) { if (x[0] === "exit") console.log("left"); return emit.apply(this, x) };\nprocess.on("exit", () => console.log(process.emit.length)); return a',
  caughtByPattern: 'try { o.fail(a) } catch ({ message }) { return message }',
  caughtNamesake: 'try { o.fail(a) } catch { const $mte = 1; return $mte }',
  timers: 'setTimeout(() => { throw new Error("in a timer") }, 1); return a',
  rejects: 'Promise.reject(new Error("nobody handles")); return a',
  environment:
    'console.log(Object.keys(globalThis).join(), process.env.NODE_OPTIONS, Object.keys(process.env).filter((k) => /trace/i.test(k)), process.execArgv.length, process.listenerCount("uncaughtException")); return a',
  natives:
    'return [Function.prototype.toString, Error.captureStackTrace, process.reallyExit, require("module").prototype._compile, require("fs").readFileSync].map((f) => f.name + f.length + String(f).slice(0, 40)).join()',
  patched:
    'const { push } = Array.prototype; let calls = 0; Array.prototype.push = function (...x) { calls++; return push.apply(this, x) }; Map.prototype.get = () => { calls++ }; Object.prototype.toJSON = () => { calls++ };\no.list = [1]; o.m = { x: [2] }; for (const x of o.list) o.m.y = x;\nArray.prototype.push = push; delete Object.prototype.toJSON; return calls',
};

/** Functions called `target` that have a body, and what calls them. `await`: they give promises. */
const FORMS: Readonly<Record<string, (body: string) => string>> = {
  declaration: (body) => `function target(a, o) {\n  ${body}\n}\nshow(() => target(3, thing()));`,
  strict: (body) =>
    `function target(a, o) { "use strict"; ${body.includes('arguments') || body.includes('eval') ? 'return 1;' : ''}\n${body} }\nshow(() => target(3, thing()));`,
  arrow: (body) =>
    `const target = (a, o = thing()) => {${body.includes('arguments') ? 'const arguments_ = 1; return 2;' : ''} ${body.replace('...arguments', '')}\n};\nshow(() => target(3));`,
  method: (body) =>
    `class Some { #k = 1; target(a, { ...o } = thing()) { this.k = this.#k; ${body} } }\nshow(() => new Some().target(3));`,
  derived: (body) =>
    `class Base { constructor() { this.base = 1 } }\nclass target extends Base { constructor(a, o) { super(); this.a = a; this.r = (() => { ${body.replace('...arguments', '')} })() } }\nshow(() => JSON.stringify(new target(3, thing())));`,
  async: (body) => `async function target(a, o) { await null; ${body}\n }\nshow(() => target(3, thing()));`,
  generator: (body: string) =>
    `function* target(a, o) { const got = yield a; yield* [got]; ${body} }\nshow(() => { const g = target(3, thing()); return [g.next(), g.next(7), g.next(), ((x) => x.done + ":" + x.value)(g.next())].map((x) => x.value ?? x).join() });`,
  asyncGenerator: (body: string) =>
    `async function* target(a, o) { yield await a; ${body} }\nshow(async () => { const all = []; const g = target(3, thing()); for (let r = await g.next(); ; r = await g.next()) { all.push(r.value); if (r.done) return all.join() } });`,
  caughtOutside: (body) =>
    `function target(a, o) {\n  ${body}\n}\nconst outer = (run) => { try { return run() } catch (e) { return e?.stack?.split("\\n").slice(0, 4).join("|") ?? e } };\nshow(() => outer(() => target(3, thing())));\nconsole.log(target.toString(), target.length);`,
};

const HEAD = (module: boolean) =>
  `${module ? "import assert from 'node:assert'; import fs from 'node:fs'; import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" : "const assert = require('node:assert'); const fs = require('node:fs');"}
function thing() { return { p: 1, q: { r: (x) => [x] }, make: (x) => ({ x }), nothing: () => undefined, fail(x) { throw new Error('failed ' + x) }, assert, fs }; }
async function show(run) { const value = run(); console.log(typeof value?.then, value instanceof Promise ? 'promise' : value); if (value?.then) console.log(await value); }
`;

/** Every body in every form, as CommonJS; in some forms as an ES module, too. */
export function generatedTracedPrograms(): GeneratedProgram[] {
  return Object.entries(FORMS).flatMap(([form, make], at) =>
    Object.entries(BODIES).flatMap(([body, text], index) => {
      const isModule = (at + index) % 3 === 0 && !/\beval\(|arguments|prototype\.push/.test(text);
      const extension = isModule ? ('mjs' as const) : ('cjs' as const);
      return [{ name: `${form}-${body}`, extension, text: HEAD(isModule) + make(text) }];
    }),
  );
}
