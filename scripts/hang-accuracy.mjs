// Runs the generated hangs and slow programs again and again, several at a time, and prints how often the watch for hangs was right:
//   node scripts/hang-accuracy.mjs [--rounds 10] [--at 4] [--only "python two-locks"]
import { runBundled } from './bundle/run-bundled.mjs';

process.exitCode = await runBundled('tests/live/hang/accuracy.ts', process.argv.slice(2));
