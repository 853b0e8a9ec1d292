import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { argumentsFor, jsonOf, rawLine, type ValueSchema } from '../support/generated-calls.ts';
import { requireBuild } from '../support/mcp-client.ts';
import { type Answer, RawServer } from '../support/raw-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CALLS = 20_000;
const LINES = 20_000;
/** After so many, it has been ended by one of them, most likely. */
const CALLS_OF_A_SESSION = 100;
/** So many calls are under way at once. */
const AT_ONCE = 20;
/** The longest default of a tool's own limit, and what ending a program takes. */
const ANSWER_LIMIT_MS = 60_000;
/** Memory that may be in use at the end beyond a quarter of the way: caches fill up to their bounds. */
const GROWTH_BYTES = 8_000_000;

let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(requireBuild);
beforeEach(() => {
  folder = temporaryFolder('mcp-fuzz-');
  const [programs, tools] = [join(folder, 'programs'), join(folder, 'bin')];
  for (const each of [programs, tools]) mkdirSync(each);
  writeFileSync(join(programs, 'ok.js'), 'const n = 1;\nconsole.log(n);\n');
  // Whatever a text means to a shell, there is nothing else that it could start.
  symlinkSync(process.execPath, join(tools, 'node'));
  env = { ...process.env, PATH: tools };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (...args: string[]) => {
  const cwd = join(folder, 'programs');
  return RawServer.start({ cwd, env, args: ['--root', cwd, ...args], inspected: true });
};

/** Made once for the run, and said where it fails. */
const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
const sample = <T>(values: fc.Arbitrary<T>, count: number) => fc.sample(values, { numRuns: count, seed });

/** The reason why a message is none of the protocol; undefined when it is one. */
function malformed(answer: Answer): string | undefined {
  if (answer.jsonrpc !== '2.0') return 'jsonrpc';
  if (answer.method !== undefined) return 'id' in answer ? 'a request' : undefined;
  if (!('result' in answer) === !('error' in answer)) return 'neither a result nor an error, or both';
  if (answer.id !== null && typeof answer.id !== 'string' && typeof answer.id !== 'number') return 'id';
  const { error, result } = answer;
  if (error) return Number.isInteger(error.code) && /\w/.test(String(error.message)) ? undefined : 'error';
  const isText = ({ type, text }: { type: string; text: string }) => type === 'text' && typeof text === 'string';
  return result?.content?.every(isText) === false ? 'content' : undefined;
}

async function answerWithin(server: RawServer, answer: Promise<Answer>, about: string): Promise<Answer> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`No answer (seed ${seed}): ${about}\n${server.stderr}`)), ANSWER_LIMIT_MS);
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(late);
  }
}

test(`${CALLS} calls made from the tools' own schemas are answered, and nothing piles up`, {
  timeout: 3_600_000,
}, async () => {
  await using server = await start('--toolset', 'all');
  const { result } = await server.request('tools/list', {});
  const { tools } = result as unknown as { tools: { name: string; inputSchema: ValueSchema }[] };
  const call = fc
    .constantFrom(...tools)
    .chain(({ name, inputSchema }) => argumentsFor(inputSchema).map((args) => ({ name, args: jsonOf(args) })));
  const calls = sample(call, CALLS);
  const outcomes = { answered: 0, refused: 0, rejected: 0 };
  let at = 0;
  const makeCalls = async (until: number) => {
    for (let index = at++; index < until; index = at++) {
      const { name, args } = calls[index] ?? { name: '', args: '' };
      server.write(
        `{"jsonrpc":"2.0","id":${index},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
      );
      const about = `call ${index}: ${name} ${args.slice(0, 500)}`;
      const answer = await answerWithin(server, server.answerTo(index), about);
      const problem = malformed(answer);
      if (problem !== undefined) throw new Error(`${problem} (seed ${seed}), ${about}\n${JSON.stringify(answer)}`);
      const kind = answer.error
        ? 'rejected'
        : JSON.stringify(answer).includes('"isError":true')
          ? 'refused'
          : 'answered';
      outcomes[kind] += 1;
    }
    at--;
  };
  const makeUntil = async (until: number) => {
    await server.call('debug_launch', { program: 'ok.js', session: 's1' });
    await Promise.all(Array.from({ length: AT_ONCE }, () => makeCalls(until)));
    at = until;
    const sessions = await server.call('debug_sessions');
    for (const [, session = ''] of sessions.matchAll(/^(\S+) {2}/gm)) await server.call('debug_stop', { session });
  };
  let quarter = 0;
  for (let done = 0; done < CALLS; done += CALLS_OF_A_SESSION) {
    if (done === CALLS / 4) quarter = await server.heapBytes();
    await makeUntil(done + CALLS_OF_A_SESSION);
  }
  const running = 'process.getActiveResourcesInfo().filter((kind) => kind === "ProcessWrap").length';
  const left = async () => (await server.tools.send('Runtime.evaluate', { expression: running })).result.value;
  await expect.poll(left, { message: `programs without a session (seed ${seed})`, timeout: 10_000 }).toBe(0);
  const grown = (await server.heapBytes()) - quarter;
  expect(server.stderr.split('\n').filter((line) => /failed|exception|rejection/.test(line))).toEqual([]);
  // A schema that nothing fits would be no test of what is behind it.
  for (const count of Object.values(outcomes))
    expect(count, `${JSON.stringify(outcomes)} (seed ${seed})`).toBeGreaterThan(100);
  expect(grown, `bytes more than after a quarter (seed ${seed})`).toBeLessThan(GROWTH_BYTES);
});

test(`of ${LINES} lines each that is a request is answered, whatever the others are`, {
  timeout: 1_200_000,
}, async () => {
  await using server = await start();
  const asked: (string | number)[] = [];
  let quarter = 0;
  for (let done = 0; done < LINES; done += 500) {
    if (done === LINES / 4) quarter = await server.heapBytes();
    const lines = Array.from({ length: 500 }, (_, index) => rawLine(done + index));
    const drawn = fc.sample(fc.tuple(...lines), { numRuns: 1, seed: seed + done })[0] ?? [];
    const answers = drawn.map(({ text, id }) => {
      const answer = id === undefined ? undefined : server.answerTo(id);
      if (id !== undefined) asked.push(id);
      server.write(text);
      return answer && answerWithin(server, answer, text.slice(0, 500));
    });
    await Promise.all(answers);
    await answerWithin(server, server.request('ping', {}), `a ping after line ${done + 500}`);
  }
  const grown = (await server.heapBytes()) - quarter;
  const problems = server.answers.flatMap((answer) => {
    const problem = malformed(answer);
    return problem === undefined ? [] : `${problem}: ${JSON.stringify(answer)}`;
  });
  expect(problems, `seed ${seed}`).toEqual([]);
  const answered = new Map<unknown, number>();
  for (const { id } of server.answers) answered.set(id, (answered.get(id) ?? 0) + 1);
  const twice = asked.filter((id) => answered.get(id) !== 1);
  expect(twice, `answered once (seed ${seed})`).toEqual([]);
  expect(grown, `bytes more than after a quarter (seed ${seed})`).toBeLessThan(GROWTH_BYTES);
});
