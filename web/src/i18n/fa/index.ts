import { initialMessages } from './first.ts';
import { deferredMessages } from './rest.ts';
import { staff } from './staff.ts';

/** All of it, for tests; pages get the parts through `messages.ts`. */
export const messages = { ...initialMessages, ...deferredMessages, ...staff };

/** The source of the keys; every other language must have the same. */
export type Messages = typeof messages;
export type First = typeof initialMessages;
export type Rest = typeof deferredMessages;
export type Staff = typeof staff;
