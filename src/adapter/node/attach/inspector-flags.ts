import { readText } from '../../../files/read-file.ts';
import { argumentsOf } from '../../../process/running-program.ts';

/** The inspector options of a Node process. */
export interface InspectorFlags {
  /** True if the process opens its inspector when it starts. */
  readonly opens: boolean;
  /** The port at which the process opens its inspector, now or on a signal; 0 for a port that the system chooses. */
  readonly port: number;
}

const DEFAULT_PORT = 9229;
const OPENS = /^--inspect(-brk|-wait)?$/;
const NAMES_PORT = /^--(inspect-port|debug-port)$/;
/** Options whose value is the next word. What is not known here ends the options early, and less is known. */
const TAKES_NEXT =
  /^(-r|-e|-p|-pe|-C|--(require|import|loader|experimental-loader|eval|print|conditions|env-file|title|input-type))$/;

/**
 * Reads the options from the command line of a running process, and on Linux from its NODE_OPTIONS; the defaults if they cannot
 * be read.
 */
export async function inspectorFlagsOf(pid: number): Promise<InspectorFlags> {
  const [, ...args] = await argumentsOf(pid);
  const environment = (readText(`/proc/${pid}/environ`) ?? '').split('\0');
  const options = environment.find((each) => each.startsWith('NODE_OPTIONS='))?.slice('NODE_OPTIONS='.length) ?? '';
  return inspectorFlags([...options.split(/\s+/), ...optionsIn(args)]);
}

/**
 * Parses options, later ones above earlier ones. Exported for its test.
 *
 * @param options Those of Node alone, without the program and its arguments.
 */
export function inspectorFlags(options: readonly string[]): InspectorFlags {
  let flags: InspectorFlags = { opens: false, port: DEFAULT_PORT };
  options.forEach((option, index) => {
    const [name = '', value] = option.split('=', 2);
    if (OPENS.test(name)) flags = { opens: true, port: portOf(value) ?? flags.port };
    if (NAMES_PORT.test(name)) flags = { ...flags, port: portOf(value ?? options[index + 1]) ?? flags.port };
  });
  return flags;
}

/** The options of Node in its arguments: what comes behind the program is the program's. Exported for its test. */
export function optionsIn(args: readonly string[]): readonly string[] {
  const isValue = (index: number) => TAKES_NEXT.test(args[index - 1] ?? '') || NAMES_PORT.test(args[index - 1] ?? '');
  const end = args.findIndex((each, index) => each === '--' || (!each.startsWith('-') && !isValue(index)));
  return end === -1 ? args : args.slice(0, end);
}

/** The port of `9333`, `127.0.0.1:9333`, `[::1]:9333`. A host alone leaves the port as it is. */
function portOf(text: string | undefined): number | undefined {
  const digits = /(?:^|:)(\d+)$/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
