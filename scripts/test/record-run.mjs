// A reporter of vitest: keeps what its JSON leaves out. Unhandled errors, failures outside of tests, and where the run is.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { noteProgress } from './progress.mjs';

export default class RecordRun {
  running = new Set();
  last = '';

  onInit({ config }) {
    this.root = config.root;
  }

  onTestModuleStart({ moduleId }) {
    this.last = relative(this.root, moduleId);
    this.running.add(this.last);
    this.writeProgress();
  }

  onTestModuleEnd({ moduleId }) {
    this.running.delete(relative(this.root, moduleId));
    this.writeProgress();
  }

  onTestRunEnd(modules, unhandledErrors) {
    const unhandled = unhandledErrors.map((error) => `unhandled error: ${firstLine(error)}`);
    const outside = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((part) =>
        part.errors().map((error) => `${relative(this.root, module.moduleId)}, outside of a test: ${firstLine(error)}`),
      ),
    );
    // Named by run-vitest.mjs.
    writeFileSync(process.env.MCP_DEBUGGER_TEST_BROKEN, JSON.stringify([...unhandled, ...outside]));
  }

  writeProgress() {
    noteProgress(this.root, `tests: last begun ${this.last}, not ended ${[...this.running].join(', ') || 'none'}`);
  }
}

function firstLine(error) {
  return `${error?.message ?? error}`.split('\n')[0];
}
