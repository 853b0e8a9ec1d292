import { type Further, ownCode } from '../realms/own-realm.ts';
import type { createSummariser } from './in-debuggee/create-summariser.ts';
import summariser from './in-debuggee/create-summariser.ts?in-debuggee';

/** Makes the summariser: once in each world of a debuggee. It defines nothing that the program can see. */
export const SUMMARISER = ownCode<Further<typeof createSummariser>>(summariser);

/** Makes the views of Node's objects: evaluated in a debuggee when it first shows an object that needs them. */
export { default as VIEWS_EXPRESSION } from './views/in-debuggee/views.ts?in-debuggee';
