/**
 * A key by its name: a character as itself, and `up`, `down`, `left`, `right`, `pageup`, `pagedown`, `home`, `end`, `enter`, `escape`,
 * `tab`, `backspace`, `ctrl-c`.
 */
export type Key = string;
