// Launches and generated programs by the thousand on every version of Node.js; --write renews docs/reliability.md:
//   node scripts/soak.mjs [--launches 1000] [--programs 5000] [--patches 42] [--restarts 42] [--at 4] [--from 1] [--write]
// or random calls over several sessions, after which nothing may be left:
//   node scripts/soak.mjs --calls [--minutes 30] [--lanes 5] [--seed 1] [--write]
// or programs that change what others rely on, under each tool:
//   node scripts/soak.mjs --hostile [--from 1] [--write]
import { runBundled } from './bundle/run-bundled.mjs';

process.exitCode = await runBundled('tests/soak/run.ts', process.argv.slice(2));
