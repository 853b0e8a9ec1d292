/** Something that debugging a language needs, as it was found: an interpreter, a debug adapter. */
interface HealthPart {
  /** `Python`, `debugpy`. */
  readonly name: string;
  /** The tool's version; empty if the tool cannot be asked. */
  readonly version: string;
  /** Its path, or where else it is: `127.0.0.1:4711`. */
  readonly where: string;
}

/** True if a language can be debugged on this machine. */
export interface LanguageHealth {
  /** `python`. */
  readonly language: string;
  readonly found: readonly HealthPart[];
  /** `run`: the command that mends it. */
  readonly state:
    | { readonly kind: 'usable' }
    | { readonly kind: 'unusable'; readonly problem: string; readonly run: string };
}
