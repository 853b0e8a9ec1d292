import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { replaceSource } from '../../../src/adapter/v8/scripts/replace-source.ts';
import type { CdpConnection } from '../../../src/cdp/cdp-connection.ts';
import { connectInspector } from '../../../src/cdp/connect.ts';
import { type InspectorTarget, listInspectorTargets } from '../../../src/cdp/discover.ts';
import { NodeWorkerSession } from '../../../src/cdp/node-worker-session.ts';
import { type NodeVersion, nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MESSAGES = 50_000;
const READ_BYTES = 65_536;

interface Debuggee extends AsyncDisposable {
  readonly url: string;
  readonly pid: number | undefined;
  /** Undefined while it runs. */
  exit(): string | undefined;
}

function startDebuggee(version: NodeVersion, code: string, flag = '--inspect'): Promise<Debuggee> {
  return startWith(version, [`${flag}=127.0.0.1:0`, '-e', code]);
}

async function startWith(version: NodeVersion, args: readonly string[]): Promise<Debuggee> {
  const child = spawn(version.path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let exit: string | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      exit = `exit code ${exitCode}, signal ${signal}`;
      resolve();
    });
  });
  let errors = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      errors += chunk;
      const found = /ws:\/\/\S+/.exec(errors)?.[0];
      if (found !== undefined) resolve(found);
    });
    gone.then(() => reject(new Error(`ended without an inspector: ${exit}\n${errors}`)));
  });
  return {
    url,
    pid: child.pid,
    exit: () => exit,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function evaluate(connection: CdpConnection, expression: string): Promise<unknown> {
  const { result } = await connection.send('Runtime.evaluate', { expression }, { timeoutMs: 20_000 });
  return result.value;
}

for (const version of nodeVersions()) {
  test(`Node ${version.major} answers ${MESSAGES} commands sent at once, each rightly`, async () => {
    // Held at its start, as after a launch: the commands run while the program waits.
    await using debuggee = await startDebuggee(version, '0', '--inspect-wait');
    const connection = await connectInspector(debuggee.url, { peer: 'node' });
    const sent = Array.from({ length: MESSAGES }, (_, index) => {
      // Now and then one of several hundred bytes, so that the borders of reads fall everywhere.
      const padding = index % 7 === 0 ? `/*${'x'.repeat(index % 1_009)}*/` : '';
      return evaluate(connection, `${padding}${index} + 1`);
    });
    const values = await Promise.all(sent);
    expect(values.findIndex((value, index) => value !== index + 1)).toBe(-1);
    expect(debuggee.exit()).toBeUndefined();
    connection.close();
  });

  test(`Node ${version.major} survives large commands of every awkward length`, async () => {
    await using debuggee = await startDebuggee(version, 'setInterval(() => {}, 1000)');
    const connection = await connectInspector(debuggee.url, { peer: 'node' });
    for (let round = 0; round < 80; round++) {
      // Around each border of a 64 KiB read, where a frame's last bytes would come in a read of their own.
      const length = READ_BYTES * (1 + (round % 15)) - 100 + Math.floor(round / 2);
      const large = evaluate(connection, `/*${'x'.repeat(length)}*/ ${round}`);
      const small = Array.from({ length: 10 }, (_, index) => evaluate(connection, `${index} * 2`));
      expect(await large).toBe(round);
      expect(await Promise.all(small)).toEqual(small.map((_, index) => index * 2));
    }
    expect(debuggee.exit()).toBeUndefined();
    connection.close();
  });

  test(`Node ${version.major} takes changed texts of 100 kB to 1 MB of a loaded file, and runs them`, async () => {
    const folder = temporaryFolder('stress-');
    const file = join(folder, 'large.cjs');
    // Few lines, because V8 compares old and new text line by line, which takes seconds for thousands of changed ones.
    const text = (round: number, length: number) => {
      const head = `setInterval(() => {}, 1000);\nglobalThis.tell = function tell() {\n  return `;
      return `${head}${round};\n};\n// größer\n//${'abc '.repeat(length / 4)}${'x'.repeat(round)}\n`;
    };
    writeFileSync(file, text(0, 100_000));
    try {
      await using debuggee = await startWith(version, ['--inspect=127.0.0.1:0', file]);
      const connection = await connectInspector(debuggee.url, { peer: 'node' });
      let scriptId = '';
      connection.on('Debugger.scriptParsed', (script) => {
        if (script.url === pathToFileURL(file).href) scriptId = script.scriptId;
      });
      await Promise.all([connection.send('Debugger.enable', {}), connection.send('Runtime.enable')]);
      await until(async () => (await evaluate(connection, 'typeof tell')) === 'function');
      // The lengths of frames fall before, on and behind each border of a 64 KiB read.
      const lengths = Array.from({ length: 24 }, (_, index) => READ_BYTES * (2 + (index % 14)) - 260 + index * 12);
      for (const [index, length] of [100_000, ...lengths, 1_000_000].entries()) {
        const source = text(index + 1, length);
        const small = Array.from({ length: 10 }, (_, each) => evaluate(connection, `${each} * 2`));
        const edited = await replaceSource(connection, { scriptId, source }, { timeoutMs: 20_000 });
        expect(edited).toEqual({ kind: 'applied' });
        expect(await Promise.all(small)).toEqual(small.map((_, each) => each * 2));
        expect(await evaluate(connection, 'tell()')).toBe(index + 1);
        const { scriptSource } = await connection.send('Debugger.getScriptSource', { scriptId });
        expect(scriptSource === source, `${source.length} characters came back unchanged`).toBe(true);
      }
      expect(debuggee.exit()).toBeUndefined();
      connection.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  test(`Node ${version.major} takes and gives back sources of up to 1 MB unchanged`, async () => {
    await using debuggee = await startDebuggee(version, 'setInterval(() => {}, 1000)');
    const connection = await connectInspector(debuggee.url, { peer: 'node' });
    await Promise.all([connection.send('Debugger.enable'), connection.send('Runtime.enable')]);
    for (const length of [100_000, READ_BYTES * 4 - 150, 1_000_000]) {
      const expression = `// größer\n/*${'abc '.repeat(length / 4)}*/ ${length}`;
      const script = { expression, sourceURL: `${length}.js`, persistScript: true };
      const { scriptId = '' } = await connection.send('Runtime.compileScript', script);
      const { scriptSource } = await connection.send('Debugger.getScriptSource', { scriptId });
      expect(scriptSource === expression, `${length} came back unchanged`).toBe(true);
    }
    expect(debuggee.exit()).toBeUndefined();
    connection.close();
  });

  test(`Node ${version.major} is found by its port, and a worker answers through its process`, async () => {
    const code = "new (require('node:worker_threads').Worker)('setInterval(() => {}, 1000)', { eval: true })";
    await using debuggee = await startDebuggee(version, code);
    const target = await onlyTarget(debuggee);
    expect(target).toMatchObject({ url: debuggee.url, type: 'node', pid: debuggee.pid });
    const connection = await connectInspector(target.url, { peer: 'unknown' });
    const attached = new Promise<NodeWorkerSession>((resolve) =>
      connection.on('NodeWorker.attachedToWorker', (event) =>
        resolve(new NodeWorkerSession(connection, event.sessionId)),
      ),
    );
    await connection.send('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const worker = await attached;
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => worker.send('Runtime.evaluate', { expression: `${index} + 1` })),
    );
    expect(answers.map((answer) => answer.result.value)).toEqual(answers.map((_, index) => index + 1));
    connection.close();
  });
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function onlyTarget(debuggee: Debuggee): Promise<InspectorTarget> {
  const { hostname, port } = new URL(debuggee.url);
  const [target, ...others] = await listInspectorTargets(hostname, Number(port));
  expect(others).toEqual([]);
  if (target === undefined) throw new Error('the port lists no target');
  return target;
}
