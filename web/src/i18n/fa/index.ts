import type { Texts } from '../texts.ts';
import { first } from './first.ts';
import { rest } from './rest.ts';

const fa = { ...first, ...rest };

/** The source of the keys; every other language must have the same. */
export type Messages = Texts<typeof fa>;
export type First = Texts<typeof first>;
export type Rest = Texts<typeof rest>;

/** All of it, for tests; pages get the two parts through `messages.ts`. */
export const messages: Messages = fa;
