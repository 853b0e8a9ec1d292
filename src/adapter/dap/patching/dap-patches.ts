import { readText, statOf } from '../../../files/read-file.ts';
import { replaceOnce } from '../../../files/replace-once.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { isPatched, type PatchedFunction, type PatchOutcome } from '../../../model/program/patch-outcome.ts';
import type { LoadedRequest, Patches } from '../../patches.ts';
import type { PatchQuestions } from '../recipe/patch-questions.ts';
import type { DapTarget } from '../session/dap-target.ts';
import { textOrError } from '../session/text-answers.ts';

const DEFAULT_MS = 10_000;

/** The members of an adapter that patches use. */
interface PatchedProcesses {
  targets(): readonly DapTarget[];
  /** True if the file may be another one than the program has loaded. */
  isEdited(path: string): Promise<boolean>;
}

/** The texts of a file: as it was loaded, where that is known, and as it is to run. */
interface PatchedFile {
  readonly loaded: string | undefined;
  readonly now: string;
}

/** {@link Patches} by code of the language inside of each process of a debuggee. Calls that run finish as they began. */
export class DapPatches implements Patches {
  readonly #questions: PatchQuestions;
  readonly #processes: PatchedProcesses;
  readonly #installed = new WeakSet<DapTarget>();
  readonly #files = new Map<string, PatchedFile>();
  readonly waiting: Patches['waiting'] = [];

  constructor(questions: PatchQuestions, processes: PatchedProcesses) {
    this.#questions = questions;
    this.#processes = processes;
  }

  /** True if a file runs with another text than its own. */
  isPatched(path: string): boolean {
    return this.#files.has(path);
  }

  async patch(path: string, request: LoadedRequest, options: CallOptions = {}): Promise<PatchOutcome> {
    if (!statOf(path)?.isFile()) return { kind: 'refused', why: `there is no file ${path}`, restart: false };
    if (request.kind === 'revert') {
      const outcome = await this.#askAll(this.#questions.revert(path), options);
      this.#files.delete(path);
      return outcome;
    }
    const known = this.#files.get(path);
    const disk = readText(path);
    const loaded = known ? known.loaded : (await this.#processes.isEdited(path)) ? undefined : disk;
    const base = known?.now ?? (request.kind === 'replace' ? disk : loaded);
    if (request.kind === 'text' && known && request.text === loaded) return { kind: 'unedited' };
    const wanted = request.kind === 'text' ? request.text : replaceOnce(base ?? '', request, path);
    const withinMs = options.timeoutMs ?? DEFAULT_MS;
    const change = { path, wanted, base, isLoaded: known === undefined, withinMs };
    const outcome = await this.#askAll(this.#questions.change(change), options);
    if (isPatched(outcome)) this.#files.set(path, { loaded, now: wanted });
    return outcome;
  }

  waitingFrame(): 'stopped' {
    return 'stopped';
  }

  async #askAll(expression: string, options: CallOptions): Promise<PatchOutcome> {
    const asked = this.#processes.targets().map(async (target) => {
      const outcome = await this.#ask(target, expression, options);
      return { target, outcome };
    });
    return together(await Promise.all(asked));
  }

  async #ask(target: DapTarget, expression: string, options: CallOptions): Promise<PatchOutcome> {
    if (!this.#installed.has(target)) {
      await textOrError(target, this.#questions.installation(), options);
      this.#installed.add(target);
    }
    const answer = this.#questions.decode(await textOrError(target, expression, options));
    return answer ?? { kind: 'refused', why: 'the program did not carry it out', restart: true };
  }
}

/** Processes that have not loaded the file have no say where others have. */
function together(answers: readonly { readonly target: DapTarget; readonly outcome: PatchOutcome }[]): PatchOutcome {
  const patched = answers.flatMap(({ target, outcome }) =>
    outcome.kind === 'patched' ? { target, functions: outcome.functions } : [],
  );
  const [first] = patched;
  if (!first) {
    const other = answers.find(({ outcome }) => outcome.kind === 'refused') ?? answers[0];
    return other?.outcome ?? { kind: 'refused', why: 'no process of the program can be asked', restart: false };
  }
  const isAlike = patched.every(({ functions }) => JSON.stringify(functions) === JSON.stringify(first.functions));
  if (isAlike) return { kind: 'patched', functions: first.functions };
  const named = ({ target, functions }: typeof first): readonly PatchedFunction[] =>
    functions.map((each) => ({ ...each, thread: `process ${target.pid ?? '?'}` }));
  return { kind: 'patched', functions: patched.flatMap(named) };
}
