import { SHAPES } from './function-shapes.ts';
import { type Random, randomOf } from './random.ts';

/** A program whose functions each have an old and a new text; `values()` gives what each one runs. */
export interface GeneratedPatch {
  readonly old: string;
  readonly new: string;
  readonly names: readonly string[];
}

/** Ways to another body, which come to another value. Some use a variable of the module that no function has used, or leave the last use out. */
function bodies(random: Random, index: number, isArrow: boolean | undefined): { old: string; new: string } {
  const now = index + 1000;
  const plain = ` return ${index}; `;
  const ways: readonly { readonly old?: string; readonly new: string }[] = [
    { new: ` return ${now}; ` },
    { new: `\n  const b = ${now};\n  return b;\n` },
    { new: `\n  // Another line.\n  /* and one */\n  return ${now};\n` },
    { new: `\n  let sum = 0;\n  for (let i = 0; i < ${now}; i++) sum += 1;\n  return sum;\n` },
    { new: `\n  const add = (x) => x + ${now};\n  return [0].map(add)[0];\n` },
    { new: `\n  class Local { v = ${now}; #p = 1; get p() { return this.#p; } }\n  return new Local().v;\n` },
    { new: `\n  try { throw new Error(\`\${${now}}\`); } catch ({ message }) { return Number(message); }\n` },
    { new: ` return shared.base + ${now}; ` },
    { old: `\n  const x = 1;\n  return shared.base + ${index} + x - x;\n`, new: ` return ${now}; ` },
    { new: ` return lonely${index} + ${now}; ` },
    { old: ` return only${index} + ${index}; `, new: ` return ${now}; ` },
    { old: ` return only${index} + ${index}; `, new: `\n\n\n  return only${index} + ${now};\n` },
    {
      new: `\n  label: for (const each of [1, 2]) { if (each === 2) break label; }\n  return /\\d+/.exec('${now}') ? ${now} : 0;\n`,
    },
    isArrow
      ? { new: ` return typeof this === 'undefined' ? ${now} : ${now}; ` }
      : { new: ` return arguments.length * 0 + ${now}; ` },
    { new: `\n  function hoisted() { return ${now}; }\n  return hoisted();\n` },
    { new: ` return eval('${now}'); ` },
    { new: `\n  switch (1) { case 1: { let v = ${now}; return (() => v)(); } }\n` },
  ];
  const way = ways[Math.floor(random() * ways.length)] ?? { new: plain };
  return { old: way.old ?? plain, new: way.new };
}

/** A program of that many functions. It stops for nothing; `tick` is called again and again. */
export function generatedPatch(seed: number, count: number): GeneratedPatch {
  const random = randomOf(seed);
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const parts = names.map((name, index) => {
    const shape = SHAPES[Math.floor(random() * SHAPES.length)] ?? SHAPES[0];
    if (!shape) throw new Error('there are no shapes');
    const body = bodies(random, index, shape.isArrow);
    const declared = `const lonely${index} = 0, only${index} = 0;\n`;
    const text = (own: string) => `${declared}${shape.text(name, own)}\n`;
    return { old: text(body.old), new: text(body.new), call: `${name}: () => ${shape.call(name)}` };
  });
  const head =
    'const shared = { base: 0 };\nfunction last(each) { let step; do step = each.next(); while (!step.done); return step.value; }\n';
  const foot = `const calls = { ${parts.map(({ call }) => call).join(', ')} };
function values() {
  return JSON.stringify(Object.fromEntries(Object.entries(calls).map(([name, run]) => [name, run()])));
}
function tick() {
  const now = values();
  return now;
}
setInterval(tick, 5);
`;
  const program = (which: 'old' | 'new') => head + parts.map((part) => part[which]).join('') + foot;
  return { old: program('old'), new: program('new'), names };
}
