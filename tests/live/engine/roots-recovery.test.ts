import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('breakpoints of a server with other roots come back only where they may be set', async () => {
  const folders = ['inside-', 'outside-'].map((name) => temporaryFolder(name));
  const [cwd = '', outside = ''] = folders;
  const [program, library] = [join(cwd, 'app.cjs'), join(outside, 'library.cjs')];
  for (const path of [program, library]) writeFileSync(path, 'const a = 1;\nsetInterval(() => a, 1000);\n');
  const launch = { program, args: [], cwd, env: {}, stopOnEntry: true };
  const breakpoints = [program, library].map((path) => ({ target: { kind: 'line', path, line: 2 } }) as const);
  const before = new DebugEngine({ cwd });
  const after = new DebugEngine({ cwd, roots: [cwd] });
  try {
    await before.launch(launch, { breakpoints }, { timeoutMs: 10_000 });
    // Not closed: a server that ends as it should leaves nothing to recover.
    const { session, origin } = await after.launch(launch, { breakpoints: [] }, { timeoutMs: 10_000 });
    expect(origin).toEqual({ kind: 'recovered', breakpoints: 1 });
    expect(session.breakpoints.list().map(({ target }) => target)).toMatchObject([{ path: program }]);
    await after.end(session, {});
  } finally {
    await Promise.all([before.close(), after.close()]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
