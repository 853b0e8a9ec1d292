/** The source of a program's standard input. */
export type ProgramInput =
  | { readonly kind: 'text'; readonly text: string }
  /** Absolute. */
  | { readonly kind: 'file'; readonly path: string }
  /** Written to while the program runs: {@link DebuggeeInput}. */
  | { readonly kind: 'open' };

/** The input of a program, and the kind of stream that carries it. */
interface InputRequest {
  /** The program's standard input; left out, the input is empty, and open in a terminal. */
  readonly stdin?: ProgramInput | undefined;
  /** True if the program runs in a terminal: its output to both streams comes as one. */
  readonly tty?: boolean | undefined;
}

/** The standard input of a program that runs. */
export interface DebuggeeInput {
  /** @throws DebugError `unsupported` where it was not started for that, `already_exited` where the program does not read it any more */
  writeStdin(text: string): void;
  /** The program reads the end of its input. */
  closeStdin(): void;
}

/** The standard input of a launch, as a process is started with it. */
export function inputOf({ stdin, tty = false }: InputRequest): {
  readonly stdin: 'empty' | 'open' | { readonly text: string } | { readonly file: string };
  readonly tty: boolean;
} {
  switch (stdin?.kind) {
    case undefined:
      return { stdin: tty ? 'open' : 'empty', tty };
    case 'open':
      return { stdin: 'open', tty };
    case 'text':
      return { stdin: { text: stdin.text }, tty };
    case 'file':
      return { stdin: { file: stdin.path }, tty };
  }
}
