import { rmSync } from 'node:fs';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { detectHang } from '../../../src/investigate/hang/detect-hang.ts';
import type { HangReport } from '../../../src/model/hang-report.ts';
import { pythonWith } from '../../support/pythons.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { mistakeIn, type SeededProgram, writeProgram } from './generate.ts';

/** The time for which a program is watched unless it says otherwise. */
const WATCH_MS = 1_000;

/** A folder for generated programs, gone with `end`. */
export class HangLab {
  readonly folder = temporaryFolder('mcp-debugger-hang-');
  readonly engine = new DebugEngine({ cwd: this.folder });

  /** Writes the program, watches it, and says what is wrong with the report; `mistake` is undefined when it is right. */
  async watch(
    program: SeededProgram,
    seed: number,
    runtimeExecutable?: string,
  ): Promise<{ readonly report: HangReport; readonly mistake: string | undefined }> {
    const written = writeProgram(program, this.folder, seed);
    const launch = {
      program: written.path,
      args: [],
      cwd: this.folder,
      env: {},
      stopOnEntry: false,
      runtimeExecutable: program.language === 'python' ? pythonWith('newest') : runtimeExecutable,
    };
    const target = { kind: 'launch', launch, language: program.language } as const;
    const report = await detectHang(this.engine, target, { timeoutMs: program.timeoutMs ?? WATCH_MS });
    return { report, mistake: mistakeIn(report, program, written) };
  }

  async end(): Promise<void> {
    await this.engine.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
