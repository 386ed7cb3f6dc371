import type { Messages } from '../fa/index.ts';
import { desk } from './desk.ts';
import { first } from './first.ts';
import { rest } from './rest.ts';

/** All of it, for tests; pages get the parts through `messages.ts`. */
export const messages: Messages = { ...first, ...rest, ...desk };
