import { common } from './common.ts';
import { firstErrors } from './error.ts';
import { home } from './home.ts';
import { trade } from './trade.ts';

/** What the first screen says: the frame, the home page, the quick trade box. */
export const first = { ...common, error: firstErrors, home, trade };
