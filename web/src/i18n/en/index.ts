import type { Messages } from '../fa/index.ts';
import { first } from './first.ts';
import { rest } from './rest.ts';
import { staff } from './staff.ts';

/** All of it, for tests; pages get the parts through `messages.ts`. */
export const messages: Messages = { ...first, ...rest, ...staff };
