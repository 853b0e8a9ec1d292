/** The outcome of reading a property. */
export type Slot =
  | { readonly state: 'data'; readonly value: unknown; readonly hidden: boolean }
  | { readonly state: 'accessor'; readonly text: string; readonly hidden: boolean }
  | { readonly state: 'uninitialized'; readonly text: string }
  | { readonly state: 'missing' };

/** What an object has beside its own properties. */
export interface Beside {
  /** What is listed for it. */
  readonly names: readonly PropertyKey[];
  /** Those of the names that are no properties. */
  readonly slots: Map<PropertyKey, Slot>;
  /** Its properties are machinery: only `names` are listed, the others are hidden. */
  readonly alone: boolean;
  /** What the object is called in place of its class's name; empty where that is right. */
  readonly title: string;
}
