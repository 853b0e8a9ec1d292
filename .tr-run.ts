import { DebugEngine } from './src/session/debug-engine.ts';
import { runTests } from './src/investigate/test/run-tests.ts';
const [,, cwd, program, ...args] = process.argv;
const engine = new DebugEngine({ cwd });
try {
const r = await runTests(engine, { launch: { program: program!, args, cwd, env: {}, stopOnEntry: false }, limits: { depth: 0, maxChildren: 50, maxTextLength: 100 } }, { timeoutMs: Number(process.env.T ?? 60000) });
const { failures, output, ...rest } = r;
console.log(rest);
for (const f of failures) { console.log('*', f.kind, f.name, f.file, f.line, '|', f.error.name, '|', f.error.message.slice(0, 200).replace(/\n/g, '⏎'), f.error.stack.map((s) => `${s.name}@${s.location.path.split('/').pop()}:${s.location.line}`).join(' < '));
 if (f.site.kind === 'seen') console.log('   ', f.site.moment, f.site.functionName, f.site.location.path.split('/').pop(), f.site.location.line, f.site.thread, f.site.locals.map((l) => `${l.name}=${l.value}`).join(', '), '// closure', f.site.closure.map((l) => `${l.name}=${l.value}`).join(', '), '//', f.site.source?.lines[f.site.location.line - f.site.source.startLine]); else console.log('    UNSEEN', f.site.reason); }
const { renderTestReport } = await import('./src/render/test-report.ts'); if (process.env.TEXT) console.log('-----\n' + renderTestReport(r, { cwd, program: [program, ...args].join(' ') }));
if (process.env.OUT) console.log(output.chunks.map((c) => c.text).join(''));
} catch (e) { console.log('ERROR', (e as Error).message, e); }
process.exit(0);
