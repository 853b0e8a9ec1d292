// Bugs found in small programs through the built server, as an agent would do it. Every answer that is printed is the server's
// own; what the narration says of it is checked, and the exit code is 1 when an answer does not bear it out.
//
// node scripts/demo/scenario.mjs [folder with other programs of these names]
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DebuggerClient, SERVER } from './debugger-client.mjs';
import { playInvoices } from './invoices.mjs';
import { playParcels } from './parcels.mjs';
import { Stage } from './stage.mjs';

const PROGRAMS = fileURLToPath(new URL('../../tests/programs/demo', import.meta.url));
// debugpy goes below the project: a demo changes nothing of its user's.
process.env.XDG_CACHE_HOME = fileURLToPath(new URL('../../.cache/demo', import.meta.url));

// A copy, because the fixes are made in it.
const folder = mkdtempSync(join(tmpdir(), 'mcp-debugger-demo-'));
cpSync(PROGRAMS, folder, { recursive: true });
if (process.argv[2] !== undefined) cpSync(process.argv[2], folder, { recursive: true });
const stage = new Stage(folder);
let debug;
try {
  execFileSync(process.execPath, [SERVER, 'doctor', 'python', '--fix'], { stdio: ['ignore', 'ignore', 'pipe'] });
  debug = await DebuggerClient.start(folder, stage.differences);
  await playInvoices(stage, debug);
  await playParcels(stage, debug, 'python3');
} catch (error) {
  stage.differences.push(`The demo broke off: ${error.message}`);
} finally {
  await debug?.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const difference of stage.differences) console.log(`\nNOT AS EXPECTED: ${difference}`);
process.exitCode = stage.differences.length === 0 ? 0 : 1;
