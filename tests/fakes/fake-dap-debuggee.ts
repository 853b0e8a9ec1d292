import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DapDebugAdapter } from '../../src/adapter/dap/dap-debug-adapter.ts';
import type { SessionOffer } from '../../src/adapter/dap/recipe/adapter-link.ts';
import type { AdapterQuirks } from '../../src/adapter/dap/recipe/adapter-quirks.ts';
import type { AdapterRecipe } from '../../src/adapter/dap/recipe/adapter-recipe.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { connectFakeDapPeer, type FakeDapPeer } from './fake-dap-peer.ts';

/** The capabilities of the fake adapter. */
export const CAPABILITIES = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsFunctionBreakpoints: true,
  exceptionBreakpointFilters: [{ filter: 'uncaught', label: 'Uncaught' }],
};
/** The folder of the program. */
export const folder = temporaryFolder('dap-race-');
/** The program: four lines. */
export const file = join(folder, 'app.x');
writeFileSync(file, '1\n2\n3\n4\n');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const REQUEST = { kind: 'port' as const, host: '127.0.0.1', port: 1 };
/** A frame of the program. */
export const frame = (line: number) => ({ id: 1, name: 'main', line, column: 1, source: { path: file } });

interface Started {
  readonly adapter: DapDebugAdapter;
  readonly fake: FakeDapPeer;
  /** The attach under way. */
  readonly attached: Promise<void>;
  readonly events: string[];
}

interface FakeOptions {
  readonly timeoutMs?: number;
  readonly quirks?: Partial<AdapterQuirks>;
  readonly offer?: Partial<SessionOffer>;
}

/** A debug adapter of a recipe without quirks but those that are given, and the fake one that it attaches to. */
export async function attaching({ timeoutMs = 5_000, quirks, offer }: FakeOptions = {}): Promise<Started> {
  const { transport, adapter: fake } = await connectFakeDapPeer();
  const children: FakeDapPeer[] = [];
  const recipe: AdapterRecipe = {
    launch: async () => {
      throw new Error('not launched here');
    },
    attach: async () => ({
      started: undefined,
      label: 'fake',
      onSession: (take) => take({ transport, command: 'attach', arguments: {}, ...offer }),
      childSession: async (command, configuration): Promise<SessionOffer> => {
        const child = await connectFakeDapPeer();
        children.push(child.adapter);
        serveStart(child.adapter);
        return { transport: child.transport, command, arguments: configuration };
      },
      close: () => {},
    }),
    quirks: { exceptions: { filters: (mode) => (mode === 'none' ? [] : ['uncaught']) }, ...quirks },
  };
  const adapter = new DapDebugAdapter({ recipe });
  const events: string[] = [];
  adapter.events.on('stopped', ({ reason, location, hitBreakpointIds }) =>
    events.push(`stopped ${reason} ${location.line} [${hitBreakpointIds}]`),
  );
  adapter.events.on('continued', ({ threadId }) => events.push(`continued ${threadId}`));
  adapter.events.on('breakpoint', ({ id, state }) => events.push(`breakpoint ${id} ${state.kind}`));
  adapter.events.on('thread', ({ threadId, reason }) => events.push(`thread ${threadId} ${reason}`));
  adapter.events.on('exited', ({ exitCode }) => events.push(`exited ${exitCode}`));
  adapter.events.on('lost', () => events.push('lost'));
  const attached = adapter.attach(REQUEST, { timeoutMs });
  attached.catch(() => {});
  return { adapter, fake, attached, events };
}

/** Answers the handshake, and everything that is asked at a stop. */
export function serveStart(fake: FakeDapPeer, end: Readonly<Record<string, unknown>> = { disconnect: {} }): void {
  fake.serve({
    initialize: CAPABILITIES,
    attach: {},
    launch: {},
    setExceptionBreakpoints: {},
    configurationDone: {},
    threads: { threads: [{ id: 7, name: 'main' }] },
    ...end,
  });
  fake.event('initialized');
}

/** The same, with its program running. @param served Bodies of further answers, and others than usual. */
export async function running(
  options: FakeOptions = {},
  served: Readonly<Record<string, unknown>> = {},
): Promise<Started> {
  const started = await attaching(options);
  serveStart(started.fake, { disconnect: {}, ...served });
  await started.attached;
  return started;
}
