import type { Messages } from '../fa/index.ts';
import { initialMessages } from './first.ts';
import { deferredMessages } from './rest.ts';
import { staff } from './staff.ts';

/** The whole dictionary, for tests; pages load its parts through `messages.ts`. */
export const messages: Messages = { ...initialMessages, ...deferredMessages, ...staff };
