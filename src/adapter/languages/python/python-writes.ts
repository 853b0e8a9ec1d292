import type { PlaceAnswer, PlacesAnswer, ReportedWrite, WriteQuestions } from '../../dap/recipe/write-questions.ts';
import { jsonInText } from './answer-in-text.ts';
import { moduleTexts, WRITE_MODULES } from './debuggee-files.ts';
import { installModule, moduleNamed } from './install-module.ts';
import { asciiJson } from './python-literals.ts';

/** Beside the code that describes values, where the program sees nothing of it. */
const NAME = 'mcp_debugger_writes';
const MODULE = moduleNamed(NAME);
const SLOW = ' (lines that may write it take some 10 µs before Python 3.12)';

/** Watches places of Python programs in the code that can write them: by sys.monitoring, or beside debugpy's tracing before Python 3.12. */
export const pythonWrites: WriteQuestions = {
  installation: () => installModule(NAME, { module: 'write_watches', texts: moduleTexts(WRITE_MODULES) }),
  installationProblem(result) {
    // What runs code has no value; anything else is a traceback.
    return result === '' || result === 'None' ? '' : 'the code that watches could not be loaded in it';
  },
  place: (expression) => `${MODULE}.ask(${asciiJson(expression)})`,
  set: (wanted) =>
    `${MODULE}.set_watches(${JSON.stringify(
      asciiJson(wanted.map(({ number, condition, isLogged }) => ({ id: number, condition, logged: isLogged }))),
    )})`,
  watched: () => `${MODULE}.watched()`,
  end: () => `${MODULE}.end()`,
  readPlace(result) {
    const answer = parsed(result) as WirePlace | undefined;
    if (answer === undefined) return undefined;
    if ('refused' in answer) return { kind: 'refused', why: answer.refused };
    return { kind: 'place', number: answer.id, note: answer.slow ? SLOW : undefined } satisfies PlaceAnswer;
  },
  readPlaces(result) {
    const answer = parsed(result) as WirePlaces | undefined;
    if (answer === undefined) return undefined;
    if ('error' in answer) return { kind: 'conditionError', message: answer.error } satisfies PlacesAnswer;
    const places = answer.places.map(({ id, gone, unseen }) => ({
      number: id,
      hasUnseen: unseen === true,
      gone: gone === '' ? undefined : gone,
    }));
    return { kind: 'places', places };
  },
  readWrite(text) {
    const write = parsed(text) as WireWrite | undefined;
    if (write === undefined) return undefined;
    const { before, after, changes, logged, thread, path, line } = write;
    const location = { path, line, column: 1 };
    const said = { dapThreadId: thread, isLogged: logged, before, after, changes, location };
    return { ...said, functionName: write.function } satisfies ReportedWrite;
  },
};

// As write_watches.py writes them.
type WirePlace = { readonly id: number; readonly slow: boolean } | { readonly refused: string };
type WirePlaces =
  | { readonly error: string }
  | { readonly places: readonly { readonly id: number; readonly gone: string; readonly unseen?: boolean }[] };
interface WireWrite {
  readonly before: string;
  readonly after: string;
  readonly changes: number;
  readonly logged: boolean;
  readonly thread: number;
  readonly path: string;
  readonly line: number;
  readonly function: string;
}

/** The answer itself, or a traceback that ends with it. */
function parsed(text: string): unknown {
  try {
    return jsonInText(text, '{"');
  } catch {
    return undefined;
  }
}
