import type { AttachRequest, LaunchRequest } from '../../adapter/debug-adapter.ts';

/** The part of a launch that a project's name stands for. */
export type ProgramSettings = Pick<
  LaunchRequest,
  'program' | 'args' | 'runtimeArgs' | 'runtimeExecutable' | 'adapterArguments'
>;

/** A start that a project has a name for. */
export type NamedStart = {
  /** Consequences that the caller may not expect, a sentence each. */
  readonly notes: readonly string[];
  /** Left out where the program says it. */
  readonly language?: string | undefined;
} & (
  | {
      readonly kind: 'launch';
      readonly launch: Omit<LaunchRequest, 'stopOnEntry'>;
      /** Left out if the configuration does not say it. */
      readonly stopOnEntry?: boolean | undefined;
    }
  | { readonly kind: 'attach'; readonly target: AttachRequest; readonly label: string }
);

/** The names of a project for what can be run in it. */
export interface ProjectNames {
  /** Names of `launch.json`. */
  readonly configurations: readonly string[];
  /** Names of `package.json`. */
  readonly scripts: readonly string[];
}
