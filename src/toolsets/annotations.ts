import type { ToolAnnotations } from './tool.ts';

/** Annotations of a tool that runs or changes the program. */
export const RUNS_PROGRAM: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};
/** Annotations of a tool that changes the session only. */
export const CHANGES_SESSION: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Annotations of a tool that changes nothing, so that a client may call it unasked. */
export const LOOKS_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
