/** The text of the function that a module in a folder `in-debuggee` exports, with all that the module imports: see scripts/bundle/debuggee-text.mjs. */
declare module '*?in-debuggee' {
  const text: string;
  export default text;
}
