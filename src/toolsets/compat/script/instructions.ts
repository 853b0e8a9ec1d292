/** Sent with the answer to `initialize`. */
export const SCRIPT_INSTRUCTIONS = `debug-script runs a Node.js command once and records the value of an expression each time a line is about to run; it answers when the program has ended, or at the timeout.
- command starts node itself: "node --inspect-brk=9229 ./app.js". Files are relative to the server's folder.
- breakpoint.line is 1-based and may be in a TypeScript file.
- expression sees the local variables of the line. Ask for several values at once with an object: "({ i, total })".`;
