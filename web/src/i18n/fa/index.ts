import { first } from './first.ts';
import { rest } from './rest.ts';
import { staff } from './staff.ts';

/** All of it, for tests; pages get the parts through `messages.ts`. */
export const messages = { ...first, ...rest, ...staff };

/** The source of the keys; every other language must have the same. */
export type Messages = typeof messages;
export type First = typeof first;
export type Rest = typeof rest;
export type Staff = typeof staff;
