import type { Texts } from '../texts.ts';
import { desk } from './desk.ts';
import { first } from './first.ts';
import { rest } from './rest.ts';

const fa = { ...first, ...rest, ...desk };

/** The source of the keys; every other language must have the same. */
export type Messages = Texts<typeof fa>;
export type First = Texts<typeof first>;
export type Rest = Texts<typeof rest>;
export type Desk = Texts<typeof desk>;

/** All of it, for tests; pages get the parts through `messages.ts`. */
export const messages: Messages = fa;
