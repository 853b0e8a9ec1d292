/** What reading a property came to. */
export type Slot =
  | { readonly state: 'data'; readonly value: unknown; readonly hidden: boolean }
  | { readonly state: 'accessor'; readonly text: string; readonly hidden: boolean }
  | { readonly state: 'uninitialized'; readonly text: string }
  | { readonly state: 'missing' };
