/** The outcome of reading a property. */
export type Slot =
  | { readonly state: 'data'; readonly value: unknown; readonly hidden: boolean }
  | { readonly state: 'accessor'; readonly text: string; readonly hidden: boolean }
  | { readonly state: 'uninitialized'; readonly text: string }
  | { readonly state: 'missing' };

/** The parts of an object beside its own properties. */
export interface Beside {
  /** The names to list. */
  readonly names: readonly PropertyKey[];
  /** The values of the names that are no properties. */
  readonly slots: Map<PropertyKey, Slot>;
  /** Its properties are machinery: only `names` are listed, the others are hidden. */
  readonly alone: boolean;
  /** The object's name in place of its class's name; empty if that is right. */
  readonly title: string;
}
