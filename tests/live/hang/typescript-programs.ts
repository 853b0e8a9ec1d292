import type { SeededProgram } from './generate.ts';

const typescript = (name: string, kinds: SeededProgram['kinds'], text: string): SeededProgram => ({
  name: `typescript-${name}`,
  language: 'node',
  file: 'main.ts',
  kinds,
  text,
});

/** TypeScript programs that hang, each in one way. What the compiler takes out moves all lines below it. */
export const TYPESCRIPT_HANGS: readonly SeededProgram[] = [
  typescript(
    'flag-never-set',
    ['busy loop'],
    `
interface $a {
  done: boolean;
  readonly name: string;
}
class $b {
  private rounds = 0;
  constructor(private readonly $c: $a) {}
  $d(): number {
    while (!this.$c.done) { // @here
      this.rounds += 1;
    }
    return this.rounds;
  }
}
const $e: $a = { done: false, name: 'one' };
console.log(new $b($e).$d());
`,
  ),
  typescript(
    'overshoot',
    ['busy loop'],
    `
type $a<T> = {
  value: T;
};
enum $b {
  Start = 0,
  Limit = 10,
}
function $c(
  $d: $a<number>,
  $e: number,
): number {
  while ($d.value !== $b.Limit) { // @here
    $d.value += $e;
  }
  return $d.value;
}
$c({ value: $b.Start }, 3);
`,
  ),
  typescript(
    'promise-never-settled',
    ['waiting'],
    `
interface $a {
  id: number;
}
setInterval(() => {}, 60_000);
function $b<T>(): Promise<T> {
  return new Promise<T>(() => {});
}
async function $c(): Promise<number> {
  const $d = await $b<$a>(); // @here
  return $d.id;
}
void $c();
`,
  ),
  typescript(
    'child-that-sleeps',
    ['blocked call'],
    `
import { execFileSync } from 'node:child_process';
type $a = string
  | undefined;
function $b($c: $a): Buffer {
  return execFileSync('sleep', [$c ?? '60']); // @here
}
$b(undefined);
`,
  ),
];

/** One that takes its time. */
export const TYPESCRIPT_FINE: readonly SeededProgram[] = [
  typescript(
    'long-count',
    ['progressing'],
    `
interface $a {
  sum: number;
}
function $b($c: $a, $d: number): number {
  for (let $e = 0; $e < $d; $e++) {
    $c.sum = ($c.sum * 31 + $e) % 1000003;
  }
  return $c.sum;
}
console.log($b({ sum: 0 }, 1e11));
`,
  ),
];
