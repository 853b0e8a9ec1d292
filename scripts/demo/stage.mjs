// What the parts of the demo have in common: narration, the program's folder, and a list of what was not as expected.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class Stage {
  /** A line for each thing that was not as expected. */
  differences = [];
  #folder;

  /** @param folder Of the programs; they are changed in it. */
  constructor(folder) {
    this.#folder = folder;
  }

  step(title) {
    console.log(`\n── ${title} ──`);
  }

  say(text) {
    console.log(`# ${text}`);
  }

  /** Runs a program without a debugger and prints what it writes. */
  run(name, executable, program, expecting) {
    const output = execFileSync(executable, [program], { cwd: this.#folder, encoding: 'utf8' });
    console.log(`$ ${name} ${program}\n${output.trimEnd()}`);
    if (!output.includes(expecting)) this.differences.push(`${name} ${program} did not print: ${expecting}`);
  }

  edit(program, from, to) {
    const file = join(this.#folder, program);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) this.differences.push(`${program} does not contain: ${from}`);
    writeFileSync(file, text.replace(from, to));
    console.log(`- ${from}\n+ ${to}`);
  }
}
