/** Every name under which Node.js may be asked for. */
export const NODE_NAMES: readonly string[] = ['node', 'nodejs', 'node.js', 'javascript', 'js', 'typescript', 'ts'];
