import { initialMessages } from './first.ts';
import { deferredMessages } from './rest.ts';
import { staff } from './staff.ts';

/** The whole dictionary, for tests; pages load its parts through `messages.ts`. */
export const messages = { ...initialMessages, ...deferredMessages, ...staff };

/** The keys that every other language must have too. */
export type Messages = typeof messages;
export type InitialMessages = typeof initialMessages;
export type DeferredMessages = typeof deferredMessages;
export type StaffMessages = typeof staff;
