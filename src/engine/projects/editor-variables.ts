import { basename, sep } from 'node:path';

/** The values for `${workspaceFolder}`, `${userHome}` and `${env:NAME}`. */
export interface VariableValues {
  /** Absolute. */
  readonly workspaceFolder: string;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A text with its variables filled in, or the first one that has no value here. */
export type FilledText =
  | { readonly kind: 'text'; readonly text: string }
  /** `why` continues a sentence: `which is the file that is open in an editor`. */
  | { readonly kind: 'unknown'; readonly variable: string; readonly why: string };

const VARIABLE = /\$\{([^{}]*)\}/g;
const IN_EDITOR = /^(file|relativeFile|selectedText|line|column)/;

/** Fills in `${workspaceFolder}` and its like. @see https://code.visualstudio.com/docs/reference/variables-reference */
export function fillVariables(text: string, values: VariableValues): FilledText {
  const unknown: string[] = [];
  const filled = text.replace(VARIABLE, (_, name: string) => {
    const value = variableValue(name, values);
    if (value === undefined) unknown.push(name);
    return value ?? '';
  });
  const [first] = unknown;
  if (first === undefined) return { kind: 'text', text: filled };
  return { kind: 'unknown', variable: `\${${first}}`, why: reasonFor(first) };
}

function variableValue(name: string, { workspaceFolder, userHome, env }: VariableValues): string | undefined {
  const folderName = basename(workspaceFolder);
  switch (name) {
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
    case `workspaceFolder:${folderName}`:
      return workspaceFolder;
    case 'workspaceFolderBasename':
      return folderName;
    case 'userHome':
      return userHome;
    case 'pathSeparator':
    case '/':
      return sep;
    default:
      // One that is not set is empty, as in the editor.
      return name.startsWith('env:') ? (env[name.slice('env:'.length)] ?? '') : undefined;
  }
}

function reasonFor(name: string): string {
  if (IN_EDITOR.test(name)) return 'which is the file that is open in an editor';
  if (name.startsWith('input:')) return 'which a person is asked for';
  if (name.startsWith('command:')) return 'which a command of the editor gives';
  if (name.startsWith('config:')) return 'which is a setting of the editor';
  if (name.startsWith('workspaceFolder:')) return 'which is another folder of the workspace';
  return 'which is not known here';
}
