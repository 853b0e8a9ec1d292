/** CDP's word for a value: its subtype where it has one, else its type. */
export type Kind = string;

/** The kind of an object, and its children to list. */
export interface Shape {
  readonly kind: Kind;
  /** Elements or entries, which come before the named properties. */
  readonly indexed: number;
  /** Own enumerable names, then symbols; of an error also `message`, `cause` and `errors`. */
  readonly names: readonly PropertyKey[];
}
